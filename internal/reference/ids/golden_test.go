package ids_test

import (
	"testing"

	"github.com/conform-suite/conform/internal/reference/goldentest"
	"github.com/conform-suite/conform/internal/reference/ids"
)

func TestGolden(t *testing.T) { goldentest.Run(t, ids.Profile) }
