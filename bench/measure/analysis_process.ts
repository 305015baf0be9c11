import { readReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { analyzeReviews } from "../../domain/insights/analysis/analyze_reviews.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { lexiconInsights } from "../../domain/insights/lexicon_insights.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";

/** Duration of the analysis of a document, in seconds. */
export interface AnalysisReport {
  /** Parsing the same reviews from JSON, for comparison. */
  readonly reading: number;
  /** Analysis of all reviews, and the insights document. */
  readonly insights: number;
  /** Analysis after a few reviews changed; null unless requested. */
  readonly changed: number | null;
  /** The same with the insights document. */
  readonly changedInsights: number | null;
}

const CHANGED = 10;

/** Runs one analysis, so that the process's memory is that of one; with `again` another one after a few changes. */
async function main(path: string, again: boolean): Promise<AnalysisReport> {
  const taxonomy = chosenTaxonomy(null);
  const [reading, { business, reviews }] = await timed(() => readDocument(path));
  const [insights, { packed }] = await timed(() => lexiconInsights(business, reviews, taxonomy, null));
  if (!again) return { reading, insights, changed: null, changedInsights: null };
  const edited = reviews.map((review, index) =>
    index < CHANGED ? { ...review, text: `${review.text ?? ""} They were late.` } : review
  );
  const earlier = { reviews, packed };
  const [changed, { analysed }] = await timed(() => analyzeReviews(textReader(business, taxonomy), edited, earlier));
  if (analysed !== CHANGED) throw new Error(`${analysed} reviews were analysed; expected ${CHANGED}.`);
  const [changedInsights] = await timed(() => lexiconInsights(business, edited, taxonomy, earlier));
  return { reading, insights, changed, changedInsights };
}

/** The reviews of a file, of whose bytes nothing is left: they are no part of what is measured. */
function readDocument(path: string): ReturnType<typeof readReviewsDocument> {
  const bytes = Deno.readFileSync(path);
  const read = readReviewsDocument(bytes);
  bytes.buffer.transfer(0);
  return read;
}

async function timed<Result>(
  work: () => Result | Promise<Result>,
): Promise<readonly [seconds: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [(performance.now() - start) / 1000, result];
}

if (import.meta.main) {
  const [path = "", again] = Deno.args;
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(await main(path, again === "again"))));
}
