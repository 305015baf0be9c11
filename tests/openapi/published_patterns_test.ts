import assert from "node:assert/strict";
import { RE2JS } from "re2js";
import { mcpClient } from "../support/mcp/mcp_requests.ts";

interface Pattern {
  readonly place: string;
  readonly pattern: string;
}

function patternsIn(value: unknown, place: string): readonly Pattern[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "pattern" && typeof member === "string"
      ? [{ place, pattern: member }]
      : patternsIn(member, `${place}/${name}`)
  );
}

Deno.test("every published pattern is valid RE2, without look-around, and matches the same texts", async () => {
  await using client = await mcpClient();
  const { tools } = await client.listTools();
  const document = JSON.parse(await Deno.readTextFile(new URL("../../openapi.json", import.meta.url)));
  const patterns = [...patternsIn(document, "openapi.json"), ...patternsIn(tools, "tools")];
  assert.ok(patterns.length > 10, String(patterns.length));
  const texts = ["", " ", "a", " a b ", "2026-01-01", "https://example.com", "a\u0007", '"x"', "sha256=0", "42"];
  for (const { place, pattern } of patterns) {
    // In Ruby this is a byte, which no text in UTF-8 has alone: generated clients did not load.
    assert.doesNotMatch(pattern, /\\x[89a-f]/i, place);
    // JavaScript generators escape a slash themselves, and would escape an escaped one twice.
    assert.doesNotMatch(pattern, /\\\//, place);
    const compiled = RE2JS.compile(pattern);
    for (const text of texts) {
      const expected = new RegExp(pattern, "u").test(text);
      assert.equal(compiled.matcher(text).find(), expected, `${place} ${pattern} ${JSON.stringify(text)}`);
    }
  }
  assert.throws(() => RE2JS.compile("^(?!a)"));
});
