import assert from "node:assert/strict";
import { withMcpClient } from "../../support/mcp/mcp_requests.ts";

const FILE = new URL("../../fixtures/mcp/tool_definitions.json", import.meta.url);

/** Set it to write the file again after an intended change. */
const UPDATE = "UPDATE_TOOL_DEFINITIONS";

Deno.test("the published definitions of the tools are those of the file, where reviewers see each change", async () => {
  const { tools } = await withMcpClient({}, (client) => client.listTools());
  if (Deno.env.get(UPDATE) === "1") await Deno.writeTextFile(FILE, JSON.stringify(tools));
  const advice = `A definition has changed. If it is meant, run this test with ${UPDATE}=1, then deno fmt.`;
  assert.deepEqual(JSON.parse(JSON.stringify(tools)), JSON.parse(await Deno.readTextFile(FILE)), advice);
});
