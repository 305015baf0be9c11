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
import { SERVICE } from "../../../domain/service.ts";
import type { Span, TraceParent, Tracing } from "../../../domain/tracing.ts";
import type { Metric } from "./metric.ts";

/** OpenTelemetry as Deno has it, for a program that was started with `OTEL_DENO=true`. */
export interface OpenTelemetry {
  readonly tracing: Tracing;
  /** Names the route of the request that is being answered, on Deno's own span (`http.route`). */
  readonly nameRoute: (method: string, route: string) => void;
  /** Whether something is going on that is traced. */
  readonly isTraced: () => boolean;
  /** Hands over metrics whenever Deno asks for them; `prepare` reads anew what the next ones are made of. */
  readonly exportMetrics: (all: readonly Metric[], prepare: () => Promise<unknown>) => void;
}

const UNITS = [["_seconds", "s"], ["_bytes", "By"]] as const;

/** Makes it. The libraries of the API are those that Deno has registered itself. */
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
        // Whoever translates the names for Prometheus adds unit and `_total` again.
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
          // For the next time: Deno waits for no callback when the process ends.
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
    // Its text may hold anything.
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

/** What a `traceparent` says (W3C Trace Context 3.2.2); null for one that says nothing. */
function spanContextOf(parent: TraceParent | null) {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(parent ?? "") ??
      [];
  const span = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? span : null;
}
