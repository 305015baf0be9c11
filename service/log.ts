import { escapedControls } from "../terminal/print.ts";
import type { Configuration, LogLevel } from "./configuration.ts";
import { LineQueue, type WriteSome } from "./line_queue.ts";

/** Members of a log line, without personal data: no addresses, search texts or secrets. */
type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes structured log lines. */
export type Log = ReturnType<typeof createLog>;

/** Output of a log. */
export interface LogOptions {
  readonly level: LogLevel;
  readonly format: "pretty" | "json";
  /** Writes all or a part. Its errors, such as a closed pipe, do not reach the program that logs. */
  readonly write: WriteSome;
  readonly now: () => Date;
  /** Replaces `write`: called with each line at once, without its line feed. */
  readonly emit?: ((level: LogLevel, line: string) => void) | undefined;
}

const SEVERITY: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Creates the log of a program on one of its streams: readable on a terminal and JSON elsewhere, unless it is set. */
export function streamLog(
  { logLevel: level, logFormat }: Pick<Configuration, "logLevel" | "logFormat">,
  to: typeof Deno.stdout | typeof Deno.stderr = Deno.stdout,
  emit?: LogOptions["emit"],
): Log {
  const format = logFormat ?? (to.isTerminal() ? "pretty" : "json");
  return createLog({ level, format, write: (bytes) => to.write(bytes), now: () => new Date(), emit });
}

/** Creates a log. A stalled reader costs lines, never time. Lines of `warn` and above are written at once. */
export function createLog({ level, format, write, now, emit }: LogOptions) {
  const stamp = () => now().toISOString();
  const textOf = format === "json" ? jsonLine : prettyLine;
  const queue = new LineQueue(write, (lines) => textOf("warn", "log lines were dropped here", { lines }, stamp()));
  let hasEnded = false;
  function line(severity: LogLevel, message: string, fields: LogFields = {}): void {
    if (hasEnded || SEVERITY[severity] < SEVERITY[level]) return;
    const text = textOf(severity, message, fields, stamp());
    if (emit !== undefined) return emit(severity, text);
    queue.add(text, SEVERITY[severity] >= SEVERITY.warn);
  }
  return {
    info: (message: string, fields?: LogFields) => line("info", message, fields),
    warn: (message: string, fields?: LogFields) => line("warn", message, fields),
    error: (message: string, fields?: LogFields) => line("error", message, fields),
    /** See `LineQueue.flush`. */
    flush: () => queue.flush(),
    /** Writes a last line and flushes. Later lines are dropped. */
    end: async (message: string) => {
      line("info", message);
      hasEnded = true;
      await queue.flush();
    },
    /** Number of lines dropped because the reader was too slow. */
    dropped: () => queue.dropped,
  };
}

function jsonLine(level: LogLevel, message: string, fields: LogFields, time: string): string {
  const start = `{"time":"${time}","level":"${level}","message":${JSON.stringify(message)}`;
  const rest = JSON.stringify(fields);
  return rest === "{}" ? `${start}}` : `${start},${rest.slice(1)}`;
}

function prettyLine(level: LogLevel, message: string, fields: LogFields, time: string): string {
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`).join("");
  const shown = escapedControls(message + rest);
  const tag = level === "info" ? "" : `${level.toUpperCase()} `;
  return `${time.slice(11, 19)} ${tag}${shown}`;
}
