// Package pack moves a run to another machine in one file. The file is a tar archive, compressed with
// zstd. Its first entry is a manifest that names every file of the run with its size and SHA-256. The
// last bytes of the file are a seal, which has the SHA-256 of all bytes before it. Programs for tar and
// zstd can read the archive, because zstd skips the seal.
//
// A reader trusts nothing in the file. It checks the seal and the manifest before it writes anything.
// Then it unpacks into a temporary folder, which gets its name only when the run is complete.
package pack
