import assert from "node:assert/strict";
import { lastMonth, mailReceivers } from "../../cli/report.ts";
import { excerpt, monthReport } from "../../cli/report/month_report.ts";
import { reportLanguage, reportText } from "../../cli/report/month_texts.ts";
import { readAlertSettings } from "../../cli/alerts/alert_settings.ts";
import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import { reviewOf } from "../support/reviews/review_of.ts";

Deno.test("the report of the first morning of a month is about the month that ended", () => {
  assert.equal(lastMonth(new Date(2026, 11, 1, 7)), "2026-11");
  assert.equal(lastMonth(new Date(2027, 0, 1, 0, 30)), "2026-12");
});

Deno.test("a report is mailed to the receivers with a mail address alone", () => {
  const mail = { mail: "owner@acme.example", smtp: "smtp://mail.acme.example", from: "reviews@acme.example" };
  const file = JSON.stringify([{ slack: "https://x.example" }, mail]);
  assert.deepEqual(mailReceivers(readAlertSettings(() => "a.json", () => file) ?? []).map(({ name }) => name), [
    "mail",
  ]);
});

Deno.test("what is unanswered begins with the worst, aspects quote the clearest review, and later months count for nothing", () => {
  const of = (native: string, rating: number, more = {}) =>
    reviewOf({ native, author: native, rating, date: "2026-10-05", text: `Words of ${native}.`, ...more });
  const reviews = [
    of("later", 1, { date: "2026-11-01" }),
    of("three", 3),
    of("one", 1),
    of("answered", 1, { owner_reply: { text: "Sorry.", date: "2026-10-06" } }),
    of("four", 4),
    of("five", 5),
  ];
  const said = (sentiment: "positive" | "negative") => ({ aspects: [{ id: "price", sentiment }] });
  const per_review = Object.fromEntries(
    reviews.map(({ id, rating }) => [id, said(rating > 3 ? "positive" : "negative")]),
  );
  const aspects = [{ id: "price", label: "Price" }];
  const insights = { per_review, aspects } as unknown as Parameters<typeof monthReport>[0]["insights"];
  const report = monthReport({ business: "Acme", reviews, insights, sourceLabel: String }, [], "2026-10");
  const { total, months, unanswered, praised, criticised } = report;
  assert.equal(total.count, 5);
  assert.deepEqual([months.length, months[0]?.label], [12, "2025-11"]);
  assert.match(
    reportText(report, reportLanguage("en")),
    /^October 2026: 5 reviews, 2\.80 stars\. The month before: none\. All together: 5 reviews, 2\.80 stars\.$/m,
  );
  assert.deepEqual(unanswered.map(({ author }) => author), ["one", "three"]);
  assert.deepEqual(praised, [{ label: "Price", count: 2, quote: "Words of five." }]);
  assert.deepEqual(criticised, [{ label: "Price", count: 3, quote: "Words of one." }]);
  assert.match(excerpt("some words ".repeat(50)), /^.{100,160} …$/);
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
  const data = { business: "Acme", reviews: [], insights: { per_review: {}, aspects: [] }, sourceLabel: String };
  const { published } = monthReport(data, records, "2026-10");
  assert.deepEqual(published, { publications: 1, added: 3, changed: 1, removed: 0, hidden: 2 });
});
