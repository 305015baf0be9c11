import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { type Evidence, firstEvidence } from "../figures/evidence.ts";
import { frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { aspectScore } from "../subjects/said/aspect_score.ts";
import { wordList } from "../text/word_list.ts";
import { wordsOf } from "../text/words_of.ts";
import { standsAlone } from "./quote_of.ts";

type OtherComplaint = NonNullable<InsightsDocument["other_complaints"]>[number];

/** Reviews of more stars are not looked at: what they lack is no pattern of complaint. */
const MOST_STARS = 2;
const LEAST_REVIEWS = 3;
const MOST_COMPLAINTS = 10;
const MOST_EXAMPLES = 3;
const MOST_REVIEWS = 1000;
/** At least this share of the reviews with the word complain in its clause. */
const LEAST_CRITICISED = 0.34;
/** Reviews of at least so many stars show which words everybody uses. */
const LEAST_STARS_OF_PRAISE = 4;
/** How many times as often unhappy reviews must use a word: "phone" is what a shop sells, not what is wrong. */
const TELLS = 2;
const LEAST_SHOWN = 2;
/** "The doctor was very rude": how far a criticism stands from what it judges. */
const SIDE_BY_SIDE = 3;
/** "In the old waiting room": how far before a word the preposition stands. */
const PREPOSITION_BEFORE = 3;
/** "I did not understand": no noun stands right behind these. */
const MAKES_A_VERB = /^(?:not|to|will|would|can|could|should|must|i|we|they|you|he|she|.+n't)$/;
const AND = /^(?:and|but|or)$/;
const PREPOSITIONS = wordList(
  "from in at of on by with near for to off within about during after before into through behind " +
    "beside under over above around against between",
);
/** How far before a noun its article stands: "the very angry mascot". */
const LEADS_WITHIN = 3;
const LEADS = wordList(
  "the a an my our your their his her its this that no any every each some another of more enough",
);
/** Two words that mostly occur in the same reviews are one complaint. */
const SAME = 0.6;

/**
 * What unhappy reviews have in common for which the taxonomy has no problem: nouns that at least three reviews of at
 * most two stars without a problem complain of, and that happy reviews hardly use, each with two or three sentences that
 * judge it, so that they tell what is wrong, and can stand alone. At most ten, most used first.
 *
 * @param evidence Of whole reviews, newest first.
 */
export function otherComplaints(
  evidence: readonly Evidence[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
  isOwn: (sentence: string) => boolean,
): readonly OtherComplaint[] {
  const unexplained = firstEvidence(
    evidence,
    ({ review: { rating, text }, analysis }) =>
      rating <= MOST_STARS && text !== null && analysis.problems.length === 0 && analysis.language === undefined,
    MOST_REVIEWS,
  );
  if (unexplained.length < LEAST_REVIEWS) return [];
  // One text at a time, as read sentences take much memory.
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
      ({ review: { id, text } }) => {
        const said =
          sentencesOf(text ?? "").map((text) => ({ id, text, score: scoreOn(readSentence(text), noun.stem) }))
            .filter(({ score }) => score < -SILENCE).sort((a, b) => a.score - b.score)[0];
        return said === undefined ? [] : [said];
      },
    ).sort((a, b) => a.score - b.score);
    if (complaints.length < LEAST_REVIEWS) continue;
    const shown = complaints.filter(({ text }) =>
      standsAlone(text, "negative") && isOwn(text) && !quoted.has(text) && isNounIn(text, noun.forms)
    )
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

/** The lowest score of a clause that judges a noun itself, from the opinions near it. */
function scoreOn({ clauses }: ScoredSentence, stem: string): number {
  return Math.min(
    0,
    ...clauses.map((clause) =>
      aspectScore(clause, clause.words.flatMap((word, at) => word.stem === stem && isJudged(clause, at) ? [at] : []))
    ),
  );
}

/**
 * Whether the criticism of a clause is of the word there: they stand side by side, or nothing else in the clause is
 * criticism, as where the thing is missing. Of "communication within the team could be better" the team is not.
 */
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

/** Whether a sentence has one of the forms as a noun, behind an article or the like: not "they keep saying". */
function isNounIn(sentence: string, forms: readonly string[]): boolean {
  const words = wordsOf(sentence);
  return words.some(({ text }, at) =>
    forms.includes(text) && words.slice(Math.max(0, at - LEADS_WITHIN), at).some(({ text }) => LEADS.has(text))
  );
}

/** In what share of the happy reviews each word occurs, by its stem. */
function wordShares(
  evidence: readonly Evidence[],
  sentencesOf: (text: string) => readonly string[],
): (stem: string) => number {
  const happy = firstEvidence(
    evidence,
    ({ review: { rating, text }, analysis }) =>
      rating >= LEAST_STARS_OF_PRAISE && text !== null && analysis.language === undefined,
    MOST_REVIEWS,
  );
  const counts = new Map<string, number>();
  for (const { review } of happy) {
    const stems = new Set(sentencesOf(review.text ?? "").flatMap((one) => wordsOf(one).map(({ stem }) => stem)));
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return (stem) => (counts.get(stem) ?? 0) / Math.max(1, happy.length);
}
