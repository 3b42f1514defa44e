//go:build unix

package api

import "syscall"

// filesAllowed returns how many files and connections this process may have
// open at once.
func filesAllowed() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur)
}
