import assert from "node:assert/strict";
import { toolAnswers } from "../../../mcp/tools/define_tool.ts";
import { testSnapshot } from "../../support/service/test_app.ts";
import { withMcpClient } from "../../support/mcp/mcp_requests.ts";

const [first, second] = [testSnapshot(undefined, "first"), testSnapshot(undefined, "second")];
const answer = (text: string) => ({ content: [{ type: "text" as const, text }] });

Deno.test("an answer is kept for each snapshot and arguments from the second call on", () => {
  const { find } = toolAnswers();
  let made = 0;
  const make = () => answer(String(++made));
  for (const text of ["1", "2", "2"]) assert.deepEqual(find(first, { a: 1 }, make), answer(text));
  assert.deepEqual(find(first, { a: 2 }, make), answer("3"));
  assert.deepEqual(find(second, { a: 1 }, make), answer("4"));
  assert.deepEqual(find(first, { a: 1 }, make), answer("2"));
});

Deno.test("what the library adds to an answer is not stored with it", () => {
  const { find } = toolAnswers();
  for (let turn = 0; turn < 3; turn++) {
    const given = find(first, {}, () => answer("one"));
    assert.deepEqual(Object.keys(given), ["content"]);
    Object.assign(given, { added: turn });
  }
});

Deno.test("only the last 64 answers are kept, and none for arguments over a thousand characters", () => {
  const { find } = toolAnswers();
  let made = 0;
  const make = () => answer(String(++made));
  for (let n = 0; n < 130; n++) find(first, { n: n >> 1 }, make);
  find(first, { n: 1 }, make);
  assert.equal(made, 130);
  find(first, { n: 0 }, make);
  assert.equal(made, 131);
  const long = { text: "x".repeat(1000) };
  for (let times = 0; times < 3; times++) find(first, long, make);
  assert.equal(made, 134);
});

const FILE = new URL("../../fixtures/mcp/tool_definitions.json", import.meta.url);

/** Set it to write the file again after an intended change. */
const UPDATE = "UPDATE_TOOL_DEFINITIONS";

Deno.test("the published definitions of the tools are those of the file, where reviewers see each change", async () => {
  const { tools } = await withMcpClient({}, (client) => client.listTools());
  if (Deno.env.get(UPDATE) === "1") await Deno.writeTextFile(FILE, JSON.stringify(tools));
  const advice = `A definition has changed. If it is meant, run this test with ${UPDATE}=1, then deno fmt.`;
  assert.deepEqual(JSON.parse(JSON.stringify(tools)), JSON.parse(await Deno.readTextFile(FILE)), advice);
});
