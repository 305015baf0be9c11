import assert from "node:assert/strict";
import { logRequests, type RequestRecord } from "../../routes/request/request_log.ts";
import { DECODERS } from "../support/api/content_codings.ts";
import { rpc } from "../support/mcp/mcp_requests.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const snapshot = testSnapshot();
const app = testApp(snapshot);

function post(message: object, headers: Record<string, string> = {}, path = "/mcp"): Request {
  const all = { "content-type": "application/json", accept: "application/json", ...headers };
  return new Request(`https://reviews.example${path}`, { method: "POST", headers: all, body: JSON.stringify(message) });
}

const read = (uri: string) => rpc("resources/read", { uri });

Deno.test("/mcp/ answers like /mcp", async () => {
  for (const message of [rpc("tools/list"), rpc("no/such")]) {
    const [plain, slashed] = [await app.fetch(post(message)), await app.fetch(post(message, {}, "/mcp/"))];
    assert.equal(slashed.status, plain.status);
    assert.equal(await slashed.text(), await plain.text());
  }
  const preflight = (path: string) => app.request(path, { method: "OPTIONS" });
  assert.equal((await preflight("/mcp/")).status, (await preflight("/mcp")).status);
  assert.equal((await app.request("/mcp/")).status, (await app.request("/mcp")).status);
});

Deno.test("the log names the tool, resource or prompt, and the bytes that are sent", async () => {
  const records: RequestRecord[] = [];
  const handle = logRequests<undefined>((request) => app.fetch(request), ["/mcp", "/mcp/"], (entry) => {
    records.push(entry);
  });
  const review = snapshot.business.name;
  const messages: readonly [object, string][] = [
    [rpc("tools/call", { name: "get_summary" }), "tools/call get_summary"],
    [rpc("tools/call", { name: review }), "tools/call unknown"],
    [read("reviews://feed.json"), "resources/read reviews://feed.json"],
    [read("reviews://review/01ABC"), "resources/read reviews://review/{id}"],
    [read("file:///etc/passwd"), "resources/read unknown"],
    [rpc("prompts/get", { name: "monthly_report" }), "prompts/get monthly_report"],
    [rpc("secret/method"), "unknown"],
    [[rpc("ping")], "unknown"],
    [7, "unknown"] as unknown as [object, string],
  ];
  for (const [message, subject] of messages) {
    const answer = await handle(post(message), undefined);
    const { length } = new Uint8Array(await answer.arrayBuffer());
    const record = records.at(-1);
    assert.deepEqual([record?.subject, record?.bytes], [subject, length]);
    assert.ok(length > 0);
  }
});

Deno.test("long answers and the tool list are compressed on request; short answers are not", async () => {
  const list = rpc("tools/list");
  const plain = await (await app.fetch(post(list))).text();
  const { identity: _, ...decoders } = DECODERS;
  for (const [coding, decode] of Object.entries(decoders)) {
    const answer = await app.fetch(post(list, { "accept-encoding": coding }));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.headers.get("content-encoding"), coding);
    assert.equal(answer.headers.get("content-length"), String(bytes.length));
    assert.equal(answer.headers.get("vary"), "Accept-Encoding");
    assert.ok(bytes.length < plain.length / 2, `${coding} ${bytes.length}`);
    assert.equal(new TextDecoder().decode(decode(bytes)), plain);
  }
  for (const [message, headers] of [[rpc("ping"), { "accept-encoding": "gzip" }], [list, {}]] as const) {
    assert.equal((await app.fetch(post(message, headers))).headers.get("content-encoding"), null);
  }
  assert.equal((await app.fetch(post(list, { "accept-encoding": "zstd" }))).status, 200);
});
