import assert from "node:assert/strict";
import { isOperatorVariable, REPLACED_VARIABLES, VARIABLES } from "../../service/variables.ts";
import { configurationPage } from "../../tools/write_configuration.ts";

Deno.test("docs/configuration.md is what the table of variables says; `deno task configuration` writes it", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/configuration.md", import.meta.url));
  assert.equal(page, configurationPage());
});

Deno.test("a variable is either set by operators or replaced, and every other name is unknown", () => {
  assert.deepEqual(Object.keys(REPLACED_VARIABLES).filter((name) => name in VARIABLES), []);
  for (const name of ["PORT", "PGHOST", "OTEL_DENO", "SOURCES"]) assert.ok(isOperatorVariable(name), name);
  for (const name of ["PORTS", "WEBSUB_LIMIT", "LD_PRELOAD", "FLEET"]) assert.ok(!isOperatorVariable(name), name);
});
