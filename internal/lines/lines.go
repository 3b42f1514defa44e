// Package lines reads text line by line from whoever may send anything: a line
// that is too long is an error of that line, and reading goes on after it.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Max bounds a line, in bytes.
const Max = 1 << 20

// ErrTooLong says that a line was longer than Max. It has been skipped.
var ErrTooLong = fmt.Errorf("the line is longer than %d bytes", Max)

// Reader reads lines.
type Reader struct {
	r *bufio.Reader
}

// NewReader returns a reader of in.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, 1<<16)} }

// Waits reports whether the next line has yet to come from the input, so that
// answers should be sent before it is asked for.
func (l *Reader) Waits() bool { return l.r.Buffered() == 0 }

// Next returns a line without its end. A last line without one counts, an empty
// rest does not. Errors are ErrTooLong, after which the next line can be read,
// io.EOF, and those of the input.
func (l *Reader) Next() (string, error) {
	var line []byte
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > Max {
			long = true
			line = line[:0]
		} else if !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) == 0 && !long:
			return "", io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return "", err
		}
		if long {
			return "", ErrTooLong
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}
