import assert from "node:assert/strict";
import { sampleDataset } from "../../../../domain/dataset/sample_dataset.ts";
import {
  type AnalysisHelper,
  analysisHelper,
  analysisHelpers,
} from "../../../../domain/insights/analysis/analysis_helper.ts";
import { lexiconInsights, lexiconInsightsInThreads } from "../../../../domain/insights/lexicon_insights.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";

const taxonomy = builtInTaxonomy("home_services");
const { business, reviews: sample } = sampleDataset();
// In some twenty parts, of which a worker takes three at first.
const reviews = Array.from({ length: 1100 }, (_, place) => {
  const review = sample[place * 7 % sample.length]!;
  return { ...review, id: `${review.id}-${place}` };
});
const alone = written(lexiconInsights(business, reviews, taxonomy, null));

function written(insights: ReturnType<typeof lexiconInsights>): string {
  return JSON.stringify(insights);
}

/** Counts what a helper answers. */
function counted(helper: AnalysisHelper, answered: { count: number }): AnalysisHelper {
  return {
    close: helper.close,
    work: async (part) => {
      const done = await helper.work(part);
      answered.count++;
      return done;
    },
  };
}

Deno.test("document and analyses are the same to the byte with one thread and with two", async () => {
  const answered = { count: 0 };
  const together = await lexiconInsightsInThreads(
    business,
    reviews,
    taxonomy,
    null,
    () => [counted(analysisHelper(business, taxonomy), answered)],
  );
  assert.ok(written(together) === alone, "the bytes are others");
  assert.ok(answered.count > 0, "the worker has analysed nothing");
});

Deno.test("what a worker that dies has not analysed is analysed here, with the same bytes", async () => {
  const dying = analysisHelper(business, taxonomy);
  const together = await lexiconInsightsInThreads(business, reviews, taxonomy, null, () => [{
    close: dying.close,
    work: async (part) => {
      const answer = dying.work(part);
      dying.close();
      return await answer;
    },
  }]);
  assert.ok(written(together) === alone, "the bytes are others");
});

Deno.test("a worker that cannot begin leaves everything to this thread", async () => {
  // It is given no business: the worker itself ends with an error.
  const broken = analysisHelper(JSON.parse("{}"), taxonomy);
  const together = await lexiconInsightsInThreads(business, reviews, taxonomy, null, () => [broken]);
  assert.ok(written(together) === alone, "the bytes are others");
  await assert.rejects(broken.work([]));
});

for (
  const [when, allowed, business] of [
    ["may not be read", [], "sample"],
    ["fails", ["--allow-read=domain"], "none"],
  ] as const
) {
  Deno.test(`a worker that ${when} ends, and nothing is printed on the terminal`, async () => {
    const script = new URL("../../../support/insights/ask_worker.ts", import.meta.url).pathname;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "--no-prompt", ...allowed, script, business],
      cwd: new URL("../../../../", import.meta.url),
    }).output();
    const decoder = new TextDecoder();
    assert.deepEqual([code, decoder.decode(stdout), decoder.decode(stderr)], [0, "rejected", ""]);
  });
}

Deno.test("few reviews start no thread", () => {
  assert.deepEqual(analysisHelpers(textReader(business, taxonomy), 29_999), []);
});
