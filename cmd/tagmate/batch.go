package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/internal/lines"
)

// runBatch answers each line of a file, or of standard input for "-", with one
// line of JSON. A line that cannot be answered gives a lineError, and the run
// goes on.
func runBatch(cmd *cobra.Command, name string, answer func(line []byte) (any, error)) error {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return badInput(fmt.Errorf("--batch: %w", err))
		}
		defer f.Close()
		in = f
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	r := lines.NewReader(in)
	for n := 1; ; n++ {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil && !errors.Is(err, lines.ErrTooLong) {
			return errors.Join(out.Flush(), fmt.Errorf("%s: line %d: %w", name, n, err))
		}
		var v any
		if err == nil {
			v, err = answer([]byte(line))
		}
		if err != nil {
			v = lineError{Error: err.Error(), Line: n}
		}
		if err := writeJSON(out, v); err != nil {
			return err
		}
		// Whoever feeds line by line and waits for answers must get them.
		if r.Waits() {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// decodeLine reads one JSON object and nothing after it.
func decodeLine(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		var wrong *json.UnmarshalTypeError
		switch {
		case errors.Is(err, io.EOF):
			return fmt.Errorf("expected a JSON object, got an empty line")
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("expected a JSON object, the line ends within one")
		case errors.As(err, &wrong) && wrong.Field != "":
			want := "a string"
			if wrong.Type.Kind() == reflect.Slice {
				want = "a list of strings"
			}
			return fmt.Errorf("%s: expected %s, got %s", wrong.Field, want, wrong.Value)
		case errors.As(err, &wrong):
			return fmt.Errorf("expected a JSON object, got %s", wrong.Value)
		}
		return fmt.Errorf("expected a JSON object: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("expected nothing after the JSON object")
	}
	return nil
}

// nonNil passes a value on only without an error.
func nonNil[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}
