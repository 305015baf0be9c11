import assert from "node:assert/strict";
import { startHub } from "../support/hub/hub_under_test.ts";
import { type TestServer, within } from "../support/service/test_server.ts";

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

Deno.test("metrics show the service's work, and Deno's telemetry adds spans of requests and the log", async (t) => {
  await using collector = startOtlpCollector();
  await using hub = await startHub({ ...collector.environment, METRICS_ADDR: "127.0.0.1:0" });
  const { server } = hub;
  const ask = async (path: string) => await (await fetch(`${server.origin}${path}`)).body?.cancel();
  const callback = hub.callback("/hidden-path?token=hidden-query");
  await hub.subscribe(callback, { "hub.secret": "hidden-secret" });
  await hub.settle(callback);

  const searches = ["?query=searched-word", "?rating=9"].map((query) => `/api/reviews/search${query}`);
  for (const path of [...searches, "/searched@mail.example", "/metrics"]) await ask(path);
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
    const others = [["/", "GET", 404], ["/reviews.json", "GET", 404], ["/metrics", "POST", 405]] as const;
    for (const [path, method, status] of others) {
      const other = await metricsOf(server, path, { method });
      await other.body?.cancel();
      assert.equal(other.status, status, `${method} ${path}`);
    }
  });

  await t.step("each span is Deno's and has the method, the URL and the status of a request", async () => {
    await collector.find(({ spans }) => spans.some((span) => span["url.query"] === "query=searched-word"));
    const requests = collector.spans.filter(({ scope }) => scope !== "deno deno.cron");
    for (const span of requests) {
      const members = "http.request.method http.response.status_code scope url.full url.path url.query url.scheme";
      assert.equal(Object.keys(span).toSorted().join(" "), members);
      assert.match(span["scope"] ?? "", /^deno (?:GET|POST)$/);
    }
  });

  await t.step("the log arrives with Deno's metrics alone, and nothing of subscribers leaves the service", async () => {
    await collector.find(({ text }) => text().includes('\\"message\\":\\"request\\"'));
    await collector.find(({ text }) => text().includes("http.server.request.duration"));
    assert.doesNotMatch(collector.text(), /hidden|reviews_|websub\./);
    assert.doesNotMatch(text, /hidden|searched/);
  });
});

/** The members of a request in JSON that the collector reads. */
interface Export {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly {
        readonly name: string;
        readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
      }[];
    }[];
  }[];
}

/** Starts a fake OpenTelemetry collector: OTLP over HTTP, in JSON. */
function startOtlpCollector() {
  const bodies: string[] = [];
  /** Attributes of each span by name, with its library and name as `scope`. */
  const spans: Readonly<Record<string, string>>[] = [];
  const waiting = new Set<() => void>();
  const received = { spans, text: () => bodies.join("\n") };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = await request.text();
    bodies.push(body);
    const { resourceSpans = [] }: Export = JSON.parse(body);
    for (const { scope, spans: sent } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)) {
      for (const { name, attributes } of sent) {
        const values = attributes.map(({ key, value }) => [key, Object.values(value).join()] as const);
        spans.push({ scope: `${scope.name} ${name}`, ...Object.fromEntries(values) });
      }
    }
    for (const look of waiting) look();
    return Response.json({});
  });
  return {
    ...received,
    /** Environment that makes a program send to this collector. */
    environment: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_BLRP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "300",
    },
    /** Resolves when the received data meets a condition. */
    find: (holds: (collector: typeof received) => boolean) => {
      const found = Promise.withResolvers<void>();
      const look = () => holds(received) && found.resolve();
      waiting.add(look);
      look();
      return within(String(holds), found.promise);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
