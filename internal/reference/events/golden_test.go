package events_test

import (
	"testing"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/goldentest"
)

func TestGolden(t *testing.T) { goldentest.Run(t, events.Profile) }
