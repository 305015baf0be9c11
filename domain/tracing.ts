/**
 * Identifies a span of any process: value of a `traceparent` field (W3C Trace Context 3.2.2). Stored with the results
 * of the span, so that later spans can link to it.
 */
export type TraceParent = string;

/** Facts about a span. Must not contain search texts, secrets, or more of a callback than its host. */
export interface SpanFacts {
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Parent span: the new span joins its trace. */
  readonly parent?: TraceParent | null;
  /** Linked span: the new span starts a separate trace. */
  readonly link?: TraceParent | null;
  /** True for a client span, i.e. an outgoing call. */
  readonly isClient?: boolean;
}

/** An open span. */
export interface Span {
  /** Adds attributes that became known during the span. */
  readonly note: (attributes: Readonly<Record<string, string | number | boolean>>) => void;
  /** Marks the span as failed, with a short reason. If the work throws, the span is marked automatically. */
  readonly fail: (reason: string) => void;
}

/** Makes spans. */
export interface Tracing {
  /** Runs work inside a span. Without parent or link the span is a child of the current one. */
  readonly traced: <T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>) => Promise<T>;
  /** The current span; null without one. */
  readonly traceParent: () => TraceParent | null;
}

const SILENT: Span = { note: () => {}, fail: () => {} };

/** Tracing while it is off: runs the work and records nothing. */
const UNTRACED: Tracing = { traced: (_name, _facts, work) => work(SILENT), traceParent: () => null };

let tracing = UNTRACED;

/** Installs tracing. Programs that trace call this once, at their start. */
export function useTracing(made: Tracing): void {
  tracing = made;
}

/** Runs work inside a span if tracing is on (see {@linkcode Tracing}). */
export function traced<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing.traced(name, facts, work);
}

/** Whether tracing is on. */
export function isTraced(): boolean {
  return tracing !== UNTRACED;
}

/** The current span; null without one, or while tracing is off. */
export function traceParent(): TraceParent | null {
  return tracing.traceParent();
}
