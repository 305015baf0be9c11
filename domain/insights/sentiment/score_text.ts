import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { type ScoredClause, scoredClause, type ScoredSentence, scoreSentence, sentenceOf } from "./score_sentence.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { COMPANIES, SENDS } from "./told_of_others.ts";

/** More stars, and a "new company" may be the business itself. */
const MOST_STARS_OF_LEAVING = 2;
const ANOTHER = wordList("second third new next newer different another other");
const HIRES = wordList(
  "hire hired hiring call called calling find found get got pay paid use used using go went going switch switched had have " +
    "took take brought ended",
);
const LIKES = wordList("like love enjoy want fancy adore");
const MOCKED = -1.9;
const NEAR = 3;
/** What begins so goes on with who was hired instead. */
const GOES_ON = wordList("they he she who which their his her it everything");
const LEAD_INS = wordList("and so then");

/**
 * Scores the sentences of a review. Who is unhappy and says what "you will love" mocks it. Who is unhappy and tells of the company that was hired instead praises that one: "the
 * new firm's unit has run like a top" is no praise of the business, nor are the sentences that go on with "they" or "he".
 */
export function scoreText(
  sentences: readonly string[],
  lexicon: SentimentLexicon,
  rating: number,
): readonly ScoredSentence[] {
  const scored: ScoredSentence[] = [];
  for (const sentence of sentences) scored.push(scoreSentence(sentence, lexicon));
  if (rating > MOST_STARS_OF_LEAVING) return scored;
  let isCarried = false;
  return scored.map((sentence) => {
    if (isMockery(sentence.clauses[0]?.words ?? [])) return mocked(sentence);
    let isChanged = false;
    const clauses = sentence.clauses.map((clause): ScoredClause => {
      const hired = hiredAt(clause.words);
      const from = isCarried && !clause.isTurn && goesOn(clause.words) ? 0 : hired;
      isCarried = from !== -1;
      if (from === -1) return clause;
      isChanged = true;
      return withoutPraise(clause, from);
    });
    return isChanged ? sentenceOf(clauses) : sentence;
  });
}

/** "If you like standing in line you will love it here", from who gives one or two stars. */
function isMockery(words: readonly Word[]): boolean {
  return textAt(words, 0) === "if" && textAt(words, 1) === "you" && LIKES.has(textAt(words, 2));
}

function mocked({ clauses }: ScoredSentence): ScoredSentence {
  return sentenceOf(clauses.map((clause, place): ScoredClause => {
    const { words } = clause;
    const polarWords = place === 0
      ? [{ at: 0, length: words.length, strength: MOCKED, isCertain: true }]
      : clause.polarWords.filter(({ strength }) => strength < 0);
    return scoredClause(clause, polarWords, clause.others);
  }));
}

/** Index of the word from which on a clause tells of a company that was hired instead; -1 if it does not. */
function hiredAt(words: readonly Word[]): number {
  for (let at = 0; at < words.length; at++) {
    const text = textAt(words, at);
    const before = words.slice(Math.max(0, at - NEAR), at);
    if (text === "elsewhere" || text === "else" && /^(?:some|any)(?:one|body)$/.test(textAt(words, at - 1))) {
      if (before.some(({ text }) => HIRES.has(text))) return at;
    }
    if (!ANOTHER.has(text) || before.some(({ text }) => SENDS.has(text))) continue;
    const nouns = [at + 1, at + 2].map((index) => textAt(words, index).replace(/['’]s$/, ""));
    if (nouns.some((noun) => COMPANIES.has(noun))) return at;
  }
  return -1;
}

function goesOn(words: readonly Word[]): boolean {
  return GOES_ON.has(textAt(words, LEAD_INS.has(textAt(words, 0)) ? 1 : 0));
}

function withoutPraise(clause: ScoredClause, from: number): ScoredClause {
  const polarWords = clause.polarWords.filter(({ at, strength }) => at < from || strength < 0);
  const [start, end] = clause.others ?? [from, from];
  const others = [Math.min(start, from), Math.max(end, clause.words.length)] as const;
  return scoredClause(clause, polarWords, others);
}
