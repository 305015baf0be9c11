import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { Evidence } from "../figures/evidence.ts";
import { frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import { wordsOf } from "../text/words_of.ts";
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
 * most two stars without a problem use, with complaints around them, each with sentences that say it. At most ten, most
 * used first.
 *
 * @param evidence Of whole reviews, newest first.
 */
export function otherComplaints(
  evidence: readonly Evidence[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
  isFreeOfNames: (sentence: string) => boolean,
): readonly OtherComplaint[] {
  const unexplained = evidence.filter(({ review, analysis }) =>
    review.rating <= MOST_STARS && review.text !== null && analysis.problems.length === 0 &&
    analysis.language === undefined
  ).slice(0, MOST_REVIEWS);
  if (unexplained.length < LEAST_REVIEWS) return [];
  // One text at a time, as read sentences take much memory.
  function* texts(): Generator<ReadText> {
    for (const { review: { id, text } } of unexplained) {
      yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
    }
  }
  const chosen: OtherComplaint[] = [];
  const taken: ReadonlySet<string>[] = [];
  for (const noun of frequentNouns(texts(), LEAST_REVIEWS)) {
    if (chosen.length === MOST_COMPLAINTS) break;
    if (noun.criticised < LEAST_CRITICISED * noun.reviews.length || noun.criticised <= noun.praised) continue;
    const reviews = new Set(noun.reviews);
    if (taken.some((other) => other.intersection(reviews).size >= SAME * Math.min(other.size, reviews.size))) continue;
    taken.push(reviews);
    const examples = unexplained.filter(({ review }) => reviews.has(review.id)).flatMap(({ review }) =>
      sentencesOf(review.text ?? "").filter((sentence) =>
        isQuotable(sentence) && isWellWritten(sentence) && isFreeOfNames(sentence) &&
        wordsOf(sentence).some(({ stem }) => stem === noun.stem) && readSentence(sentence).score < 0
      ).slice(0, 1)
    ).slice(0, MOST_EXAMPLES);
    chosen.push({
      label: noun.pairs[0] ?? noun.word,
      mention_count: noun.reviews.length,
      examples,
      example_review_ids: noun.reviews.slice(0, MOST_EXAMPLES),
    });
  }
  return chosen;
}
