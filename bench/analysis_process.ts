import { lexiconInsights } from "../domain/insights/lexicon_insights.ts";
import { analyzeReviews } from "../domain/insights/analyze_reviews.ts";
import { chosenTaxonomy } from "../domain/insights/taxonomy_choice.ts";
import { readReviewsDocument } from "../domain/reviews_document.ts";

/** What the analysis of a document took, in seconds. */
export interface AnalysisReport {
  /** Reading the same reviews out of their JSON, for comparison. */
  readonly reading: number;
  /** All reviews, and the whole document of insights. */
  readonly insights: number;
  /** The reviews again, a few of them changed. */
  readonly changed: number;
  /** The same, and the whole document of insights. */
  readonly changedInsights: number;
}

const CHANGED = 10;

function main(path: string): AnalysisReport {
  const taxonomy = chosenTaxonomy(null);
  const bytes = Deno.readFileSync(path);
  const [reading, { business, reviews }] = timed(() => readReviewsDocument(bytes));
  const [insights, { packed }] = timed(() => lexiconInsights(business, reviews, taxonomy, null));
  const edited = reviews.map((review, index) =>
    index < CHANGED ? { ...review, text: `${review.text ?? ""} They were late.` } : review
  );
  const earlier = { reviews, packed };
  const [changed, { analysed }] = timed(() => analyzeReviews(business, edited, taxonomy, earlier));
  if (analysed !== CHANGED) throw new Error(`${analysed} reviews were analysed; expected ${CHANGED}.`);
  const [changedInsights] = timed(() => lexiconInsights(business, edited, taxonomy, earlier));
  return { reading, insights, changed, changedInsights };
}

function timed<Result>(work: () => Result): readonly [seconds: number, result: Result] {
  const start = performance.now();
  const result = work();
  return [(performance.now() - start) / 1000, result];
}

if (import.meta.main) Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(main(Deno.args[0] ?? ""))));
