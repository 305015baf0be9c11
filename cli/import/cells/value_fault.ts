/** The result of parsing an invalid value. */
export class ValueFault {
  /** @param allowed What is expected, as a phrase that completes "expected". */
  constructor(readonly allowed: string) {}
}

/**
 * A value of a file for display: on one line, at most 80 characters, and without control and invisible characters, which
 * must not reach the terminal.
 */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return [...text.slice(0, 160)].slice(0, 80).join("").replace(/\p{Cc}/gu, " ").replace(/\p{C}/gu, "\ufffd");
}

/** Names of columns or members for display; the first 40 of many. */
export function listedNames(names: readonly string[]): string {
  const more = names.length > 40 ? ` and ${names.length - 40} more` : "";
  return names.slice(0, 40).map(shownValue).join(", ") + more;
}
