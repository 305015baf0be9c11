import type { TextReader } from "../analysis/text_reader.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";

/** In "the sandwiches from the take-out window are delicious", the window is not judged. */
const AFTER_PREPOSITION =
  /\p{L} (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;
/** Minimum share of the strongest criticism for a word to count as the strongest too, 0 to 1. */
const STRONGEST = 0.8;
const STATES = / (?:was|were|is|are|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|looks?|looked|seems?|seemed|feels?|felt) /;

/**
 * Returns whether a sentence joins a word of the aspect and an opinion of this sentiment, so that readers see what is
 * judged. The two are adjacent ("fair price"), or the word is the opinion ("on time"). Nouns after a preposition do not
 * count.
 *
 * @param others Ids of all aspects: criticism of another aspect is no complaint about this one.
 */
export function isDirectOpinion(
  { aspects, readSentence, scoreOf }: Pick<TextReader, "aspects" | "readSentence" | "scoreOf">,
  sentence: string,
  aspect: string,
  sentiment: "positive" | "negative",
  others: readonly string[] = [],
): boolean {
  if (!aspects.isIn(sentence, aspect)) return false;
  if (sentiment === "negative" && isOfAnother({ aspects, readSentence }, sentence, aspect, others)) return false;
  const sign = sentiment === "positive" ? 1 : -1;
  const isJoined = aspects.opinionsOn(sentence, aspect).some((phrase) =>
    sign * scoreOf(phrase) >= SILENCE &&
    !(STATES.test(phrase) && AFTER_PREPOSITION.test(sentence.slice(0, sentence.indexOf(phrase))))
  );
  return isJoined ||
    opinionTexts(readSentence, sentence).some(({ strength, text }) =>
      sign * strength > 0 && aspects.isIn(text, aspect)
    );
}

function opinionTexts(readSentence: TextReader["readSentence"], sentence: string) {
  return readSentence(sentence).clauses.flatMap(({ words, polarWords }) =>
    polarWords.flatMap(({ at, length, strength }) => {
      const [first, last] = [words[at], words[at + length - 1]];
      return first === undefined || last === undefined
        ? []
        : [{ strength, text: sentence.slice(first.start, last.end) }];
    })
  );
}

/** Returns the strengths of all opinion words in a sentence, in order. */
export function opinionsIn({ readSentence }: Pick<TextReader, "readSentence">, sentence: string): readonly number[] {
  return readSentence(sentence).clauses.flatMap(({ polarWords }) => polarWords.map(({ strength }) => strength));
}

/** "The entrees were shockingly overpriced" judges the price: a word of it is among the strongest critical words. */
function isOfAnother(
  { aspects, readSentence }: Pick<TextReader, "aspects" | "readSentence">,
  sentence: string,
  aspect: string,
  others: readonly string[],
): boolean {
  const said = opinionTexts(readSentence, sentence);
  const worst = Math.min(0, ...said.map(({ strength }) => strength));
  return said.some(({ strength, text }) =>
    strength < 0 && strength <= STRONGEST * worst && !aspects.isIn(text, aspect) &&
    others.some((other) => other !== aspect && aspects.isIn(text, other))
  );
}
