// Run by `deno task clients`, not by `deno task test`.

import assert from "node:assert/strict";
import { GO, type Needs, NODE, PYTHON, shell, testClient } from "./tools.ts";

/** A validator for API descriptions. */
interface Checker {
  readonly name: string;
  readonly needs: Needs;
  readonly install: string;
  /** Exits with an error for an invalid description. The path of the file is appended. */
  readonly check: string;
}

// Spectral and Redocly are among the other tests.
const CHECKERS: readonly Checker[] = [
  {
    name: "openapi-spec-validator 0.9.0",
    needs: PYTHON,
    install: "python3 -m venv venv && venv/bin/pip install -q openapi-spec-validator==0.9.0",
    check: "venv/bin/openapi-spec-validator",
  },
  {
    name: "kin-openapi 0.152.0",
    needs: GO,
    install: "true",
    check: "go run github.com/getkin/kin-openapi/cmd/validate@v0.152.0 --",
  },
  {
    name: "openapi-schema-validator 2.11.0",
    needs: NODE,
    install: "npm install --no-fund --no-audit @seriousme/openapi-schema-validator@2.11.0 >&2",
    check: "npx validate-api",
  },
];

for (const { name, needs, install, check } of CHECKERS) {
  await testClient(`${name} takes /openapi.json, and refuses it broken`, needs, null, async ({ origin }, folder) => {
    const text = await (await fetch(`${origin}/openapi.json`)).text();
    await Deno.writeTextFile(`${folder}/right.json`, text);
    const broken = text.replace('"description":"The matching reviews."', '"summary":"The matching reviews."');
    assert.notEqual(broken, text);
    await Deno.writeTextFile(`${folder}/broken.json`, broken);
    await shell(`${install}\n${check} right.json`, folder);
    await assert.rejects(shell(`${check} broken.json`, folder), /AssertionError/);
  });
}
