import type { TextReader } from "../analysis/text_reader.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";

/** Of "the sandwiches from the take-out window are delicious" the window is not what is delicious. */
const AFTER_PREPOSITION =
  /\p{L} (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;
const STATES = / (?:was|were|is|are|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|looks?|looked|seems?|seemed|feels?|felt) /;

/**
 * Whether a sentence joins a word of an aspect and an opinion of this sentiment, so that a reader sees what is judged: the
 * two stand side by side ("fair price"), or the word is the opinion ("on time"). What stands behind a preposition is not
 * what the verb speaks of.
 */
export function isDirectOpinion(
  { aspects, readSentence, scoreOf }: Pick<TextReader, "aspects" | "readSentence" | "scoreOf">,
  sentence: string,
  aspect: string,
  sentiment: "positive" | "negative",
): boolean {
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
