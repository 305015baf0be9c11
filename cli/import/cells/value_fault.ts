/** What a reader answers for a value that is not right. */
export class ValueFault {
  /**
   * @param allowed What would be right, as a phrase that completes "expected".
   */
  constructor(readonly allowed: string) {}
}

/**
 * Makes a value of a file fit to be shown to the operator: on one line, without control characters,
 * which must not reach the terminal, and of at most 80 characters.
 */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return [...text.slice(0, 160)].slice(0, 80).join("").replace(/\p{Cc}/gu, " ").toWellFormed();
}
