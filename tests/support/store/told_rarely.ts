import assert from "node:assert/strict";

type Line = Readonly<Record<string, unknown>>;

/** The same fault is told again after ten seconds and later, another one after a second (`repeated_fault.ts`). */
const SAME_MS = 9000;
const OTHER_MS = 500;

/** Asserts that there are errors in a log, and that none is told again and again, however long the test has taken. */
export function assertToldRarely(log: readonly Line[]): void {
  const errors = log.filter(({ level }) => level === "error");
  assert.ok(errors.length > 0, "No error was told.");
  const last = new Map<unknown, Line>();
  for (const line of errors) {
    const before = last.get(line["message"]);
    last.set(line["message"], line);
    if (before === undefined) continue;
    const gap = Date.parse(String(line["time"])) - Date.parse(String(before["time"]));
    const least = line["reason"] === before["reason"] ? SAME_MS : OTHER_MS;
    assert.ok(gap >= least, `told after ${gap} ms again: ${JSON.stringify([before, line])}`);
  }
  assert.ok(last.size <= 3, `${last.size} kinds of errors`);
}
