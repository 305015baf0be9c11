import type { z } from "zod";
import { quoted } from "../wording/quoted.ts";

const MOST_SHOWN = 80;
const MOST_UNKNOWN = 10;

/**
 * The faults of a tool's arguments, one line each: path, what is expected, and the given value. REST reports the same
 * issues.
 */
export function argumentFaults(issues: readonly z.core.$ZodIssue[], given: unknown): readonly string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.map(String).join(".");
    if (lines.has(name)) continue;
    const found = valueAt(given, path);
    lines.set(name, `${name}: ${message}${found === undefined ? "" : `, got ${shown(found)}`}`);
  }
  return [...lines.values()];
}

/** The fault of arguments that a tool does not have, as one line that names those it has; empty if there are none. */
export function unknownArguments(tool: string, given: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MOST_UNKNOWN).map((name) => quoted(name, MOST_SHOWN)).join(", ") +
    (unknown.length > MOST_UNKNOWN ? `, and ${unknown.length - MOST_UNKNOWN} more` : "");
  const has = known.length === 0 ? "has no arguments" : `has ${known.join(", ")}`;
  return [`${names}: No such ${unknown.length === 1 ? "argument" : "arguments"}; ${tool} ${has}`];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined,
    value,
  );
}

function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value, MOST_SHOWN);
  const json = JSON.stringify(value) ?? String(value);
  return json.length > MOST_SHOWN ? `${json.slice(0, MOST_SHOWN)}…` : json;
}
