package endings

import "syscall"

// yieldPriority has the calling thread give way to all others. That it cannot
// is no reason not to build.
func yieldPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 15) }
