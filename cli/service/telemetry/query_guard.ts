import { trace } from "@opentelemetry/api";
import { ConfigurationError } from "../configuration_value.ts";

/** What Deno's own span of a request tells of its URL, the text of a search and every path that somebody made up. */
const HIDDEN: ReadonlySet<string> = new Set(["url.full", "url.path", "url.query"]);
const GIVE_UP_AFTER_MS = 5000;

/**
 * Keeps URLs of requests out of traces. Deno gives its span of a request the whole URL before the request is handled, a
 * second value of an attribute does not take the place of the first, and no variable leaves it out; so spans refuse
 * these attributes. It is tried with one request, as nothing promises that Deno sets them so.
 *
 * @param isTried Not on Deno Deploy, which takes the first server of a process for the service.
 * @throws {ConfigurationError} If the URL would be sent all the same.
 */
export async function guardQueries(isTried: boolean): Promise<void> {
  const probe = trace.getTracer("probe").startSpan("probe");
  // Tracing is off, with `OTEL_DENO_TRACING=false`, or by its sampler for this one.
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
    `OTEL_DENO is "true", but Deno ${Deno.version.deno} would send the text of every search with its traces; allowed is ` +
      "OTEL_DENO_TRACING=false beside it, or another version of Deno.",
  );
}

interface SpanPrototype {
  setAttribute: (this: unknown, name: string, value: unknown) => unknown;
}

function isSpanPrototype(value: unknown): value is SpanPrototype {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "setAttribute") === "function";
}

/** Whether a request to a server of this process has a span. */
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
