// Package learning has the parts of learning that runs and fits share. They are the training
// targets of recorded positions, the schedule of the learning rate, and the streams of random
// numbers.
package learning
