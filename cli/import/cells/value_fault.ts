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
