package tablebase

import (
	"container/list"
	"sync"
	"sync/atomic"
)

// Cache keeps the blocks of table files that were used last, up to a number of
// bytes. It is safe for concurrent use.
type Cache struct {
	ids atomic.Uint64

	mu     sync.Mutex
	room   int
	blocks map[blockKey]*list.Element
	used   *list.List // of *cached, the last used first
}

type blockKey struct {
	file  uint64
	block int
}

type cached struct {
	key blockKey
	raw []byte
}

// NewCache returns a cache of so many bytes; at least one block is kept.
func NewCache(bytes int) *Cache {
	return &Cache{room: bytes, blocks: map[blockKey]*list.Element{}, used: list.New()}
}

func (c *Cache) nextID() uint64 { return c.ids.Add(1) }

// block returns a block of a file.
func (c *Cache) block(f *File, i int) ([]byte, error) {
	key := blockKey{f.id, i}
	c.mu.Lock()
	if e := c.blocks[key]; e != nil {
		c.used.MoveToFront(e)
		raw := e.Value.(*cached).raw
		c.mu.Unlock()
		return raw, nil
	}
	c.mu.Unlock()
	raw, err := f.readBlock(i)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.blocks[key] == nil {
		c.blocks[key] = c.used.PushFront(&cached{key, raw})
		c.room -= len(raw)
		for c.room < 0 && c.used.Len() > 1 {
			old := c.used.Remove(c.used.Back()).(*cached)
			delete(c.blocks, old.key)
			c.room += len(old.raw)
		}
	}
	return raw, nil
}
