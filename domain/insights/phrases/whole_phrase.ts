import { wordList } from "../text/words_of.ts";
import lists from "./phrase_words.json" with { type: "json" };

/** Words that begin a new statement; directly after a phrase they show that it is complete. */
const FOLLOWS = wordList(lists.whole_phrase.follows);
/** Words that need an object, adjective or verb after them, so a phrase cannot end with one. */
const GOES_ON = wordList(lists.whole_phrase.goes_on);
const JOINS = wordList("but who which where that when if so because why how what nor");
/** Words that begin a request or refer to a person named elsewhere: "Call him punctual", "show me". */
const OPENS_PART = wordList(lists.whole_phrase.opens_part);
/** A denial or a wish without its subject: "not be quick", "guide would be helpful". */
const UNREAL = /(?:^not|(?:^| )(?:would|should|might)) be /;
const STATES = / (?:is|was|are|were|isn't|wasn't|aren't|weren't|looks?|looked) /;
/** Nouns after a preposition are not judged: in "the sandwiches from the window are delicious", not the window. */
const AFTER_PREPOSITION =
  / (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;

/** Returns whether a phrase is complete in its clause: it has its noun, object and end, and a new statement follows. */
export function isWholeIn(phrase: string, clause: string): boolean {
  const words = phrase.toLowerCase().replaceAll("’", "'").split(/[ -]/);
  const last = words.at(-1) ?? "";
  if (
    GOES_ON.has(last) || OPENS_PART.has(words[0] ?? "") || words.slice(1).some((word) => JOINS.has(word)) ||
    UNREAL.test(phrase)
  ) {
    return false;
  }
  if (
    /.{3}ly$/.test(last) && words.length === 2 && !/ed$|s$|^(?:went|very|so|really|always)$/.test(words[0] ?? "") ||
    words.slice(0, -1).includes("to") && words.length > 3
  ) return false;
  const at = clause.indexOf(phrase);
  if (STATES.test(phrase) && AFTER_PREPOSITION.test(` ${clause.slice(0, at)}`)) return false;
  const rest = clause.slice(at + phrase.length);
  const next = /^\s+(\p{L}[\p{L}\p{M}'’]*)/u.exec(rest)?.[1]?.toLowerCase();
  if (next === undefined) return !/^[-'’\p{L}\p{N}]|^\s+[\p{N}$£€]/u.test(rest);
  return FOLLOWS.has(next.replaceAll("’", "'").replace(/'.*/, "")) || /.{3}ly$/.test(next);
}
