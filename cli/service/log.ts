import { escapedControls } from "../command/escaped_controls.ts";
import type { LogLevel } from "./configuration.ts";

/** Members of a log line. Never personal data: no addresses, search texts or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes structured log lines. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
  /** Writes buffered lines. */
  readonly flush: () => void;
}

/** Output of a log. */
export interface LogOptions {
  readonly level: LogLevel;
  readonly format: "pretty" | "json";
  /** Writes all of the bytes. */
  readonly write: (bytes: Uint8Array) => void;
  readonly now: () => Date;
  /** Takes the place of `write`: is given each line at once, without its line feed. */
  readonly emit?: ((level: LogLevel, line: string) => void) | undefined;
}

const SEVERITY: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };
const FLUSH_AFTER_MS = 100;
const FLUSH_AT_LENGTH = 32_768;
const encoder = new TextEncoder();

/**
 * Creates a log. Lines below `warn` are buffered for up to a tenth of a second: one write per line halved the requests
 * per second.
 */
export function createLog({ level, format, write, now, emit }: LogOptions): Log {
  let held = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [lastTime, lastStamp] = [NaN, ""];
  // Cached: formatting the time for every line took as long as the rest of the line.
  function stamp(): string {
    const time = now().getTime();
    if (time !== lastTime) [lastTime, lastStamp] = [time, new Date(time).toISOString()];
    return lastStamp;
  }
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held === "") return;
    const lines = held;
    held = "";
    write(encoder.encode(lines));
  }
  function line(severity: LogLevel, message: string, fields: LogFields = {}): void {
    if (SEVERITY[severity] < SEVERITY[level]) return;
    const text = (format === "json" ? jsonLine : prettyLine)(severity, message, fields, stamp());
    if (emit !== undefined) return emit(severity, text);
    held += text + "\n";
    if (SEVERITY[severity] >= SEVERITY.warn || held.length >= FLUSH_AT_LENGTH) return flush();
    timer ??= setTimeout(flush, FLUSH_AFTER_MS);
  }
  return {
    debug: (message, fields) => line("debug", message, fields),
    info: (message, fields) => line("info", message, fields),
    warn: (message, fields) => line("warn", message, fields),
    error: (message, fields) => line("error", message, fields),
    flush,
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
