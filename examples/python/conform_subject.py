#!/usr/bin/env python3
"""A complete subject of the events profile on stdin and stdout.

    conform run -- python3 examples/python/conform_subject.py
"""

import events
import protocol

if __name__ == "__main__":
    protocol.serve(
        {"name": "conform-example-python", "version": "1.0.0", "language": "python"},
        events.OPERATIONS,
    )
