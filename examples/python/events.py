"""The events profile: a generated event is never taken for a source.

Written from CONFORMANCE.md alone, with nothing but the standard library. Each
operation is a function of its params; OPERATIONS, at the end, names them all.
The layers stay apart: canon registry, classifier, layer 1 (what a provider
says), layer 2 (what enters the log), and the run that joins them.
"""

from __future__ import annotations

import os
import sys
import unicodedata

from protocol import Rejected, array, integer, member, objects, optional, read_json, text, texts, write_json

CANON = "CANON_ANCHOR"
BRIDGE = "INTERPRETIVE_BRIDGE"
SIMULATION = "SIMULATION_EVENT"
LABELS = (CANON, BRIDGE, SIMULATION)
TYPES = {CANON: "Canon", BRIDGE: "Interpretation", SIMULATION: "Simulation"}

PROVENANCE = ("label", "source_anchor", "canon_claim", "simulation_note")

CANON_THRESHOLD = 3  # matching keywords from which an action is canon

BRIDGE_NOTE = "Relates to the source, but goes beyond what it says."
SIMULATION_NOTE = "Generated behaviour, not grounded in a source."


# A raw output may nest 1,000 levels deep; Python's own limit is about that.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 3000))


def missing(value):
    """Absent, null, false, a zero, empty text, array or object: what Python
    itself calls false."""
    return not value


def no_anchor(value):
    """Missing, or text of spaces and tabs only."""
    return missing(value) or isinstance(value, str) and not value.strip(" \t")


# The canon registry


def read_registry(params, name="registry"):
    return [
        {
            "reference": text(entry, "reference"),
            "summary": text(entry, "summary"),
            "keywords": texts(entry, "keywords"),
        }
        for entry in objects(params, name)
    ]


# The classifier


def words(source):
    """The longest runs of letters, marks and numbers, each fully case-folded."""
    spaced = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in source)
    return tuple(word.casefold() for word in spaced.split())


def occurs(keyword, action):
    """Whether the words of the keyword follow each other among those of the action."""
    starts = range(len(action) - len(keyword) + 1)
    return any(action[i : i + len(keyword)] == keyword for i in starts)


def count_matches(entry, action):
    """How many different keywords of the entry occur in the action."""
    keywords = {words(keyword) for keyword in entry["keywords"]}
    keywords.discard(())  # a keyword without words never matches
    return sum(occurs(keyword, action) for keyword in keywords)


def provenance(label, anchor, claim, note):
    return dict(zip(PROVENANCE, (label, anchor, claim, note)))


def classify_text(source, registry):
    action = words(source)
    best, most = None, 0
    for entry in registry:
        count = count_matches(entry, action)
        if count > most:  # on a tie the first stays
            best, most = entry, count
    if most >= CANON_THRESHOLD:
        return provenance(CANON, best["reference"], best["summary"], None)
    if most > 0:
        return provenance(BRIDGE, best["reference"], best["summary"], BRIDGE_NOTE)
    return provenance(SIMULATION, None, None, SIMULATION_NOTE)


def classify(params):
    return classify_text(text(params, "action_text"), read_registry(params))


FALLBACKS = ("walks on", "looks around", "waits a while", "says nothing", "…")


def fallback(params):
    """A text that no keyword matches. The last one has no words at all."""
    registry = read_registry(params)
    for action in FALLBACKS:
        if classify_text(action, registry)["label"] == SIMULATION:
            return {"action_text": action}


# Layer 1: what a provider says


def once(members):
    """An object's members, none of them repeated."""
    found = dict(members)
    if len(found) != len(members):
        raise ValueError("repeated member")
    return found


def refuse(literal):
    raise ValueError(literal + " is not JSON")


def read_output(raw):
    """The object that the text holds, or None."""
    try:
        output = read_json(raw, object_pairs_hook=once, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
    return output if isinstance(output, dict) else None


def check_output(raw):
    """What is left of an output after layer 1, or None, and the reason to
    quarantine it, or None."""
    output = read_output(raw)
    if output is None:
        return None, "invalid_json"
    if missing(output.get("thought")) or missing(output.get("action")):
        return None, "missing_fields"
    if output.get("label") == CANON and no_anchor(output.get("source_anchor")):
        return {**output, "label": SIMULATION}, "boundary_violation"
    return output, None


def label_of(output):
    label = output.get("label")
    return label if label in LABELS else SIMULATION


def read_turn(params):
    return {
        "provider": text(params, "provider"),
        "agent": text(params, "agent"),
        "tick": integer(params, "tick"),
        "raw": text(params, "raw"),
    }


def provider_record(turn, reason):
    return {
        "provider": turn["provider"],
        "agent": turn["agent"],
        "tick": turn["tick"],
        "raw_output": turn["raw"],
        "reason": reason,
    }


def validate_output(params):
    turn = read_turn(params)
    output, reason = check_output(turn["raw"])
    return {
        "valid": output is not None,
        "label": None if output is None else label_of(output),
        "quarantine": None if reason is None else provider_record(turn, reason),
    }


# Layer 2: what enters the log


def check_event(event, registry=None):
    """The first rule that the event breaks, or None. Without a registry no
    anchor is looked up; in an empty one none is found."""
    if any(name not in event for name in PROVENANCE):
        return "missing_member"
    label, anchor, claim, note = (event[name] for name in PROVENANCE)
    if label not in LABELS:
        return "unknown_label"
    if not all(value is None or isinstance(value, str) for value in (anchor, claim, note)):
        return "wrong_type"
    if label != CANON:
        return "note_missing" if missing(note) else None
    if no_anchor(anchor):
        return "anchor_missing"
    if missing(claim):
        return "claim_missing"
    if registry is not None and all(anchor != entry["reference"] for entry in registry):
        return "unknown_source"
    return None


def read_event(params):
    event = member(params, "event")
    if not isinstance(event, dict):
        raise Rejected("not_an_object", "event must be an object")
    return event


def validate(params):
    registry = optional(params, "registry", read_registry)
    reason = check_event(read_event(params), registry)
    return {"accepted": reason is None, "reason": reason}


# The run


def make_event(turn, output, registry):
    """The event of a turn, before layer 2. `output` is what layer 1 left, or
    None: then a fallback action takes its place, which is a simulation too."""
    if output is None:
        members = provenance(SIMULATION, None, None, SIMULATION_NOTE)
    elif "label" not in output:
        action = output["action"]
        members = classify_text(action if isinstance(action, str) else "", registry)
    else:
        members = {name: output.get(name) for name in PROVENANCE}
        members["label"] = label_of(output)
        if members["label"] == SIMULATION:
            note = members["simulation_note"]
            members = provenance(SIMULATION, None, None, SIMULATION_NOTE if missing(note) else note)
    return {"tick": turn["tick"], "agent": turn["agent"], **members}


def run(params):
    turns = [read_turn(turn) for turn in objects(params, "outputs")]
    registry = read_registry(params)
    folder = optional(params, "data_dir", text)

    log = {"events": [], "quarantine_events": [], "quarantine_provider_outputs": []}
    for turn in turns:
        output, reason = check_output(turn["raw"])
        if reason is not None:
            log["quarantine_provider_outputs"].append(provider_record(turn, reason))
        event = make_event(turn, output, registry)
        reason = check_event(event, registry)
        if reason is None:
            log["events"].append(event)
        else:
            log["quarantine_events"].append({"event": event, "reason": reason})
    if folder is not None:
        write_files(folder, log)
    return log


def write_files(folder, log):
    """Each array as a file of its own, one JSON object a line; empty ones too."""
    for name, records in log.items():
        with open(os.path.join(folder, name + ".jsonl"), "w", encoding="utf-8", newline="\n") as file:
            file.writelines(write_json(record) + "\n" for record in records)


# The display


def render(params):
    """A card of one line a fact. The type is ours, not the provider's word."""
    event = read_event(params)
    reason = check_event(event)
    if reason is not None:
        raise Rejected("invalid_event", reason)
    lines = ["Type: " + TYPES[event["label"]]]
    if event["source_anchor"]:
        lines.append("Source reference: " + event["source_anchor"])
    if event["canon_claim"]:
        lines.append("Claim: " + event["canon_claim"])
    if event["simulation_note"]:
        lines.append("Note: " + event["simulation_note"])
    return {"text": "\n".join(lines)}


OPERATIONS = {
    "events.validate_output": validate_output,
    "events.validate": validate,
    "events.run": run,
    "events.classify": classify,
    "events.fallback": fallback,
    "events.render": render,
}
