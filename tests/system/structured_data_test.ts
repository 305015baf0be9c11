import assert from "node:assert/strict";
import { runDeno, tempStore } from "../support/service/run_cli.ts";
import { aggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { businessData, isOwnReview, reviewData, type StructuredData } from "../../domain/documents/structured_data.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { TEST_SITE } from "../support/service/test_app.ts";

Deno.test("the data of the sample's home page and of a review is valid by schema.org, whose types find faults", async () => {
  const { business, reviews } = sampleDataset();
  const newest = reviews.filter(isOwnReview).slice(0, 10);
  const home = businessData(business, aggregateRating(reviews), newest, true, TEST_SITE);
  const review = reviewData(business, reviewOf(), TEST_SITE);
  const said = await vocabularyFaults([home, review, { ...review, reviewBodi: "x" }]);
  assert.deepEqual(said.slice(0, 2), ["", ""]);
  assert.match(said[2] ?? "", /reviewBodi/);
});

/**
 * Type errors in some JSON-LD by the types of schema.org's vocabulary: the compiler's messages, one text for each
 * entry, empty if it is valid. All entries are compiled together, because reading the vocabulary takes seconds.
 */
async function vocabularyFaults(data: readonly StructuredData[]): Promise<readonly string[]> {
  await using store = await tempStore();
  const { folder } = store;
  const files = data.map((_, at) => `${folder}/data_${at}.ts`);
  await Promise.all(data.map((one, at) =>
    Deno.writeTextFile(
      files[at] ?? "",
      'import type { LocalBusiness, Review, WithContext } from "schema-dts";\n' +
        `export const data: WithContext<LocalBusiness> | WithContext<Review> = ${JSON.stringify(one)};\n`,
    )
  ));
  const { code, stderr } = await runDeno(["check", "-q", "--config", "deno.dev.json", ...files], { NO_COLOR: "1" });
  const faults = stderr.split(/(?=^TS\d+ )/m);
  const found = files.map((file) => faults.filter((fault) => fault.includes(file)).join(""));
  if ((code === 0) !== found.every((text) => text === "")) throw new Error(faults.join(""));
  return found;
}
