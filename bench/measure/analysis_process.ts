import { readReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { analyzeReviews } from "../../domain/insights/analysis/analyze_reviews.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { lexiconInsights } from "../../domain/insights/lexicon_insights.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";

/** What the analysis of a document took, in seconds. */
export interface AnalysisReport {
  /** Reading the same reviews out of their JSON, for comparison. */
  readonly reading: number;
  /** All reviews, and the whole document of insights. */
  readonly insights: number;
  /** The reviews again, a few of them changed; null unless it was asked for. */
  readonly changed: number | null;
  /** The same, and the whole document of insights. */
  readonly changedInsights: number | null;
}

const CHANGED = 10;

/** Analyses once, so that the memory of the process is that of one analysis, or once more after a few changes. */
function main(path: string, again: boolean): AnalysisReport {
  const taxonomy = chosenTaxonomy(null);
  const [reading, { business, reviews }] = timed(() => readReviewsDocument(Deno.readFileSync(path)));
  const [insights, { packed }] = timed(() => lexiconInsights(business, reviews, taxonomy, null));
  if (!again) return { reading, insights, changed: null, changedInsights: null };
  const edited = reviews.map((review, index) =>
    index < CHANGED ? { ...review, text: `${review.text ?? ""} They were late.` } : review
  );
  const earlier = { reviews, packed };
  const [changed, { analysed }] = timed(() => analyzeReviews(textReader(business, taxonomy), edited, earlier));
  if (analysed !== CHANGED) throw new Error(`${analysed} reviews were analysed; expected ${CHANGED}.`);
  const [changedInsights] = timed(() => lexiconInsights(business, edited, taxonomy, earlier));
  return { reading, insights, changed, changedInsights };
}

function timed<Result>(work: () => Result): readonly [seconds: number, result: Result] {
  const start = performance.now();
  const result = work();
  return [(performance.now() - start) / 1000, result];
}

if (import.meta.main) {
  const [path = "", again] = Deno.args;
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(main(path, again === "again"))));
}
