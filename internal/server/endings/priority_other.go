//go:build !linux

package endings

// yieldPriority does nothing where a thread has no priority of its own.
func yieldPriority() {}
