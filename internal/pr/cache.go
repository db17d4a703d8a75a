package pr

import (
	"context"
	"sync"
)

// MaxKept is the number of bytes of texts that one reader of a repository keeps.
const MaxKept = 64 << 20

// Cache keeps what was read under keys whose meaning never changes, such as ids of blobs, up to a size.
// What does not fit is read again by the next one who asks. Its methods may be called at the same time.
type Cache[T any] struct {
	max  int64
	size func(T) int64

	mu      sync.Mutex
	used    int64
	kept    map[string]T
	flights map[string]*flight[T]
}

// flight is a read that others wait for.
type flight[T any] struct {
	done  chan struct{}
	value T
	err   error
	ended bool // the context of the reader ended, which is no answer for others
}

// NewCache makes a cache for values that have a size, all together at most max.
func NewCache[T any](max int64, size func(T) int64) *Cache[T] {
	return &Cache[T]{max: max, size: size, kept: map[string]T{}, flights: map[string]*flight[T]{}}
}

// NewTextCache makes a cache of texts by the ids of their blobs, up to MaxKept bytes.
func NewTextCache() *Cache[Text] {
	const each = 128 // the entry itself
	return NewCache(MaxKept, func(t Text) int64 { return int64(len(t.Body)) + each })
}

// Kept returns what is kept under a key.
func (c *Cache[T]) Kept(key string) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.kept[key]
	return value, ok
}

// Keep keeps a value, if it fits.
func (c *Cache[T]) Keep(key string, value T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := c.size(value)
	if _, ok := c.kept[key]; ok || size > c.max-c.used {
		return
	}
	c.used += size
	c.kept[key] = value
}

// Get returns what is kept, or reads it. Of several callers at the same time one reads for all.
// An error goes to all of them and is not kept; only the end of a caller's own context is no matter of the others.
func (c *Cache[T]) Get(ctx context.Context, key string, read func() (T, error)) (T, error) {
	for {
		c.mu.Lock()
		if value, ok := c.kept[key]; ok {
			c.mu.Unlock()
			return value, nil
		}
		f, busy := c.flights[key]
		if !busy {
			f = &flight[T]{done: make(chan struct{}), ended: true} // stays so after a panic
			c.flights[key] = f
			c.mu.Unlock()
			return c.read(ctx, key, f, read)
		}
		c.mu.Unlock()
		select {
		case <-f.done:
		case <-ctx.Done():
			var none T
			return none, context.Cause(ctx)
		}
		if !f.ended {
			return f.value, f.err
		}
	}
}

func (c *Cache[T]) read(ctx context.Context, key string, f *flight[T], read func() (T, error)) (T, error) {
	defer func() {
		if !f.ended && f.err == nil {
			c.Keep(key, f.value)
		}
		c.mu.Lock()
		delete(c.flights, key)
		c.mu.Unlock()
		close(f.done)
	}()
	f.value, f.err = read()
	f.ended = f.err != nil && ctx.Err() != nil
	return f.value, f.err
}
