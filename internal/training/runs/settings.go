package runs

// Settings lists all settings of a config by their dotted keys, such as learn.batch_size.
func (c Config) Settings() map[string]string { return flatten(c) }
