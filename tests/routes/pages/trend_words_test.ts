import assert from "node:assert/strict";
import { formatsOf } from "../../../routes/pages/frame/formats.ts";
import { trendWords } from "../../../routes/pages/parts/month_chart.ts";

const MONTHS = [{ month: "2026-05", review_count: 1, average_rating: null, score: null }];
const told = (
  locale: string,
  trend: "improving" | "stable" | "declining" | "insufficient_data" | null,
  monthly = MONTHS,
) => trendWords(formatsOf(locale), { monthly, trend });

Deno.test("trendWords() names the full months that are compared", () => {
  assert.equal(
    told("en-US", "improving"),
    "From February 2026 to April 2026 ratings were higher than in the three months before.",
  );
  assert.match(
    told("en-US", "stable") ?? "",
    /^From February 2026 to April 2026 ratings did not clearly differ from the three months before/,
  );
  assert.match(told("de-DE", "declining") ?? "", /^Von Februar 2026 bis April 2026 waren die Bewertungen schlechter/);
});

Deno.test("trendWords() returns nothing without a trend or months", () => {
  for (const trend of ["insufficient_data", null] as const) assert.equal(told("en-US", trend), null);
  assert.equal(told("en-US", "stable", []), null);
});
