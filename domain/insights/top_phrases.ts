import { isStopWord } from "./stop_words.ts";
import { phraseSegments } from "./phrase_segments.ts";

/** Tells whether a phrase, in lower case, names somebody or something instead of saying anything. */
export type IsName = (phrase: string) => boolean;

const MOST_PHRASES = 5;
// Without a limit a few huge reviews would take all the time.
const MOST_CLAUSES = 8;
const [SHORTEST, LONGEST] = [2, 5];
// Opening words that begin with a preposition and yet say something by themselves.
const IDIOM = /^(?:on time|on schedule|on budget|in a hurry|up front|right on time)$/;

interface Phrase {
  /** As the newest review writes it. */
  readonly text: string;
  readonly words: readonly string[];
  reviews: number;
  /** In how many reviews a segment ends with it. */
  endings: number;
  lastReview: number;
}

/**
 * The phrases of two to five words that reviews repeat, verbatim. None begins or ends in a stop word
 * or contains another. Most repeated first, then the longer, then by text.
 *
 * @param clausesOfReviews The clauses of each review, newest review first.
 */
export function topPhrases(clausesOfReviews: readonly (readonly string[])[], isName: IsName): string[] {
  const phrases = countPhrases(clausesOfReviews);
  const chosen: Phrase[] = [];
  const ranked = [...phrases.values()].filter((phrase) => isTelling(phrase) && !isName(phrase.words.join(" ")))
    .sort((a, b) =>
      b.reviews - a.reviews || b.words.length - a.words.length || b.text.length - a.text.length ||
      (a.text < b.text ? -1 : 1)
    );
  for (const phrase of absorbed(ranked, phrases)) {
    if (chosen.length === MOST_PHRASES) break;
    if (!chosen.some((other) => contains(other, phrase) || contains(phrase, other))) chosen.push(phrase);
  }
  return chosen.map(({ text }) => text);
}

function countPhrases(clausesOfReviews: readonly (readonly string[])[]): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>();
  clausesOfReviews.forEach((clauses, review) => {
    for (const segment of clauses.slice(0, MOST_CLAUSES).flatMap(phraseSegments)) {
      for (let from = 0; from + SHORTEST <= segment.length; from++) {
        for (let to = from + SHORTEST; to <= Math.min(segment.length, from + LONGEST); to++) {
          const text = segment.slice(from, to).join(" ");
          const key = text.toLowerCase();
          const words = key.split(" ");
          if (!IDIOM.test(key) && (isStopWord(words[0] ?? "") || isStopWord(words.at(-1) ?? ""))) continue;
          const phrase = phrases.get(key) ?? { text, words, reviews: 0, endings: 0, lastReview: -1 };
          phrases.set(key, phrase);
          if (phrase.lastReview === review) continue;
          phrase.lastReview = review;
          phrase.reviews++;
          if (to === segment.length) phrase.endings++;
        }
      }
    }
  });
  return phrases;
}

// What a sentence says stands at its end; a phrase that mostly goes on is a fragment. What one review alone says tells
// of its story, not of the business.
function isTelling({ reviews, endings }: Phrase): boolean {
  return reviews > 1 && endings * 2 >= reviews;
}

/** Leaves out the phrases that mostly occur within a longer one. */
function absorbed(ranked: readonly Phrase[], phrases: ReadonlyMap<string, Phrase>): readonly Phrase[] {
  const parts = new Set<Phrase>();
  for (const { words, reviews } of ranked) {
    for (const part of [words.slice(1), words.slice(0, -1)]) {
      const phrase = phrases.get(part.join(" "));
      if (phrase !== undefined && reviews * 2 > phrase.reviews) parts.add(phrase);
    }
  }
  return ranked.filter((phrase) => !parts.has(phrase));
}

function contains(whole: Phrase, part: Phrase): boolean {
  return ` ${whole.words.join(" ")} `.includes(` ${part.words.join(" ")} `);
}
