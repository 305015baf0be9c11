import { within } from "./within.ts";

/** Attributes by name, all values as text; a name that comes twice has both. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

/** A span as a collector receives it. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A record of a log as a collector receives it. */
export interface CollectedLog {
  readonly body: string;
  readonly severity: string;
  readonly traceId: string;
}

/** What has been received so far. */
export interface Collected {
  /** Every body, as it was sent. */
  readonly bodies: string[];
  readonly spans: CollectedSpan[];
  readonly logs: CollectedLog[];
  /** Names of metrics, with their units. */
  readonly metrics: Set<string>;
}

/** A stand-in for a collector of OpenTelemetry: OTLP over HTTP, in JSON. */
export interface OtlpCollector extends AsyncDisposable {
  /** What a program is to be started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly collected: Collected;
  /** Resolves with the first thing that is found in what was received, now or later. */
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
export function startOtlpCollector(): OtlpCollector {
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
      return within(60, String(look), found.promise);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function attributesOf(values: readonly Value[]): Attributes {
  const found: Record<string, string[]> = {};
  for (const { key, value } of values) (found[key] ??= []).push(...Object.values(value).map(String));
  return found;
}
