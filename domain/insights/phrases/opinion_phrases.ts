import { beginningOf } from "../../cut_text.ts";
import { isNegator } from "../sentiment/negation.ts";
import { polarWords } from "../sentiment/score_clause.ts";
import type { SentimentLexicon } from "../sentiment/sentiment_lexicon.ts";
import { splitClauses } from "../text/clause_split.ts";
import { termMatches } from "../text/shared_terms.ts";
import { isStopWord } from "../text/stop_words.ts";
import type { TermIndex } from "../text/term_index.ts";
import { foldedWord, type Word } from "../text/words_of.ts";

const COPULAS = "is was are were be been being feels felt seems seemed looks looked isn't wasn't aren't weren't";
const ADVERBS = "very really so extremely incredibly absolutely totally completely truly super quite always too most";
const OBJECTS = "everything it all things me us";
/** Words that may join a subject and its opinion, as in "prices were very fair". */
const LINKS = new Set([COPULAS, ADVERBS, OBJECTS, "not never"].flatMap((words) => words.split(" ")));
const TONES = new Set(ADVERBS.split(" "));
/** Stop words that may end a phrase: "worked around", "showed up", "called back". */
const IDIOM = /^(?:up|back|around|through|out)$/;
const WORD = /^[\p{L}\p{M}'’]+$/u;
const RUN = /^[\p{L}\p{M}'’]+(?:[ -][\p{L}\p{M}'’]+)*$/u;
const [LONGEST, LONGEST_CHARACTERS] = [6, 50];
// Maximum length searched, in characters. Every subject word is compared with every opinion word: quadratic time.
const LONGEST_CLAUSE = 400;
const LEAST_STRENGTH = 0.8;
const NEGATION_REACH = 3;

/**
 * Finds the phrases of a clause that join a subject and a clear opinion of it, verbatim: "fair price", "price was very
 * fair", "explained everything clearly".
 *
 * @param terms The words of all aspects (or topics) with their ids.
 * @param subject Id of the aspect or topic.
 */
export function opinionPhrases(
  clause: string,
  terms: TermIndex<readonly string[]>,
  subject: string,
  lexicon: SentimentLexicon,
): readonly string[] {
  const found: string[] = [];
  const text = clause.length <= LONGEST_CLAUSE ? clause : withoutLastWord(beginningOf(clause, LONGEST_CLAUSE));
  for (const part of splitClauses(text)) {
    const { words } = part;
    let opinions: ReturnType<typeof polarWords> | null = null;
    let last = -1;
    const matches = termMatches(words, terms).toArray();
    for (const { at, length, value } of matches) {
      if (at <= last || !value.includes(subject)) continue;
      last = at + length - 1;
      // Computed on demand: most parts of a clause have no word of the subject.
      opinions ??= polarWords(part, lexicon);
      for (const opinion of opinions) {
        if (Math.abs(opinion.strength) < LEAST_STRENGTH) continue;
        // "Great guys furniture": the opinion is of another subject, the guys.
        const next = matches.find((match) => match.at === opinion.at + opinion.length);
        if (next !== undefined && next.at < at && !next.value.includes(subject)) continue;
        const span = spanOf(words, [at, last], [opinion.at, opinion.at + opinion.length - 1]);
        const phrase = span && phraseAt(text, words, span);
        if (phrase) found.push(phrase);
      }
    }
  }
  return [...new Set(found)];
}

function withoutLastWord(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+$/u, "");
}

type Span = readonly [first: number, last: number];

function spanOf(words: readonly Word[], subject: Span, opinion: Span): Span | null {
  const span: Span = [Math.min(subject[0], opinion[0]), Math.max(subject[1], opinion[1])];
  const between = opinion[0] > subject[1]
    ? words.slice(subject[1] + 1, opinion[0])
    : opinion[1] < subject[0]
    ? words.slice(opinion[1] + 1, subject[0])
    : [];
  const joins = opinion[0] > subject[1]
    ? ({ text }: Word) => LINKS.has(text)
    : ({ text }: Word) => between.length === 1 && !isStopWord(text) && !isStopWord(words[subject[0]]?.text ?? "");
  if (between.length > 3 || !between.every(joins)) return null;
  let first = span[0];
  // Keep the negation: "not a fair price" must not become "fair price".
  for (let at = first - 1; at >= Math.max(0, span[0] - NEGATION_REACH) && !words[at + 1]?.isAfterBreak; at--) {
    if (isNegator(words[at]?.text ?? "")) first = at;
  }
  while (first > 0 && !words[first]?.isAfterBreak && TONES.has(words[first - 1]?.text ?? "")) first--;
  return [first, span[1]];
}

function phraseAt(text: string, words: readonly Word[], [first, last]: Span): string | null {
  const inside = words.slice(/^(?:the|a|an)$/.test(words[first]?.text ?? "") ? first + 1 : first, last + 1);
  const [from, to] = [inside[0], inside.at(-1)];
  if (from === undefined || to === undefined || inside.length < 2 || inside.length > LONGEST) return null;
  if (inside.slice(1).some(({ isAfterBreak }) => isAfterBreak) || !inside.every(({ text }) => WORD.test(text))) {
    return null;
  }
  if (isStopWord(to.text) && !IDIOM.test(to.text) || inside.every(({ isShouted }) => isShouted)) return null;
  if (isStopWord(from.text) && !TONES.has(from.text) && !isNegator(from.text)) return null;
  if (inside.some(({ text: word, start, end }) => foldedWord(text.slice(start, end)) !== word)) return null;
  if (new Set(inside.map(({ stem }) => stem)).size < inside.length || isName(inside, first)) return null;
  const phrase = text.slice(from.start, to.end);
  return phrase.length <= LONGEST_CHARACTERS && RUN.test(phrase) ? phrase : null;
}

function isName(words: readonly Word[], first: number): boolean {
  return first > 0 && words.every(({ isCapitalised }) => isCapitalised);
}
