import assert from "node:assert/strict";
import { MemoryBook } from "../../soak/soak_report.ts";
import { Findings } from "../../soak/findings.ts";

/** The memory record of a process that ran for an hour, with a sample each minute. */
function memoryOf(mebibytes: (minute: number) => number) {
  const findings = new Findings(() => {}, new AbortController().signal);
  const book = new MemoryBook([], findings);
  for (let minute = 0; minute <= 60; minute++) {
    const memory = mebibytes(minute);
    book.samples.push({ at: minute * 60_000, service: "first", life: 1, memory, descriptors: 10 });
  }
  return { book, findings };
}

Deno.test("stable memory is no fault, even if it swings; growing memory is one", () => {
  const cases = [
    { name: "flat", mebibytes: (minute: number) => 200 + 40 * (minute % 2), isGrown: false },
    { name: "warm", mebibytes: (minute: number) => Math.min(300, 50 + 30 * minute), isGrown: false },
    { name: "leak", mebibytes: (minute: number) => 200 + 3 * minute, isGrown: true },
  ];
  for (const { name, mebibytes, isGrown } of cases) {
    const { book, findings } = memoryOf(mebibytes);
    using _ = book;
    book.judge();
    assert.equal(findings.faults("grown").count, isGrown ? 1 : 0, name);
  }
});
