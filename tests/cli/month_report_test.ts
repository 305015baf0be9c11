import assert from "node:assert/strict";
import { lastMonth } from "../../cli/report.ts";
import { monthReport } from "../../cli/report/month_report.ts";
import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";

Deno.test("the report of the first morning of a month is about the month that ended", () => {
  assert.equal(lastMonth(new Date(2026, 11, 1, 7)), "2026-11");
  assert.equal(lastMonth(new Date(2027, 0, 1, 0, 30)), "2026-12");
});

Deno.test("what changed counts the publications of the month alone", () => {
  const record = (published_at: string, added: number) =>
    ({
      head: { published_at },
      publication: { changes: { added, changed: 1, removed: 0, hidden: 2 } },
    }) as RevisionRecord;
  const records = [
    record("2026-09-30T23:00:00Z", 100),
    record("2026-10-01T00:00:00Z", 3),
    record("2026-11-01T00:00:00Z", 50),
  ];
  const data = { business: "Acme", reviews: [], insights: { per_review: {}, aspects: [] } };
  const { published } = monthReport(data, records, "2026-10");
  assert.deepEqual(published, { publications: 1, added: 3, changed: 1, removed: 0, hidden: 2 });
});
