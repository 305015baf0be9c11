import assert from "node:assert/strict";
import { tempStore } from "./support/service/temp_store.ts";
import { startServer, type TestServer } from "./support/service/test_server.ts";

/** A program that checks metrics, where there is one. */
const PROMTOOL = await found("promtool");

async function found(program: string): Promise<string | null> {
  const { success } = await new Deno.Command("which", { args: [program] }).output();
  return success ? program : null;
}

function metricsOf(server: TestServer, path = "/metrics", init: RequestInit = {}): Promise<Response> {
  const port = server.log.find((line) => "metrics_port" in line)?.["metrics_port"];
  return fetch(`http://127.0.0.1:${port}${path}`, init);
}

/** The values of a text of metrics by name and labels; throws where a line is neither a comment nor a sample. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  assert.ok(text.endsWith("\n"));
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.trimEnd().split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (kind === "TYPE") types.set(name, rest);
    if (kind !== undefined) continue;
    const [, key = "", family = "", value = ""] =
      /^(([a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? [];
    assert.ok(types.has(family) || types.get(family.replace(/_(?:bucket|sum|count)$/, "")) === "histogram", line);
    assert.ok(!samples.has(key), `twice: ${line}`);
    samples.set(key, Number(value));
  }
  return samples;
}

Deno.test("metrics are on a port of their own, count requests by declared path, and hold nothing that was asked for", async (t) => {
  await using store = await tempStore();
  await using server = await startServer(store.kvPath, { METRICS_ADDR: "127.0.0.1:0" });
  await server.logged(({ message }) => message === "hub started");
  const ready = await fetch(`${server.origin}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: "ready" }]);
  const paths = [
    "/api/reviews/search?query=secret-word",
    "/api/reviews/search?rating=9",
    "/jane@mail.example",
    "/metrics",
  ];
  for (const path of paths) await (await fetch(`${server.origin}${path}`)).body?.cancel();

  const response = await metricsOf(server);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  const samples = samplesOf(text);
  const value = (key: string) => samples.get(key);
  assert.equal(value('reviews_http_requests_total{route="/api/reviews/search",status="200"}'), 1);
  assert.equal(value('reviews_http_requests_total{route="/api/reviews/search",status="400"}'), 1);
  assert.equal(value('reviews_http_requests_total{route="unknown",status="404"}'), 2);
  assert.equal(value('reviews_http_request_duration_seconds_count{route="/api/reviews/search"}'), 2);
  assert.equal(value("reviews_dataset_reviews"), 180);
  assert.equal(value("reviews_store_available"), 1);
  assert.equal(value("reviews_hub_subscriptions"), 0);
  assert.equal(value('reviews_hub_backlog{topic="/feed.xml"}'), 0);
  assert.ok((value("process_resident_memory_bytes") ?? 0) > 10_000_000);
  assert.doesNotMatch(text, /secret-word|jane/);

  for (const [path, method, status] of [["/", "GET", 404], ["/reviews.json", "GET", 404], ["/metrics", "POST", 405]]) {
    const other = await metricsOf(server, String(path), { method: String(method) });
    await other.body?.cancel();
    assert.equal(other.status, status, `${method} ${path}`);
  }
  const skipped = PROMTOOL === null ? " (skipped: there is no promtool)" : "";
  await t.step({
    name: `promtool takes them${skipped}`,
    ignore: PROMTOOL === null,
    fn: async () => {
      const args = ["check", "metrics"];
      const promtool = new Deno.Command("promtool", { args, stdin: "piped", stderr: "piped" }).spawn();
      const writer = promtool.stdin.getWriter();
      await writer.write(new TextEncoder().encode(text));
      await writer.close();
      const { success, stderr } = await promtool.output();
      assert.ok(success, new TextDecoder().decode(stderr));
    },
  });
});
