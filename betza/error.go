package betza

import "strconv"

// Error says what is wrong with a movement text and where.
type Error struct {
	Text   string // the whole text
	Column int    // 1-based column of the first letter that is wrong
	Want   string // what was expected or why it is refused
}

// Error implements error.
func (e *Error) Error() string {
	return "betza: " + strconv.Quote(e.Text) + " column " + strconv.Itoa(e.Column) + ": " + e.Want
}
