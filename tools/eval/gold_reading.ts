import { type Business, BusinessFile } from "../../domain/business.ts";
import { reviewAnalyzer } from "../../domain/insights/analysis/analyze_review.ts";
import type { AnalyzedReview } from "../../domain/insights/analysis/analyzed_review.ts";
import { type ReviewReader, textReader } from "../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../domain/insights/subjects/subject_detector.ts";
import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { evaluationReview } from "./eval_reviews.ts";
import { type GoldPart, type GoldReview, goldReviews } from "./gold_set.ts";

/** Neutral stars, for reading a review by its words alone. */
const SILENT_STARS = 3;

/** A business with its own taxonomy. */
export interface Trade {
  readonly business: Business;
  readonly taxonomy: Taxonomy;
}

const TRADES = `${import.meta.dirname}/../../tests/fixtures/trades`;

/** Reads the labelled trades of a part by name, with their reviews. There are none for validation. */
export async function readTrades(
  part: GoldPart,
): Promise<{ readonly trades: ReadonlyMap<string, Trade>; readonly reviews: readonly GoldReview[] }> {
  const trades = new Map<string, Trade>();
  const reviews: GoldReview[] = [];
  for (const name of await namesIn(`${TRADES}/${part}`, ".jsonl")) {
    const read = (ending: string) => Deno.readTextFile(`${TRADES}/${part}/${name}.${ending}`);
    trades.set(name, {
      business: BusinessFile.parse(JSON.parse(await read("business.json"))),
      taxonomy: Taxonomy.parse(JSON.parse(await read("taxonomy.json"))),
    });
    reviews.push(...goldReviews(await read("jsonl")));
  }
  return { trades, reviews };
}

/** Sorted names of the files in a folder with this ending, without the ending. Empty if the folder does not exist. */
export async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (name.endsWith(ending)) names.push(name.slice(0, -ending.length));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/** Analyses labelled texts as an import would. */
export interface GoldReading {
  readonly readerOf: (taxonomy: string) => ReviewReader;
  /** @param stars Null to read by the words alone. */
  readonly read: (taxonomy: string, stars: number | null, text: string) => AnalyzedReview;
}

/**
 * Creates a reader of labelled texts, which prepares each taxonomy once.
 *
 * @param isTrained Whether to use the trained models as well, as an import does.
 * @param trades Further taxonomies by their names in labelled reviews.
 */
export function goldReading(
  isTrained = true,
  trades: ReadonlyMap<string, Trade> = new Map(),
): GoldReading {
  const readers = new Map<
    string,
    { readonly reader: ReviewReader; readonly analyze: ReturnType<typeof reviewAnalyzer> }
  >();
  const prepared = (taxonomy: string) => {
    const known = readers.get(taxonomy);
    if (known !== undefined) return known;
    const { business, taxonomy: chosen } = trades.get(taxonomy) ??
      { business: BusinessFile.parse({ name: "A business" }), taxonomy: builtInTaxonomy(taxonomy) };
    const reader = isTrained
      ? textReader(business, chosen)
      : textReader(business, chosen, byRulesAlone, (_mention, _rating, decided) => decided);
    const made = { reader, analyze: reviewAnalyzer(reader) };
    readers.set(taxonomy, made);
    return made;
  };
  return {
    readerOf: (taxonomy) => prepared(taxonomy).reader,
    read: (taxonomy, stars, text) => prepared(taxonomy).analyze(evaluationReview(stars ?? SILENT_STARS, text)),
  };
}
