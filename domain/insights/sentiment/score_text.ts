import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { type ScoredClause, scoredClause, type ScoredSentence, scoreSentence, sentenceOf } from "./score_sentence.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";

/** More stars, and "you will love it" is meant. */
const MOST_STARS_OF_MOCKERY = 2;
const LIKES = wordList("like love enjoy want fancy adore");
const MOCKED = -1.9;

/** Scores the sentences of a review. Who is unhappy and says what "you will love" mocks it. */
export function scoreText(
  sentences: readonly string[],
  lexicon: SentimentLexicon,
  rating: number,
): readonly ScoredSentence[] {
  const scored: ScoredSentence[] = [];
  for (const sentence of sentences) scored.push(scoreSentence(sentence, lexicon));
  if (rating > MOST_STARS_OF_MOCKERY) return scored;
  return scored.map((sentence) => isMockery(sentence.clauses[0]?.words ?? []) ? mocked(sentence) : sentence);
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
    return scoredClause(clause, polarWords);
  }));
}
