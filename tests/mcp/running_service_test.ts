import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { TOOLS } from "../../mcp/tools/tool_list.ts";
import { inspectMcp } from "../support/mcp/inspect_mcp.ts";
import { initializeRpc, rpc } from "../support/mcp/mcp_requests.ts";
import { listedTools, RUNNING_CLIENTS } from "../support/mcp/running_mcp_clients.ts";
import { toolExamples } from "../support/mcp/tool_examples.ts";
import { filledStore } from "../support/hub/filled_store.ts";
import { runCli } from "../support/service/run_cli.ts";
import { tempStore } from "../support/service/temp_store.ts";
import { startServer } from "../support/service/test_server.ts";
import { within } from "../support/service/within.ts";

const NAMES = TOOLS.map(({ name }) => name);
assert.equal(NAMES.length, 13);

function allExamples(tool: Tool): Record<string, unknown> {
  return Object.assign({}, ...toolExamples(tool));
}

for (const [name, connect] of Object.entries(RUNNING_CLIENTS)) {
  Deno.test(`the ${name} lists the tools of the running service, and each answers its documented examples`, async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    await using client = await connect(new URL("/mcp", server.origin));
    const tools = await listedTools(client);
    assert.deepEqual(tools.map((tool) => tool.name), NAMES);
    for (const tool of tools) {
      for (const args of [...toolExamples(tool), allExamples(tool)]) {
        const { isError = false, content, structuredContent } = await client.callTool({
          name: tool.name,
          arguments: args,
        });
        assert.equal(isError, false, `${tool.name} ${JSON.stringify(content)}`);
        assert.ok(structuredContent !== undefined, tool.name);
      }
    }
  });
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`the inspector finds no fault in the tools of the running service, and calls each (${era})`, async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const ask = (...args: string[]) => inspectMcp(`${server.origin}/mcp`, era, args);
    const listed = await ask("--method", "tools/list", "--strict");
    assert.equal(listed.code, 0, listed.stderr);
    const { tools } = JSON.parse(listed.stdout).result as { tools: Tool[] };
    assert.deepEqual(tools.map((tool) => tool.name), NAMES);
    for (const tool of tools) {
      const args = allExamples(tool);
      const { code, stdout, stderr } = await ask(
        "--method",
        "tools/call",
        "--tool-name",
        tool.name,
        "--tool-args-json",
        JSON.stringify(args),
      );
      assert.equal(code, 0, `${tool.name}: ${stdout} ${stderr}`);
    }
    const read = await ask("--method", "resources/read", "--uri", "reviews://reviews.json");
    assert.equal(read.code, 0, read.stderr);
    const prompt = await ask("--method", "prompts/get", "--prompt-name", "monthly_report");
    assert.equal(prompt.code, 0, prompt.stderr);
  });
}

function send(origin: string, message: object | null, session: string | null): Promise<Response> {
  return fetch(`${origin}/mcp`, {
    method: message === null ? "DELETE" : "POST",
    headers: { "content-type": "application/json", ...(session === null ? {} : { "mcp-session-id": session }) },
    body: message === null ? null : JSON.stringify(message),
  });
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

Deno.test("a session, and the end of a session, survive a SIGKILL and restart of the service", async () => {
  await using store = await filledStore();
  const list = rpc("tools/list");
  const before = await startServer(store.kvPath);
  const begun = await send(before.origin, initializeRpc(), null);
  await begun.body?.cancel();
  const session = begun.headers.get("mcp-session-id");
  before.kill("SIGKILL");
  await before.exit;

  const after = await startServer(store.kvPath);
  assert.equal(await statusOf(send(after.origin, list, session)), 200);
  assert.equal(await statusOf(send(after.origin, list, `${session}x`)), 404);
  assert.equal(await statusOf(send(after.origin, null, session)), 204);
  assert.equal(await statusOf(send(after.origin, list, session)), 404);
  after.kill("SIGKILL");
  await after.exit;

  await using last = await startServer(store.kvPath);
  assert.equal(await statusOf(send(last.origin, list, session)), 404);
  assert.equal(await statusOf(send(last.origin, null, session)), 404);
});

Deno.test("a subscribed client is notified when an import has published other reviews, and then reads these", async () => {
  await using store = await tempStore();
  await using server = await startServer(store.kvPath);
  const uri = "reviews://reviews.json";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const updated = Promise.withResolvers<string>();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => updated.resolve(params.uri));
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.origin)));
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  const file = `${store.folder}/more.json`;
  const review = { author: "Ann", rating: 5, date: "2026-11-20", source: "Google", text: "Quick." };
  await Deno.writeTextFile(file, JSON.stringify([review]));
  const imported = await runCli("import", [file], store.kvPath);
  assert.equal(imported.code, 0, imported.stderr);
  assert.equal(await within(60, "The notice of the change", updated.promise), uri);
  const [content] = (await client.readResource({ uri })).contents;
  assert.ok(content !== undefined && "text" in content);
  const { reviews } = JSON.parse(content.text);
  assert.deepEqual(reviews.map(({ author, text }: typeof review) => [author, text]), [["Ann", "Quick."]]);
  await subscription.close();
  await client.close();
});
