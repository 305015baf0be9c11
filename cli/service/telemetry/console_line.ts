import type { LogLevel } from "../configuration.ts";

/**
 * Writes a line of the log through the console, which is what Deno sends as a record of OpenTelemetry, with the span that
 * is under way. `OTEL_DENO_CONSOLE` says whether it is printed as well.
 */
export function consoleLine(level: LogLevel, line: string): void {
  // deno-lint-ignore no-console
  console[level](line);
}
