package storetest_test

import (
	"testing"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) func() store.Store {
		m := &storetest.Memory{}
		return func() store.Store { return m }
	})
}
