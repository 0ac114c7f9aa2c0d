// Package fit compares settings by learning from the stored games of a run, without self-play. Each
// candidate is the config of the run with some settings changed. Each learns with the same budget,
// and all are measured on the same held-out games, of which none learns.
// Package learning reads and measures.
package fit
