import { traced, useTracing } from "../../../domain/tracing.ts";
import { isDenoDeploy, type ReadVariable } from "../store/kv_location.ts";
import type { LogLevel } from "../configuration.ts";
import type { OpenTelemetry } from "./open_telemetry.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import type { StoreCall, WatchCall } from "../../../domain/store/watched_store.ts";

/**
 * Starts OpenTelemetry if the program was started with it (`OTEL_DENO=true`); otherwise loads nothing of it.
 *
 * @param servesRequests True if the program answers requests, whose URLs must not be sent with traces.
 * @returns Null if it is off.
 * @throws {ConfigurationError} If search texts would be sent with traces.
 */
export async function startTelemetry(
  variable: ReadVariable,
  servesRequests: boolean,
): Promise<OpenTelemetry | null> {
  if (variable("OTEL_DENO") !== "true") return null;
  const { guardQueries, openTelemetry } = await import("./open_telemetry.ts");
  if (servesRequests) await guardQueries(!isDenoDeploy(variable));
  const started = openTelemetry();
  useTracing(started.tracing);
  return started;
}

/**
 * Writes a log line to the console, which Deno sends as an OpenTelemetry record with the current span.
 * `OTEL_DENO_CONSOLE` decides whether it is printed as well.
 */
export function consoleLine(level: LogLevel, line: string): void {
  // deno-lint-ignore no-console
  console[level](line);
}

/** Makes a watcher that counts failed calls of the store. */
export function countingErrors(count: (call: StoreCall, error: string) => void): WatchCall {
  return async (call, work) => {
    try {
      return await work();
    } catch (error) {
      count(call, errorName(error));
      throw error;
    }
  };
}

/** Returns one of a few names: the message of an error may contain anything. */
function errorName(error: unknown): string {
  if (error instanceof StoreTroubleError) return error.fault;
  return /database is locked/.test(String(error)) ? "locked_for_now" : "other";
}

/**
 * Makes a watcher with a span for each call inside another span, so not for polls by timers.
 *
 * @param isTraced True while a span is active.
 */
export function tracingCalls(watch: WatchCall, isTraced: () => boolean): WatchCall {
  return (call, work, isFurther = false) => {
    if (isFurther || !isTraced()) return watch(call, work, isFurther);
    const attributes = { "db.system.name": "deno.kv", "db.operation.name": call };
    return traced(`store ${call}`, { attributes, isClient: true }, () => watch(call, work));
  };
}
