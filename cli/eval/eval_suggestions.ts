import { BusinessFile } from "../../domain/business.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { suggestTaxonomy } from "../../domain/insights/candidates/suggest_taxonomy.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms, termMatches } from "../../domain/insights/text/shared_terms.ts";
import { wordsOf } from "../../domain/insights/text/words_of.ts";
import { evaluationReview } from "./eval_reviews.ts";
import type { GoldReview } from "./gold_set.ts";

/** Of trades with fewer labelled reviews nothing is suggested. */
const FEWEST_REVIEWS = 60;
/** Share of the reviews with its words in which a label must stand on them for an aspect to be good. */
const LEAST_LABELLED = 0.5;

/**
 * Suggests a taxonomy for each trade that has none of ours, and says how many of the suggested aspects people judge by
 * (their words stand in a labelled passage of half of the reviews that have them) and how many labelled passages have a
 * word of one.
 */
export function suggestionLine(reviews: readonly GoldReview[]): string {
  const reader = textReader(BusinessFile.parse({ name: "A business" }), builtInTaxonomy("general"));
  let [aspects, good, passages, covered] = [0, 0, 0, 0];
  const trades = Map.groupBy(reviews.filter(({ taxonomy }) => taxonomy === "other"), ({ trade }) => trade);
  for (const own of [...trades.values()].filter(({ length }) => length >= FEWEST_REVIEWS)) {
    const suggested = suggestTaxonomy(
      own.map(({ id, stars, text }) => ({ ...evaluationReview(stars, text), id })),
      reader,
    );
    const finders = (suggested?.aspects ?? []).map((entry) => {
      const terms = sharedTerms([...entry.words, ...entry.burden_words ?? []].map((word) => [word, 0] as const));
      return (text: string) => !termMatches(wordsOf(text), terms).next().done;
    });
    const labelled = own.map(({ text, mentions }) => ({
      text,
      told: mentions.filter(({ fault }) => fault === "business").map(({ words }) => words),
    }));
    for (const isIn of finders) {
      const using = labelled.filter(({ text }) => isIn(text));
      aspects++;
      if (using.filter(({ told }) => told.some(isIn)).length >= LEAST_LABELLED * using.length) good++;
    }
    const told = labelled.flatMap(({ told }) => told);
    passages += told.length;
    covered += told.filter((words) => finders.some((isIn) => isIn(words))).length;
  }
  return `suggested aspects: ${good} of ${aspects} are judged, ${covered} of ${passages} labelled passages have one`;
}
