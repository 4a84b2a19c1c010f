package manifests_test

import (
	"testing"

	"github.com/conform-suite/conform/internal/reference/goldentest"
	"github.com/conform-suite/conform/internal/reference/manifests"
)

func TestGolden(t *testing.T) { goldentest.Run(t, manifests.Profile) }
