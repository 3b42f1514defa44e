package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// Token is the secret that holds a seat. It is given to its holder once and
// never kept, logged or shown; String and LogValue would leak it, so it has
// neither: it prints as a placeholder.
type Token struct{ secret string }

// TokenHash is what is kept of a token: its SHA-256. A token has 192 random
// bits, so that no salt and no slow hash is needed.
type TokenHash [sha256.Size]byte

const tokenBytes = 24

// NewToken returns a new unguessable token.
func NewToken() Token {
	var b [tokenBytes]byte
	rand.Read(b[:])
	return Token{base64.RawURLEncoding.EncodeToString(b[:])}
}

// ParseToken wraps a text that a client sent. Any text will do: one that was
// not given out is the hash of nothing.
func ParseToken(text string) Token { return Token{text} }

// shortest and longest bound a secret that a client makes: 22 characters of
// base64url are 128 bits and more.
const shortest, longest = 22, 128

// IsStrong reports whether the text may be a client's own secret: 22 to 128
// characters of base64url. That it is random is for the client to see to.
func (t Token) IsStrong() bool {
	for _, c := range t.secret {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return shortest <= len(t.secret) && len(t.secret) <= longest
}

// Reveal returns the secret, to be sent to its holder and nowhere else.
func (t Token) Reveal() string { return t.secret }

// IsZero reports whether there is no token.
func (t Token) IsZero() bool { return t.secret == "" }

// Hash returns what a store keeps.
func (t Token) Hash() TokenHash { return sha256.Sum256([]byte(t.secret)) }

// String hides the secret.
func (Token) String() string { return "(token)" }

// GoString hides the secret.
func (Token) GoString() string { return "(token)" }

// FollowingID returns the id of the game that follows another one. It comes from
// that id and a word for the kind of following, so that two nodes that make the
// game at once make the same one.
func FollowingID(game, kind string) string {
	sum := sha256.Sum256([]byte("tagmate following game\n" + game + "\n" + kind))
	id := make([]byte, 12)
	for i := range id {
		// Two bytes a letter: none is noticeably more frequent.
		id[i] = idLetters[(int(sum[2*i])<<8|int(sum[2*i+1]))%len(idLetters)]
	}
	return string(id)
}

const idLetters = "abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// NewGameID returns a new id: 12 letters and digits that are not mistaken for each other, 69 random bits. Ids are
// in links that people share, so they are short and give no seat away.
func NewGameID() string {
	id := make([]byte, 0, 12)
	var b [32]byte
	for {
		rand.Read(b[:])
		for _, c := range b {
			// 224 is the largest multiple of 56 letters in a byte.
			if c >= 224 {
				continue
			}
			if id = append(id, idLetters[int(c)%len(idLetters)]); len(id) == cap(id) {
				return string(id)
			}
		}
	}
}
