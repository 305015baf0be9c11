import { wordList } from "../text/word_list.ts";

/** What stands right behind a phrase that is whole: a word that begins something else. */
const FOLLOWS = wordList(
  "and but or nor so because as when while whilst if since although though after before until till once then with without " +
    "for from in on at by during about over through throughout within which who i we he she they you it there this these " +
    "every each all too also again today yesterday considering given despite even is are was were has had have will would " +
    "can could than plus",
);
/** Behind these an object, an adjective or a verb is missing. */
const GOES_ON = wordList(
  "a an the my our your his her their its this that these those of to for with from at by into about within per via towards " +
    "against among except despite than as like if while when because and or but not no never any every each another some " +
    "very so too really quite rather almost exactly actually particularly especially hardly barely just only even still " +
    "is was are were be been being am get got take took taken give gave given keep kept make made let put need needs needed " +
    "want wants wanted find found bring brought tell told ask asked thank thanked send sent seem seemed feel felt look " +
    "become became say said says cost costs incorrect different difference extra fix repair first next last new old young " +
    "whole same other",
);
/** A verb that has its object before it, or none: "was told", "well kept". */
const PASSIVE = wordList("was were is are be been being get got gets well brilliantly badly poorly nobody nothing");
/** These end a phrase that others of the list above would not: "felt like new", "good as new". */
const SAID_WHOLE =
  /\b(?:(?:brand|like|as) new|well kept|high cost|low cost|first|no difference|very different|too (?:old|young))$/;
/** "To reach" of "hard to reach" needs nothing more, "to answer" of "the time to answer my questions" does. */
const TO_DO = / to (\p{L}+)(?= |$)/u;
const BEFORE_TO = wordList(
  "easy easier easiest hard harder hardest difficult impossible simple quick slow able ready happy willing listen listened " +
    "listening listens talk talked speak spoke spoken explain explained back close next up had have having has need needs " +
    "needed want wanted refused failed refuse fail offered going used went came come get got want stuck attention due rude " +
    "kind nice unkind polite helpful attentive friendly good damage access pleasure joy nightmare pain door face day end",
);
/** "To" and a verb at the end of a phrase only behind these. */
const WHOLE_TO =
  /\b(?:easy|easier|easiest|hard|harder|hardest|difficult|impossible|simple|quick|slow|nothing|pleasure|joy|nightmare|pain) to \p{L}+$|\bto (?:wait|queue|come|listen|help|worry|complain)$/u;
/** "Phone quicker" and "prescription quickly": an adverb without its verb. */
const ADVERB_LAST =
  /^\p{L}+ (?:(?:very|really|so|more|most|too|quite) )?(?:\p{L}{3,}ly|quicker|faster|sooner|earlier|later|ease|well|long)$|^\p{L}+ (?:more|less) \p{L}+$/u;
const NO_ADVERBS = wordList(
  "friendly family only early daily lovely costly lively orderly timely elderly supply reply",
);
const VERB = /(?:ed|ing|s)$/u;
const VERBS = wordList(
  "came come went go got get knew know saw see did do ran run kept felt sleep slept eat ate sat sit spoke speak rang ring " +
    "told built made paid took arrive answer respond reply listen work worked cook cooked very extremely really highly quite " +
    "so too most incredibly exceptionally absolutely seated explain treat treated understood brilliantly pretty fairly",
);
const NO_VERBS = wordList(
  "bed beds service services staff nurses doctors prices times food ambulances patients always calls meds us",
);
/** What is left of a longer statement, or says nothing by itself, one kind a line. */
const TORN: readonly RegExp[] = [
  // Requests and reasons: "please provide nets", "due to staffing".
  /^(?:please|maybe|perhaps|probably|possibly|due|because|regarding|apart|according|such|than)\b/,
  /^(?:actually|even|simply|also|not being)\b/,
  // "No one Tuesday"; "no one came" is whole.
  /^no one (?!\p{L}+(?:ed|es)\b|came|comes|knew|knows|told|rang|cared|cares|was|is)/u,
  // "Two hours on Tuesday" has lost its "on".
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day$/,
  /\b(?:january|february|april|june|july|august|september|october|november|december)$/,
  // "Time listening", "hour wait": how much, or whose, stood before it.
  /^(?:time|times|people|person|things?|way|lot|bit|days?|hours?|min(?:ute)?s?|weeks?|months?|actual|none) /,
  /^(?:(?:long|short|first|second|last|same) time|different \p{L}+)$/u,
  // "Appointment so had to wait", "answered the phone were very nice": of two statements.
  /\bso had\b|^\p{L}+ed .* (?:was|were|is|are)\b/u,
  // Nobody's room.
  /^room for /,
];
/** "Respect my father" of "the respect my father was shown", "window are delicious" of "sandwiches from the window are". */
const OBJECT = /^(\p{L}+) (?:my|our|your|their|his|her) /u;
const PAST = /ed$/;
const AFTER_PREPOSITION =
  / (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;
const STATES = / (?:is|was|are|were|isn['’]t|wasn['’]t|aren['’]t|weren['’]t|looks?|looked) /;
const THING_FIRST = /^(\p{L}+) (?:(?:very|really|so|too|quite) )?\p{L}+$/u;
const NEEDS_AUXILIARY = /\b(?:did|do|does|could|can|would|will|should|must|may|might)\s+$/i;

/** Whether a phrase lacks what makes it one: its noun, its verb, the object of the verb or the end. */
export function isTorn(phrase: string): boolean {
  const text = phrase.toLowerCase().replaceAll("’", "'");
  const words = text.split(/[ -]/);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const object = OBJECT.exec(text)?.[1];
  if (object !== undefined && !PAST.test(object) && !VERBS.has(object)) return true;
  if (TORN.some((part) => part.test(text))) return true;
  if (GOES_ON.has(last) && !SAID_WHOLE.test(text) && !words.slice(0, -1).some((word) => PASSIVE.has(word))) return true;
  if (ADVERB_LAST.test(text) && !NO_ADVERBS.has(last) && !isVerb(first)) return true;
  const to = TO_DO.exec(text);
  if (to === null) return false;
  const before = words[words.indexOf("to") - 1] ?? "";
  return !BEFORE_TO.has(before) ||
    text.endsWith(to[0]) && !WHOLE_TO.test(text) && !/ to (?:me|us|him|her|them|you)$/.test(text);
}

/**
 * Whether a phrase is whole where it stands: what follows goes on with something else, and no verb was left out before it.
 *
 * @param isThing Whether a word names the subject and judges nothing: "menu fresh" of "they keep the menu fresh" is torn.
 */
export function isWholeIn(phrase: string, clause: string, isThing: (word: string) => boolean): boolean {
  if (isTorn(phrase)) return false;
  const [, thing = ""] = THING_FIRST.exec(phrase) ?? [];
  if (thing !== "" && isThing(thing) && !isVerb(thing.toLowerCase())) return false;
  const at = clause.indexOf(phrase);
  if (/^not\b/i.test(phrase) && NEEDS_AUXILIARY.test(clause.slice(0, at))) return false;
  if (STATES.test(phrase) && AFTER_PREPOSITION.test(` ${clause.slice(0, at)}`)) return false;
  const rest = clause.slice(at + phrase.length);
  const next = /^\s+(\p{L}[\p{L}\p{M}'’]*)/u.exec(rest)?.[1]?.toLowerCase();
  if (next === undefined) return !/^[-'’\p{L}\p{N}]|^\s+[\p{N}$£€]/u.test(rest);
  return FOLLOWS.has(next.replaceAll("’", "'").replace(/'.*/, "")) || /.{3}ly$/.test(next);
}

/** Whether a word is used as a verb here, by its form. */
function isVerb(word: string): boolean {
  return VERBS.has(word) || VERB.test(word) && !NO_VERBS.has(word);
}
