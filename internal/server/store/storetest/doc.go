// Package storetest has the suite that every store.Store passes, and a store
// in memory for tests of the packages above.
package storetest
