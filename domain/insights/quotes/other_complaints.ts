import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import type { Evidence } from "../figures/evidence.ts";
import { frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { aspectScore } from "../subjects/aspect_score.ts";
import { wordList, wordsOf } from "../text/words_of.ts";
import type { OwnNames } from "./own_names.ts";
import { isQuotable, isTornOut } from "./quotable.ts";
import lists from "./quote_words.json" with { type: "json" };

type OtherComplaint = NonNullable<InsightsDocument["other_complaints"]>[number];

const MOST_STARS = 2;
const LEAST_REVIEWS = 3;
const MOST_COMPLAINTS = 10;
const MOST_EXAMPLES = 3;
const MOST_REVIEWS = 1000;
const LEAST_CRITICISED = 0.34;
const LEAST_STARS_OF_PRAISE = 4;
/**
 * Minimum ratio of a word's share in unhappy reviews to that in happy ones. "Phone" may be the product of a shop, not
 * the complaint.
 */
const TELLS = 2;
const LEAST_SHOWN = 2;
/** Maximum distance of a criticism from its noun, in words: "The doctor was very rude". */
const SIDE_BY_SIDE = 3;
/** Maximum distance of a preposition before a noun, in words: "In the old waiting room". */
const PREPOSITION_BEFORE = 3;
/** Words never directly followed by a noun: "I did not understand". */
const MAKES_A_VERB = /^(?:not|to|will|would|can|could|should|must|i|we|they|you|he|she|.+n't)$/;
const AND = /^(?:and|but|or)$/;
const PREPOSITIONS = wordList(lists.other_complaints.prepositions);
/** Maximum distance of an article before its noun, in words: "the very angry mascot". */
const LEADS_WITHIN = 3;
const LEADS = wordList(
  "the a an my our your their his her its this that no any every each some another of more enough",
);
/** Minimum share of common reviews for two words to be one complaint, 0 to 1. */
const SAME = 0.6;

/**
 * Finds common complaints for which the taxonomy has no problem. They are nouns that at least three reviews of at most
 * two stars without a problem complain of, and that happy reviews hardly use. Each has two or three sentences that
 * judge the noun and can stand alone. At most ten, most used first.
 *
 * @param evidence Of whole reviews, newest first.
 */
export function otherComplaints(
  evidence: readonly Evidence[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
  isOwn: OwnNames,
): readonly OtherComplaint[] {
  const unexplained = evidence.values().filter(({ review: { rating, text }, analysis }) =>
    rating <= MOST_STARS && text !== null && analysis.problems.length === 0 && analysis.language === undefined
  ).take(MOST_REVIEWS).toArray();
  if (unexplained.length < LEAST_REVIEWS) return [];
  // A generator, because read sentences take much memory.
  function* texts(): Generator<ReadText> {
    for (const { review: { id, text } } of unexplained) {
      yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
    }
  }
  const shareOfPraise = wordShares(evidence, sentencesOf);
  const chosen: OtherComplaint[] = [];
  const taken: ReadonlySet<string>[] = [];
  const quoted = new Set<string>();
  for (const noun of frequentNouns(texts(), LEAST_REVIEWS)) {
    if (chosen.length === MOST_COMPLAINTS) break;
    if (noun.criticised < LEAST_CRITICISED * noun.reviews.length || noun.criticised <= noun.praised) continue;
    if (noun.reviews.length / unexplained.length < TELLS * shareOfPraise(noun.stem)) continue;
    const reviews = new Set(noun.reviews);
    if (taken.some((other) => other.intersection(reviews).size >= SAME * Math.min(other.size, reviews.size))) continue;
    const complaints = unexplained.filter(({ review }) => reviews.has(review.id)).flatMap(
      ({ review: { id, author, text } }) => {
        const said = sentencesOf(text ?? "").map((sentence) => ({
          id,
          text: sentence,
          score: scoreOn(readSentence(sentence), noun.stem),
          isFit: isQuotable(sentence, "negative") && !isTornOut(sentence, text ?? "") && isOwn(sentence, author),
        })).filter(({ score }) => score < -SILENCE).sort((a, b) => a.score - b.score)[0];
        return said === undefined ? [] : [said];
      },
    ).sort((a, b) => a.score - b.score);
    if (complaints.length < LEAST_REVIEWS) continue;
    const shown = complaints.filter(({ text, isFit }) => isFit && !quoted.has(text) && isNounIn(text, noun.forms))
      .slice(0, MOST_EXAMPLES);
    if (shown.length < LEAST_SHOWN) continue;
    for (const { text } of shown) quoted.add(text);
    taken.push(reviews);
    chosen.push({
      label: noun.mainPair ?? noun.word,
      mention_count: complaints.length,
      examples: shown.map(({ text }) => text),
      example_review_ids: [...new Set([...shown, ...complaints].map(({ id }) => id))].slice(0, MOST_EXAMPLES),
    });
  }
  return chosen.sort((a, b) => b.mention_count - a.mention_count);
}

function scoreOn({ clauses }: ScoredSentence, stem: string): number {
  return Math.min(
    0,
    ...clauses.map((clause) =>
      aspectScore(clause, clause.words.flatMap((word, at) => word.stem === stem && isJudged(clause, at) ? [at] : []))
    ),
  );
}

/** In "communication within the team could be better", the team is not criticised. */
function isJudged({ words, polarWords }: ScoredClause, at: number): boolean {
  const before = words.slice(Math.max(0, at - PREPOSITION_BEFORE), at);
  if (before.some(({ text }) => PREPOSITIONS.has(text)) || MAKES_A_VERB.test(before.at(-1)?.text ?? "")) return false;
  const criticism = polarWords.filter(({ strength }) => strength < 0);
  return criticism.length === 0 || criticism.some(({ at: from, length }) => {
    const [first, last] = [Math.min(at, from + length - 1), Math.max(at, from)];
    const between = words.slice(first + 1, last + 1);
    return last - first <= SIDE_BY_SIDE && !between.some(({ text, isAfterBreak }) => isAfterBreak || AND.test(text));
  });
}

/** Returns whether a sentence uses one of the forms as a noun, after an article or the like; not "they keep saying". */
function isNounIn(sentence: string, forms: readonly string[]): boolean {
  const words = wordsOf(sentence);
  return words.some(({ text }, at) =>
    forms.includes(text) && words.slice(Math.max(0, at - LEADS_WITHIN), at).some(({ text }) => LEADS.has(text))
  );
}

function wordShares(
  evidence: readonly Evidence[],
  sentencesOf: (text: string) => readonly string[],
): (stem: string) => number {
  const happy = evidence.values().filter(({ review: { rating, text }, analysis }) =>
    rating >= LEAST_STARS_OF_PRAISE && text !== null && analysis.language === undefined
  ).take(MOST_REVIEWS).toArray();
  const counts = new Map<string, number>();
  for (const { review } of happy) {
    const stems = new Set(sentencesOf(review.text ?? "").flatMap((one) => wordsOf(one).map(({ stem }) => stem)));
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return (stem) => (counts.get(stem) ?? 0) / Math.max(1, happy.length);
}
