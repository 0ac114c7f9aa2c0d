package runs

import (
	"os"
	"path/filepath"
	"time"
)

// Version describes the files of a run by their times and sizes. Two equal versions mean that no
// process has written to the run in the meantime. This is certain only if the last write is some
// seconds old, because file systems count time in steps.
type Version struct {
	files [4]fileVersion
}

// fileVersion is the time of a file's last write and its size; both are 0 if it does not exist.
type fileVersion struct{ modified, size int64 }

// VersionOf returns the version of the run in dir. It reads no file. It returns false if dir has no
// config, and so no run.
func VersionOf(dir string) (v Version, ok bool) {
	for i, name := range []string{configName, databaseName, databaseName + "-wal", reportName} {
		info, err := os.Stat(filepath.Join(dir, name))
		if i == 0 && (err != nil || !info.Mode().IsRegular()) {
			return v, false
		}
		if err == nil {
			v.files[i] = fileVersion{info.ModTime().UnixNano(), info.Size()}
		}
	}
	return v, true
}

// Changed returns the time of the last write to the run.
func (v Version) Changed() time.Time {
	last := v.files[0].modified
	for _, f := range v.files {
		last = max(last, f.modified)
	}
	return time.Unix(0, last)
}
