/**
 * Names a span, wherever it was made: the value of a `traceparent` field (W3C Trace Context 3.2.2). Kept with what the
 * span has made, so that what follows from it can be linked to it.
 */
export type TraceParent = string;

/** What is said of a span. Never search texts, secrets, or callbacks beyond their host. */
export interface SpanFacts {
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** What it follows from: it becomes a part of that trace. */
  readonly parent?: TraceParent | null;
  /** What it follows from among others: it begins a trace of its own, with a link. */
  readonly link?: TraceParent | null;
  /** Whether it speaks with another program. */
  readonly isClient?: boolean;
}

/** A span that is under way. */
export interface Span {
  /** Adds what became known only now. */
  readonly note: (attributes: Readonly<Record<string, string | number | boolean>>) => void;
  /** Says that it has failed, in a word; what throws has failed by itself. */
  readonly fail: (reason: string) => void;
}

/** Makes spans. */
export interface Tracing {
  /** Does work as a span; with neither parent nor link it is a part of what is going on. */
  readonly traced: <T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>) => Promise<T>;
  /** The span that is under way here; null without one. */
  readonly traceParent: () => TraceParent | null;
}

const SILENT: Span = { note: () => {}, fail: () => {} };

/** Without tracing work is done as it is. */
const UNTRACED: Tracing = { traced: (_name, _facts, work) => work(SILENT), traceParent: () => null };

let tracing = UNTRACED;

/** Has spans made from now on; called once, at the start of a program that is traced. */
export function useTracing(made: Tracing): void {
  tracing = made;
}

/** Does work as a span, where this program is traced. */
export function traced<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing.traced(name, facts, work);
}

/** Whether this program is traced. */
export function isTraced(): boolean {
  return tracing !== UNTRACED;
}

/** The span that is under way here; null without one, and where this program is not traced. */
export function traceParent(): TraceParent | null {
  return tracing.traceParent();
}
