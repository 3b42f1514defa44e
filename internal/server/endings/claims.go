package endings

import (
	_ "embed"
	"encoding/json"
	"sync"

	"tagmate/tablebase"
)

// claimsText is what tagmate claims --json says, as a list. It is the same on
// every machine, and its test computes it anew.
//
//go:embed claims.json
var claimsText []byte

var readClaims = sync.OnceValues(func() ([]tablebase.Claim, error) {
	var list []tablebase.Claim
	return list, json.Unmarshal(claimsText, &list)
})

// Claims returns the inventors' claims about endings, and what the tables say
// of them. The list is shared and read-only.
func Claims() ([]tablebase.Claim, error) { return readClaims() }
