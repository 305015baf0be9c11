/** How bad a finding is, the least first. */
export const STATUSES = ["ok", "warning", "fault"] as const;

/** What one check found. */
export interface Finding {
  /** What was looked at, in a word. */
  readonly check: string;
  readonly status: typeof STATUSES[number];
  /** What there is: sentences. */
  readonly text: string;
  /** What the operator can do: sentences; null where nothing has to be done. */
  readonly advice: string | null;
}

/** A check that found everything in order. */
export function ok(check: string, text: string): Finding {
  return { check, status: "ok", text, advice: null };
}

/** Something that works, and that the operator should look at. */
export function warning(check: string, text: string, advice: string): Finding {
  return { check, status: "warning", text, advice };
}

/** Something that does not work. */
export function fault(check: string, text: string, advice: string | null = null): Finding {
  return { check, status: "fault", text, advice };
}
