import assert from "node:assert/strict";
import { textWidth } from "../../../cli/insights/terminal_text.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { InsightsFile } from "../../../domain/documents/insights_document.ts";
import { insightsReportOf, NOTHING_MEASURED, publishedStore, reportSection } from "../../support/insights/said_of.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { hostileDataset } from "../../support/reviews/attacks.ts";
import { unmeasuredDataset } from "../../support/reviews/measured_dataset.ts";

Deno.test("insights lets no control character of a text reach the terminal, and no text break its line", async () => {
  const hostile = hostileDataset();
  const text = "Dan fixed\x1b[31m it.\x07 He\u202e was\x9b2J here\r\nMonths   reviews";
  const [first, ...rest] = ["a", "b", "c", "d"].map((native) => reviewOf({ native, text: `So ${text}`, rating: 1 }));
  assert.ok(first);
  const label = "La\x1b]0;x\x07te\n\nAspects";
  const entity = { id: "x", label, mention_count: 4, average_rating: 1, positive_pct: 0, score: null };
  const own = InsightsFile.parse({
    ...NOTHING_MEASURED,
    model: "m\x1b[2J",
    review_count: 4,
    entities: { problems: [{ ...entity, example_review_ids: [first.id] }] },
  });
  const named = { ...hostile, business: businessOf({ name: "Ac\x1b[1mme" }), reviews: [first, ...rest] };
  await using store = await publishedStore({ ...named, operatorInsights: own });
  const shown = await insightsReportOf(store);
  assert.match(shown, /^La \]0;x te Aspects {2}4 reviews, 1\.0 stars$/m);
  assert.match(shown, /^ {2}“So Dan fixed \[31m it\. He was 2J here Months reviews”$/m);
  assert.doesNotMatch(shown.replaceAll("\n", ""), /\p{C}/u);
  const json = await insightsReportOf(store, "--json");
  assert.doesNotMatch(json.replaceAll("\n", ""), /\p{C}/u);
  assert.equal(JSON.parse(json).insights.entities.problems[0].label, label);
  await using other = await publishedStore(hostile);
  assert.doesNotMatch((await insightsReportOf(other)).replaceAll("\n", ""), /\p{C}/u);
});

Deno.test("operator-written insights may lack figures, and the report says that they do", async () => {
  await using store = await publishedStore(unmeasuredDataset());
  const text = await insightsReportOf(store);
  assert.match(text, /Insights by counts-1, your own\. The trend was not measured\./);
  assert.match(text, /The sentiment of the reviews was not measured\./);
  assert.match(text, /The insights name no aspect\./);
  assert.match(text, /The insights name no problem\./);
  assert.match(reportSection(text, "Who is praised"), /^Gustav Lindqvist +\d+ +4\.9 +–$/m);
  assert.doesNotMatch(text, /null|NaN|undefined|Infinity/);
  const narrow = await insightsReportOf(store, "--width", "40");
  assert.deepEqual(narrow.split("\n").filter((line) => textWidth(line) > 40), []);
  const empty = InsightsFile.parse(NOTHING_MEASURED);
  await using bare = await publishedStore({ ...sampleDataset(), reviews: [], operatorInsights: empty });
  const shown = await insightsReportOf(bare);
  assert.match(shown, /^0 reviews\n/m);
  assert.match(shown, /The insights name no month\./);
  assert.doesNotMatch(shown, /null|NaN|undefined|Infinity/);
});
