import assert from "node:assert/strict";
import { startHub } from "../support/hub/hub_under_test.ts";
import { cliCommand } from "../support/service/run_cli.ts";
import { type TestServer, within } from "../support/service/test_server.ts";

/** A program that checks metrics; null if it is not installed. */
const PROMTOOL = await found("promtool");

async function found(program: string): Promise<string | null> {
  const { success } = await new Deno.Command("which", { args: [program] }).output();
  return success ? program : null;
}

async function metricsOf(server: TestServer, path = "/metrics", init: RequestInit = {}): Promise<Response> {
  const hasPort = (line: Readonly<Record<string, unknown>>) => "metrics_port" in line;
  await within("The line with the port of the metrics", server.logged(hasPort));
  return await fetch(`http://127.0.0.1:${server.log.find(hasPort)?.["metrics_port"]}${path}`, init);
}

/** Values in a text of metrics by name and labels; throws for a line that is neither a comment nor a sample. */
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

Deno.test("telemetry shows the service's work, and no search texts or subscriber secrets", async (t) => {
  await using collector = startOtlpCollector();
  const { find, collected } = collector;
  await using hub = await startHub({ ...collector.environment, METRICS_ADDR: "127.0.0.1:0" });
  const { server } = hub;
  const ask = async (path: string) => await (await fetch(`${server.origin}${path}`)).body?.cancel();
  const spanOf = (name: string, holds: (span: CollectedSpan) => boolean = () => true) =>
    find(({ spans }) => spans.find((span) => span.name === name && holds(span)));
  const callback = hub.callback("/hidden-path?token=hidden-query");
  await hub.subscribe(callback, { "hub.secret": "hidden-secret" });
  await hub.settle(callback);
  const env = collector.environment;
  const importing = cliCommand("import", ["--replace-all", "--yes", "tests/fixtures/import/own.json"], hub.kvPath, {
    env,
  }).spawn();
  await spanOf("import");
  // Killed instead of awaited: Deno's exporter, which is flushed at exit, once hung.
  importing.kill("SIGKILL");
  await importing.output();

  await t.step("/readyz is 200", async () => {
    const ready = await fetch(`${server.origin}/readyz`);
    assert.deepEqual([ready.status, await ready.json()], [200, { status: "ready", content: "imported" }]);
  });

  const paths = [
    "/api/reviews/search?query=hidden-word",
    "/api/reviews/search?rating=9",
    "/hidden@mail.example",
    "/metrics",
  ];
  for (const path of paths) await ask(path);
  const text = await (await metricsOf(server)).text();
  const samples = samplesOf(text);

  await t.step("metrics count requests by declared path, and exchanges by result", () => {
    const value = (key: string) => samples.get(key);
    assert.equal(value('reviews_http_requests_total{route="/api/reviews/search",status="200"}'), 1);
    assert.equal(value('reviews_http_requests_total{route="/api/reviews/search",status="400"}'), 1);
    assert.equal(value('reviews_http_requests_total{route="unknown",status="404"}'), 2);
    assert.equal(value('reviews_http_request_duration_seconds_count{route="/api/reviews/search"}'), 2);
    assert.equal(value('reviews_hub_exchanges_total{kind="verification",result="2xx"}'), 2);
    assert.ok((value('reviews_hub_exchanges_total{kind="distribution",result="2xx"}') ?? 0) >= 4);
    assert.ok((value('reviews_hub_exchange_duration_seconds_count{kind="distribution"}') ?? 0) >= 4);
    assert.equal(value("reviews_store_available"), 1);
    assert.ok((value("process_resident_memory_bytes") ?? 0) > 10_000_000);
  });

  await t.step("metrics are a GET on a port of their own", async () => {
    const response = await metricsOf(server);
    assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    await response.body?.cancel();
    for (
      const [path, method, status] of [["/", "GET", 404], ["/reviews.json", "GET", 404], ["/metrics", "POST", 405]]
    ) {
      const other = await metricsOf(server, String(path), { method: String(method) });
      await other.body?.cancel();
      assert.equal(other.status, status, `${method} ${path}`);
    }
  });

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

  await t.step("the same metrics come through OpenTelemetry", async () => {
    const names = text.match(/^# TYPE \S+/gm)?.map((line) => line.slice("# TYPE ".length)) ?? [];
    const filled = names.filter((name) => [...samples.keys()].some((key) => key.startsWith(name)));
    assert.ok(filled.length > 15, `${filled}`);
    for (const name of filled) {
      const [, plain = "", unit = ""] = /^(.+?)(?:_(seconds|bytes))?(?:_total)?$/.exec(name) ?? [];
      const sent = `${plain} ${{ seconds: "s", bytes: "By" }[unit] ?? ""}`.trim();
      await find(({ metrics }) => metrics.has(sent) || undefined);
    }
  });

  await t.step("a request has its route, and its line of the log belongs to it", async () => {
    const { attributes, traceId } = await spanOf("GET /api/reviews/search");
    assert.deepEqual(attributes["http.route"], ["/api/reviews/search"]);
    assert.deepEqual(attributes["http.response.status_code"], ["200"]);
    const line = await find(({ logs }) => logs.find((log) => log.traceId === traceId));
    assert.deepEqual([line.severity, JSON.parse(line.body).message], ["INFO", "request"]);
  });

  await t.step("an import leads to its publication and on to the deliveries", async () => {
    const imported = await spanOf("import");
    const published = await spanOf("websub publish", ({ parentSpanId }) => parentSpanId === imported.spanId);
    assert.equal(published.traceId, imported.traceId);
    const delivered = await spanOf(
      "websub distribution",
      ({ links, attributes }) =>
        links[0]?.spanId === published.spanId && attributes["server.address"]?.[0] === callback.host,
    );
    assert.notEqual(delivered.traceId, imported.traceId);
    assert.deepEqual(delivered.attributes["http.response.status_code"], ["200"]);
  });

  await t.step("a subscription request leads to its verification and to what it writes", async () => {
    const challenge = await spanOf("websub challenge");
    const verification = await spanOf("websub verification", ({ spanId }) => spanId === challenge.parentSpanId);
    const [origin] = verification.links;
    const request = await spanOf("POST /api/websub/hub", ({ spanId }) => spanId === origin?.spanId);
    await spanOf("store commit", ({ traceId }) => traceId === request.traceId);
    await spanOf("websub job verify");
  });

  await t.step("no URL, no search text and nothing of a callback beyond its host leaves the service", async () => {
    await find(({ logs }) => logs.find(({ body }) => body.includes('"status":404')));
    await spanOf("GET", ({ attributes }) => attributes["http.response.status_code"]?.[0] === "404");
    const named = collected.spans.flatMap(({ attributes }) => Object.keys(attributes));
    assert.deepEqual(named.filter((name) => name.startsWith("url.") && name !== "url.scheme"), []);
    for (const body of [...collected.bodies, text]) assert.doesNotMatch(body, /hidden|import\/own/);
  });
});

/** Attributes by name, all values as text; a repeated name has all its values. */
type Attributes = Readonly<Record<string, readonly string[]>>;

/** A span as a collector receives it. */
interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A log record as a collector receives it. */
interface CollectedLog {
  readonly body: string;
  readonly severity: string;
  readonly traceId: string;
}

/** Spans, metrics and log records received so far. */
interface Collected {
  /** Every request body, unchanged. */
  readonly bodies: string[];
  readonly spans: CollectedSpan[];
  readonly logs: CollectedLog[];
  /** Names of metrics, with their units. */
  readonly metrics: Set<string>;
}

/** A fake OpenTelemetry collector: OTLP over HTTP, in JSON. */
interface OtlpCollector extends AsyncDisposable {
  /** Environment that makes a program send to this collector. */
  readonly environment: Readonly<Record<string, string>>;
  readonly collected: Collected;
  /** Resolves with the first match in the received data, past or future. */
  readonly find: <T>(look: (collected: Collected) => T | undefined) => Promise<T>;
}

interface Value {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly SentLog[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string; readonly unit: string }[] }[];
  }[];
}

type SentSpan = Omit<CollectedSpan, "attributes"> & { readonly attributes: readonly Value[] };

interface SentLog {
  readonly body: { readonly stringValue: string };
  readonly severityText: string;
  readonly traceId: string;
}

/** Starts a collector. */
function startOtlpCollector(): OtlpCollector {
  const collected: Collected = { bodies: [], spans: [], logs: [], metrics: new Set() };
  const waiting = new Set<() => void>();

  function take(text: string): void {
    collected.bodies.push(text);
    const { resourceSpans = [], resourceLogs = [], resourceMetrics = [] }: Export = JSON.parse(text);
    for (const { spans } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)) {
      for (const span of spans) collected.spans.push({ ...span, attributes: attributesOf(span.attributes) });
    }
    for (const { logRecords } of resourceLogs.flatMap(({ scopeLogs }) => scopeLogs)) {
      for (const { body, severityText: severity, traceId } of logRecords) {
        collected.logs.push({ body: body.stringValue, severity, traceId });
      }
    }
    for (const { metrics } of resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics)) {
      for (const { name, unit } of metrics) collected.metrics.add(`${name} ${unit}`.trim());
    }
    for (const look of waiting) look();
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    take(await request.text());
    return Response.json({});
  });
  return {
    environment: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_BLRP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "300",
    },
    collected,
    find: <T>(look: (collected: Collected) => T | undefined) => {
      const found = Promise.withResolvers<T>();
      const again = () => {
        const result = look(collected);
        if (result === undefined) return;
        waiting.delete(again);
        found.resolve(result);
      };
      waiting.add(again);
      again();
      return within(String(look), found.promise);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function attributesOf(values: readonly Value[]): Attributes {
  const found: Record<string, string[]> = {};
  for (const { key, value } of values) (found[key] ??= []).push(...Object.values(value).map(String));
  return found;
}
