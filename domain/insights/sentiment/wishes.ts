import type { Clause } from "../text/clause_split.ts";
import { textAt, type Word, wordList, wordMemo } from "../text/words_of.ts";
import type { PolarWord } from "./polar_word.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import lists from "./rule_words.json" with { type: "json" };

const WISHED = -2.5;
/** Comparatives: a wish asks for more of something. */
const COMPARATIVES = wordList(lists.wishes.comparatives);
/** Verbs that express a demand if an object follows: "explain what it is for". */
const DUTIES = wordList(
  "listen attend stop explain answer treat respect provide ensure inform respond understand hire keep make teach assess",
);
/** Objects that make such a verb a demand; most of the verbs are nouns as well: "answer was quick". */
const OBJECTS = wordList(lists.wishes.objects);
const DEMANDS = wordList("improve reduce increase employ recruit shorten train communicate invest upgrade");
const DEEDS = wordList(lists.wishes.deeds);
const ADVERBS = wordList("sooner quicker earlier faster more better closer quickly often");
const LEAD_INS = wordList("please pls just maybe perhaps possibly to only and or try a much need needs even so");
/** Words that may precede the comparative of a wish: "be a bit quicker", "have more staff". */
const BEFORE_COMPARATIVES = wordList(
  "be been being have having get getting provide provided a an bit little lot some slightly much offer put employ hire show give add",
);
/** Words after "better" that exclude a wish: "Better than expected". */
const BETTER_THAN = wordList("to after than now since because when once and");
/** Words of statements; a clause with one is no wish. */
const ASSERTS = wordList("is was are were than i we had has did could should too this thanks thank can will would");
/** Words that begin a subordinate clause, whose verb states nothing: "listen to what I was saying". */
const SUBORDINATES = wordList("when if so because as what how who which that where why until before");
/** Maximum words of a wish, of a comparative wish, and of its lead-in. */
const [LONGEST, LONGEST_COMPARATIVE, MOST_LEAD_INS] = [30, 12, 4];
/** Quotation mark at the beginning, which marks the words of another person: "Tell me about it," he said. */
const QUOTED = /^["“]/;
/** Minimum strength of praise that excludes a demand: "provide great care". */
const PRAISE = 1.5;

const mayOpen = wordMemo(({ text }) =>
  [COMPARATIVES, DUTIES, DEMANDS, DEEDS, LEAD_INS, BEFORE_COMPARATIVES].some((list) => list.has(text))
);

/**
 * Finds the wish of a clause, which alone decides the score of its subjects: a comparative without a verb ("more
 * staff") or a demand ("reduce waiting times", "listen to patients", "answer the phone sooner"). Null if there is none.
 */
export function wishIn({ text, words }: Clause, lexicon: SentimentLexicon): PolarWord | null {
  const [first] = words;
  if (first === undefined || !mayOpen(first)) return null;
  if (words.length < 2 || words.length > LONGEST || QUOTED.test(text) || states(words)) return null;
  let at = 0;
  while (at < MOST_LEAD_INS && LEAD_INS.has(textAt(words, at))) at++;
  return isComparativeAt(words, at, lexicon) || isDemandAt(words, at) && !praises(words, at + 1, lexicon)
    ? { at: 0, length: words.length, strength: WISHED, isCertain: true }
    : null;
}

function states(words: readonly Word[]): boolean {
  for (const { text } of words) {
    if (SUBORDINATES.has(text)) return false;
    if (ASSERTS.has(text) || text.endsWith("n't") && text !== "don't") return true;
  }
  return false;
}

/** "Just more accurate times", "be a bit quicker", "have a larger fleet"; not "more than enough". */
function isComparativeAt(words: readonly Word[], from: number, lexicon: SentimentLexicon): boolean {
  if (words.length > LONGEST_COMPARATIVE) return false;
  let at = from;
  while (at < from + MOST_LEAD_INS && BEFORE_COMPARATIVES.has(textAt(words, at))) at++;
  const text = textAt(words, at);
  if (!COMPARATIVES.has(text) || (lexicon.longestAt(words, at)?.length ?? 0) > 1) return false;
  if (text === "better" && BETTER_THAN.has(textAt(words, at + 1))) return false;
  return at > from || words.length >= at + 2;
}

/** "Listen to us", "improve the phone line", "explain it better". */
function isDemandAt(words: readonly Word[], at: number): boolean {
  const [text, next] = [textAt(words, at), words[at + 1]];
  if (next === undefined) return false;
  if (DEMANDS.has(text) || DUTIES.has(text) && OBJECTS.has(next.text) && !next.isAfterBreak) return true;
  return DEEDS.has(text) && words.slice(at + 1).some(({ text }) => ADVERBS.has(text));
}

function praises(words: readonly Word[], from: number, lexicon: SentimentLexicon): boolean {
  return words.some(({ text }, at) =>
    at >= from && !COMPARATIVES.has(text) && !ADVERBS.has(text) && (lexicon.longestAt(words, at)?.value ?? 0) >= PRAISE
  );
}
