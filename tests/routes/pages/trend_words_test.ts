import assert from "node:assert/strict";
import { formatsOf } from "../../../routes/pages/frame/formats.ts";
import { trendWords } from "../../../routes/pages/parts/month_chart.ts";

const figures = (month: string, review_count: number) => ({ month, review_count, average_rating: null, score: null });
const HALF_A_YEAR = ["2025-11", "2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05"].map((month, at) =>
  figures(month, at < 3 ? 9 : 1)
);
const told = (
  locale: string,
  trend: "improving" | "stable" | "declining" | "insufficient_data" | null,
  monthly = HALF_A_YEAR,
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

Deno.test("trendWords() names months that are missing or have too few reviews, and returns nothing for no trend", () => {
  assert.equal(
    told("en-US", "insufficient_data"),
    "Only 3 reviews from February 2026 to April 2026: too few to tell a trend.",
  );
  const early = HALF_A_YEAR.map(({ month }, at) => figures(month, at < 3 ? 0 : 9));
  assert.equal(told("en-US", "insufficient_data", early), null);
  assert.equal(
    told("en-US", "insufficient_data", HALF_A_YEAR.slice(1)),
    "A trend compares six full months, and the reviews are of December 2025 to May 2026 alone.",
  );
  assert.equal(told("en-US", null), null);
  assert.equal(told("en-US", "stable", []), null);
});
