import { counts } from "../rule_groups.ts";
import { wordList } from "../text/words_of.ts";

/** Words that begin a new statement; directly after a phrase they show that it is complete. */
const FOLLOWS = wordList(
  "and but or nor so because as when while whilst if since although though after before until till once then with without " +
    "for from in on at by during about over through throughout within which who i we he they she you it there this these " +
    "every each all too also again today yesterday considering given despite even is are was were has had have will would " +
    "can could than plus",
);
/** Words that need an object, adjective or verb after them, so a phrase cannot end with one. */
const GOES_ON = wordList(
  "a an the my our your his her their its this that these those of to for with from at by into about within per via towards " +
    "against among except despite than as like if while when because and but or not no never any every each another some " +
    "very so too really quite rather almost exactly actually particularly especially hardly barely just only even still " +
    "is was are were be been being am get got take took taken give gave given keep kept make made let put need needs needed " +
    "want wants wanted find found bring brought tell told ask asked thank thanked send sent seem seemed feel felt look " +
    "become became say said says cost costs incorrect different difference extra fix repair first next last new old young " +
    "whole same other worth asking reading",
);
/** Words that join two statements; a phrase that contains one is excluded. */
const JOINS = wordList("but who which where that when if so because why how what nor");
/** Words that begin a request or refer to a person named elsewhere: "Call him punctual", "show me". */
const OPENS_PART = wordList(
  "nor please maybe perhaps probably possibly due because regarding apart according such than actually even simply also show time times " +
    "people gentleman person way lot bit day days hour hours minutes week weeks month months room say think hire employ listen try none nothing waiting",
);
/** A denial or a wish without its subject: "not be quick", "guide would be helpful". */
const UNREAL = /(?:^not|(?:^| )(?:would|should|might)) be /;
const STATES = / (?:is|was|are|were|isn't|wasn't|aren't|weren't|looks?|looked) /;
/** Nouns after a preposition are not judged: in "the sandwiches from the window are delicious", not the window. */
const AFTER_PREPOSITION =
  / (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;

/** Returns whether a phrase is complete in its clause: it has its noun, object and end, and a new statement follows. */
export function isWholeIn(phrase: string, clause: string): boolean {
  if (!counts("phrase_whole")) return true;
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
