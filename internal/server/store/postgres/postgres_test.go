package postgres_test

import (
	"strings"
	"testing"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/postgres/pgtest"
	"tagmate/internal/server/store/storetest"
)

func TestSuite(t *testing.T) {
	server := pgtest.Start(t)
	storetest.Run(t, func(t *testing.T) func() store.Store {
		url := pgtest.Database(t, server)
		return func() store.Store {
			s, err := postgres.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}

func TestOpenFailsWithAReason(t *testing.T) {
	for _, url := range []string{"postgres://u:secret@127.0.0.1:1/x?connect_timeout=1", "postgres://u:secret@%zz/x"} {
		s, err := postgres.Open(t.Context(), url)
		if err == nil {
			s.Close()
			t.Errorf("opened %s", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error has the password: %v", err)
		}
	}
}
