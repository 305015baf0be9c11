"""Compiles JSON Schemas to grammars with llguidance: reads a JSON object of them, and prints the fault of each."""

import json
import sys

from llguidance import LLMatcher

faults = {}
for name, schema in json.load(sys.stdin).items():
    is_error, messages = LLMatcher.validate_grammar_with_warnings(LLMatcher.grammar_from_json_schema(schema))
    if is_error:
        faults[name] = messages
print(json.dumps(faults))
