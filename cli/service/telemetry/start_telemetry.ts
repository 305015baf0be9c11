import { useTracing } from "../../../domain/tracing.ts";
import { isDenoDeploy } from "../kv_location.ts";
import type { LogLevel } from "../configuration.ts";
import type { OpenTelemetry } from "./open_telemetry.ts";

/**
 * Begins to use OpenTelemetry where the program was started with it (`OTEL_DENO=true`), and loads nothing of it elsewhere.
 *
 * @param servesRequests Whether requests of clients are answered, whose URLs are not to leave with traces.
 * @returns null where it is off.
 * @throws {ConfigurationError} If the text of searches would leave with traces.
 */
export async function startTelemetry(
  variable: (name: string) => string | undefined,
  servesRequests: boolean,
): Promise<OpenTelemetry | null> {
  if (variable("OTEL_DENO") !== "true") return null;
  const [{ openTelemetry }, { guardQueries }] = await Promise.all([
    import("./open_telemetry.ts"),
    import("./query_guard.ts"),
  ]);
  if (servesRequests) await guardQueries(!isDenoDeploy(variable));
  const started = openTelemetry();
  useTracing(started.tracing);
  return started;
}

/**
 * Writes a line of the log through the console, which is what Deno sends as a record of OpenTelemetry, with the span that
 * is under way. `OTEL_DENO_CONSOLE` says whether it is printed as well.
 */
export function consoleLine(level: LogLevel, line: string): void {
  // deno-lint-ignore no-console
  console[level](line);
}
