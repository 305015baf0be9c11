import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { Evidence } from "../figures/evidence.ts";
import { frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { aspectScore } from "../subjects/aspect_score.ts";
import { isQuotable, isWellWritten } from "./quotable_sentence.ts";

type OtherComplaint = NonNullable<InsightsDocument["other_complaints"]>[number];

/** Reviews of more stars are not looked at: what they lack is no pattern of complaint. */
const MOST_STARS = 2;
const LEAST_REVIEWS = 3;
const MOST_COMPLAINTS = 10;
const MOST_EXAMPLES = 3;
const MOST_REVIEWS = 1000;
/** At least this share of the reviews with the word complain in its clause. */
const LEAST_CRITICISED = 0.34;
/** Two words that mostly occur in the same reviews are one complaint. */
const SAME = 0.6;

/**
 * What unhappy reviews have in common for which the taxonomy has no problem: nouns that at least three reviews of at
 * most two stars without a problem complain of, each with the sentences that say it most clearly. At most ten, most used
 * first.
 *
 * @param evidence Of whole reviews, newest first.
 */
export function otherComplaints(
  evidence: readonly Evidence[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
  isFreeOfNames: (sentence: string) => boolean,
): readonly OtherComplaint[] {
  const unexplained = evidence.filter(({ review: { rating, text } }) => rating <= MOST_STARS && text !== null)
    .filter(({ analysis: { problems, language } }) => problems.length === 0 && language === undefined)
    .slice(0, MOST_REVIEWS);
  if (unexplained.length < LEAST_REVIEWS) return [];
  // One text at a time, as read sentences take much memory.
  function* texts(): Generator<ReadText> {
    for (const { review: { id, text } } of unexplained) {
      yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
    }
  }
  const chosen: OtherComplaint[] = [];
  const taken: ReadonlySet<string>[] = [];
  const quoted = new Set<string>();
  for (const noun of frequentNouns(texts(), LEAST_REVIEWS)) {
    if (chosen.length === MOST_COMPLAINTS) break;
    if (noun.criticised < LEAST_CRITICISED * noun.reviews.length || noun.criticised <= noun.praised) continue;
    const reviews = new Set(noun.reviews);
    if (taken.some((other) => other.intersection(reviews).size >= SAME * Math.min(other.size, reviews.size))) continue;
    const examples = unexplained.filter(({ review }) => reviews.has(review.id)).flatMap(({ review }) => {
      const said =
        sentencesOf(review.text ?? "").map((text) => ({ text, score: scoreOn(readSentence(text), noun.stem) }))
          .filter(({ score }) => score < -SILENCE).sort((a, b) => a.score - b.score)[0];
      return said === undefined ? [] : [said];
    });
    if (examples.length < LEAST_REVIEWS) continue;
    const shown = examples.filter(({ text }) =>
      isQuotable(text) && isWellWritten(text) && isFreeOfNames(text) && !quoted.has(text)
    ).sort((a, b) => a.score - b.score).slice(0, MOST_EXAMPLES).map(({ text }) => text);
    for (const text of shown) quoted.add(text);
    taken.push(reviews);
    chosen.push({
      label: noun.pairs[0] ?? noun.word,
      mention_count: noun.reviews.length,
      examples: shown,
      example_review_ids: noun.reviews.slice(0, MOST_EXAMPLES),
    });
  }
  return chosen;
}

/** The lowest score of a clause on a noun, from the opinions near it. */
function scoreOn({ clauses }: ScoredSentence, stem: string): number {
  return Math.min(
    0,
    ...clauses.map((clause) => aspectScore(clause, clause.words.flatMap((word, at) => word.stem === stem ? [at] : []))),
  );
}
