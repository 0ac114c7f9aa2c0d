package memory

import "golang.org/x/sys/unix"

// huge ignores errors: without large pages the table is only slower.
func huge(table []byte) { _ = unix.Madvise(table, unix.MADV_HUGEPAGE) }
