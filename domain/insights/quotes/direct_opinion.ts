import { counts } from "../rule_groups.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";

/** Of "the sandwiches from the take-out window are delicious" the window is not what is delicious. */
const AFTER_PREPOSITION =
  /\p{L} (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;
/** Words of at least this share of the strongest criticism count as the strongest. */
const STRONGEST = 0.8;
const STATES = / (?:was|were|is|are|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|looks?|looked|seems?|seemed|feels?|felt) /;

/**
 * Whether a sentence joins a word of an aspect and an opinion of this sentiment, so that a reader sees what is judged: the
 * two stand side by side ("fair price"), or the word is the opinion ("on time"). What stands behind a preposition is not
 * what the verb speaks of.
 *
 * @param others Ids of all aspects: what criticises one of these is no complaint about this one.
 */
export function isDirectOpinion(
  { aspects, readSentence, scoreOf }: Pick<TextReader, "aspects" | "readSentence" | "scoreOf">,
  sentence: string,
  aspect: string,
  sentiment: "positive" | "negative",
  others: readonly string[] = [],
): boolean {
  if (!counts("quote_direct")) return true;
  if (sentiment === "negative" && isOfAnother({ aspects, readSentence }, sentence, aspect, others)) return false;
  const sign = sentiment === "positive" ? 1 : -1;
  const isJoined = aspects.opinionsOn(sentence, aspect).some((phrase) =>
    sign * scoreOf(phrase) >= SILENCE &&
    !(STATES.test(phrase) && AFTER_PREPOSITION.test(sentence.slice(0, sentence.indexOf(phrase))))
  );
  return isJoined ||
    readSentence(sentence).clauses.some(({ words, polarWords }) =>
      polarWords.some(({ at, length, strength }) => {
        const [first, last] = [words[at], words[at + length - 1]];
        if (sign * strength <= 0 || first === undefined || last === undefined) return false;
        return aspects.isIn(sentence.slice(first.start, last.end), aspect);
      })
    );
}

/** Strengths of all words of opinion in a sentence, in order. */
export function opinionsIn({ readSentence }: Pick<TextReader, "readSentence">, sentence: string): readonly number[] {
  return readSentence(sentence).clauses.flatMap(({ polarWords }) => polarWords.map(({ strength }) => strength));
}

/**
 * Whether a complaint is about another aspect: "the entrees were shockingly overpriced" judges the price. One of its
 * strongest words of criticism is a word of the other.
 */
function isOfAnother(
  { aspects, readSentence }: Pick<TextReader, "aspects" | "readSentence">,
  sentence: string,
  aspect: string,
  others: readonly string[],
): boolean {
  const said = readSentence(sentence).clauses.flatMap(({ words, polarWords }) =>
    polarWords.flatMap(({ at, length, strength }) => {
      const [first, last] = [words[at], words[at + length - 1]];
      return first === undefined || last === undefined
        ? []
        : [{ strength, text: sentence.slice(first.start, last.end) }];
    })
  );
  const worst = Math.min(0, ...said.map(({ strength }) => strength));
  return said.some(({ strength, text }) =>
    strength < 0 && strength <= STRONGEST * worst && !aspects.isIn(text, aspect) &&
    others.some((other) => other !== aspect && aspects.isIn(text, other))
  );
}
