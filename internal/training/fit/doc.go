// Package fit compares settings by learning from the stored games of a run, without self-play. Each
// candidate is the config of the run with some settings changed. All candidates learn with the same
// budget, and are measured on the same held-out games, from which no candidate learns. Package
// learning reads the games and measures the candidates.
package fit
