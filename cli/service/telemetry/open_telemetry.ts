import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  metrics as globalMetrics,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Span, TraceParent, Tracing } from "../../../domain/tracing.ts";
import { ConfigurationError } from "../configuration_value.ts";
import type { Metric } from "./metric.ts";
import { SERVICE } from "../../../domain/service.ts";

/** Deno's OpenTelemetry, in a program started with `OTEL_DENO=true`. */
export interface OpenTelemetry {
  readonly tracing: Tracing;
  /** Sets the route (`http.route`) on Deno's span of the current request. */
  readonly nameRoute: (method: string, route: string) => void;
  /** True while a span is active. */
  readonly isTraced: () => boolean;
  /** Exports metrics whenever Deno collects them. `prepare` refreshes the sources for the next export. */
  readonly exportMetrics: (all: readonly Metric[], prepare: () => Promise<unknown>) => void;
}

const UNITS = [["_seconds", "s"], ["_bytes", "By"]] as const;

/** Makes the adapter to the API that Deno has registered. */
export function openTelemetry(): OpenTelemetry {
  const tracer = trace.getTracer(SERVICE.name, SERVICE.version);
  return {
    isTraced: () => trace.getActiveSpan() !== undefined,
    nameRoute: (method, route) => {
      const span = trace.getActiveSpan();
      span?.setAttribute("http.route", route);
      span?.updateName(`${method} ${route}`);
    },
    tracing: {
      traced: (name, { attributes = {}, parent, link, isClient = false }, work) => {
        const linked = spanContextOf(link ?? null);
        const options = {
          kind: isClient ? SpanKind.CLIENT : SpanKind.INTERNAL,
          attributes,
          ...linked === null ? {} : { links: [{ context: linked }] },
        };
        const within = parent === undefined && link === undefined ? context.active() : contextOf(parent ?? null);
        return tracer.startActiveSpan(name, options, within, (span) => finished(span, work));
      },
      traceParent: () => {
        const span = trace.getActiveSpan()?.spanContext();
        if (span === undefined || !isSpanContextValid(span)) return null;
        return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
      },
    },
    exportMetrics: (all, prepare) => {
      const meter = globalMetrics.getMeter(SERVICE.name, SERVICE.version);
      for (const metric of all) {
        const { name, help: description } = metric;
        const [suffix = "", unit = ""] = UNITS.find(([suffix]) => name.replace(/_total$/, "").endsWith(suffix)) ?? [];
        const options = { description, unit };
        // Without unit and `_total`, which translators to Prometheus add again.
        const plain = name.replace(/_total$/, "").slice(0, suffix === "" ? undefined : -suffix.length);
        if (metric.kind === "histogram") {
          const advice = { explicitBucketBoundaries: [...metric.bounds] };
          const histogram = meter.createHistogram(plain, { ...options, advice });
          metric.onValue = (value, labels) => histogram.record(value, labels);
          continue;
        }
        const instrument = metric.kind === "counter"
          ? meter.createObservableCounter(plain, options)
          : meter.createObservableGauge(plain, options);
        instrument.addCallback((result) => {
          // For the next export: Deno does not await callbacks when the process ends.
          void prepare().catch(() => {});
          for (const { labels, value } of metric.samples()) result.observe(value, labels);
        });
      }
    },
  };
}

async function finished<T>(span: OtelSpan, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work({
      note: (attributes: Attributes) => void span.setAttributes(attributes),
      fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
    });
  } catch (error) {
    // Only the name: the message may contain personal data.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}

function contextOf(parent: TraceParent | null): Context {
  const span = spanContextOf(parent);
  return span === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span);
}

/** Parses a `traceparent` (W3C Trace Context 3.2.2); null if it is invalid. */
function spanContextOf(parent: TraceParent | null) {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(parent ?? "") ??
      [];
  const span = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? span : null;
}

/** Attributes of Deno's request span with the URL, which has search texts and arbitrary paths. */
const HIDDEN: ReadonlySet<string> = new Set(["url.full", "url.path", "url.query"]);
const GIVE_UP_AFTER_MS = 5000;

/**
 * Keeps URLs of requests out of traces. Deno sets the URL on its span before the request is handled; it cannot be
 * overwritten or switched off. So the prototype of spans ignores these attributes. One request tests that, because Deno
 * may change how it sets them.
 *
 * @param isTried False on Deno Deploy, which takes the first server of a process for the service.
 * @throws {ConfigurationError} If Deno would still send the URL.
 */
export async function guardQueries(isTried: boolean): Promise<void> {
  const probe = trace.getTracer("probe").startSpan("probe");
  // A span of another class means that tracing is off, by `OTEL_DENO_TRACING=false` or the sampler.
  const prototype: unknown = Object.getPrototypeOf(probe);
  probe.end();
  let hidden = 0;
  if (isSpanPrototype(prototype)) {
    const set = prototype.setAttribute;
    prototype.setAttribute = function (name, value) {
      if (!HIDDEN.has(name)) return set.call(this, name, value);
      hidden++;
      return this;
    };
  }
  const isTraced = isTried && await wasTraced();
  if (!isTraced || hidden > 0) return;
  throw new ConfigurationError(
    `OTEL_DENO is "true", but Deno ${Deno.version.deno} would send the text of searches in traces; allowed is ` +
      "OTEL_DENO_TRACING=false as well, or another version of Deno.",
  );
}

interface SpanPrototype {
  setAttribute: (this: unknown, name: string, value: unknown) => unknown;
}

function isSpanPrototype(value: unknown): value is SpanPrototype {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "setAttribute") === "function";
}

/** True if a request to a server of this process has a span. */
async function wasTraced(): Promise<boolean> {
  let isTraced = false;
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    isTraced = trace.getActiveSpan() !== undefined;
    return new Response(null, { status: 204 });
  });
  await fetch(`http://127.0.0.1:${server.addr.port}/?query=probe`, { signal });
  return isTraced;
}
