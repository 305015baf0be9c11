import { counts } from "../rule_groups.ts";
import { textAt, type Word } from "../text/words_of.ts";

/** "Without them I would": what is thought away is needed. "Without a doubt" thinks nothing away. */
const THOUGHT_AWAY = new Set(["would", "could", "wouldn't", "couldn't", "can't", "cannot"]);
const CERTAINLY = new Set(["doubt", "question", "hesitation", "hesitating", "fail"]);

/** "Without patient transport I could not get to hospital" praises it. */
export function isMissedIfAbsent(words: readonly Word[]): boolean {
  if (!counts("thought_away")) return false;
  const at = /^(?:and|but|as)$/.test(textAt(words, 0)) ? 1 : 0;
  if (textAt(words, at) !== "without" || CERTAINLY.has(textAt(words, at + 1)) || CERTAINLY.has(textAt(words, at + 2))) {
    return false;
  }
  return words.slice(at + 2, at + 7).some(({ text }, index, part) =>
    /^(?:i|we|he|she|they)$/.test(text) && THOUGHT_AWAY.has(part[index + 1]?.text ?? "")
  );
}
