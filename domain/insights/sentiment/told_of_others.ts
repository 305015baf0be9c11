import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { privateLife } from "./private_life.ts";

/** A run of words: index of the first, and of the one after the last. */
export type WordRange = readonly [from: number, to: number];

/** Words before a trade or company that make it another one. "First" and "different" may be sent by the same business. */
const OTHER = wordList("last previous prior former other another others' original earlier competing rival old");
/** These also stand before people whom the business itself sends: "the other technician". */
const DOUBTFUL = wordList("other another earlier old last");
/** Those who do such work. */
export const COMPANIES: ReadonlySet<string> = wordList(
  "company companies firm firms outfit outfits contractor contractors plumber plumbers electrician electricians " +
    "installer installers builder builders roofer roofers provider providers competitor agency agencies insurer insurers " +
    "business businesses dentist dentists vet vets landlord owner owners landscaper handyman shop shops garage salon " +
    "school schools campsite campsites groomer groomers nursery kennels hotel hotels restaurant restaurants practice vendor vendors supplier painter painters mover movers mechanic",
);
const PEOPLE = wordList("guy guys people man men crew team technician technicians tech techs");
/** Who ran it before: "the previous management", not "the other manager". */
const RUN_BY = wordList("management manager managers owner owners landlord");
const BEFORE_NOW = wordList("previous prior former");
const ALONE = wordList("competitor competitors competition manufacturer manufacturers");
const UTILITIES = wordList("power utility");
/** A quick check that nearly all words fail. */
const CUES = new Set([...OTHER, ...ALONE, ...UTILITIES, "else", "before", "different", "with", "at", "here"]);
/** "After the terrible time we had with Acme this was a dream." */
const ENDURED = wordList("time experience experiences service visit stay treatment nightmare");
/** "It was filthy, so we moved here." */
const CHANGED = wordList("moved switched changed transferred");
const isCue = wordCheck(({ text }) => CUES.has(text));
const NEAR = 3;
/** Before the other company, these make it the measure of a comparison: "cheaper than the last company". */
const MEASURES = wordList("than beat beats beating versus vs over compared by");
/** "They sent another plumber" from the same business. */
export const SENDS: ReadonlySet<string> = wordList("sent send sends sending");
const LINKS = wordList("when while after what that which where since because as unlike like until");
const OF_THE_BUSINESS = wordList("they he she it this these those you your");
const ENDS = wordList("because whereas than these this");
const CARRIED = wordList("they he she who which their his her");
/** "Unlike the last firm, they cleaned up": the next clause is of the business. */
const CONTRASTED = wordList("unlike instead after");
const COMPARATIVE =
  /^(?:better|superior|nicer|friendlier|kinder|politer|faster|quicker|cheaper|cleaner|neater|fairer|easier|clearer|safer|smarter|sooner|less|more)$/;

/**
 * Finds in each clause of a sentence the words that tell of somebody else than the business: "the last company
 * overcharged us", "an abusive partner". A clause that goes on with "they" or "who" goes on with another company. Null
 * where nothing does.
 */
export function toldOfOthers(
  clauses: readonly { readonly words: readonly Word[]; readonly isTurn: boolean }[],
): readonly (
  | WordRange
  | null
)[] {
  let isCarried = false;
  const ranges: (WordRange | null)[] = [];
  for (const { words, isTurn } of clauses) {
    const range = otherRange(words);
    const first = words[0]?.text ?? "";
    const goesOn: boolean = isCarried && !isTurn &&
      (CARRIED.has(first) || first === "and" && CARRIED.has(words[1]?.text ?? ""));
    const found: WordRange | null = range ?? (goesOn ? [0, words.length] : null);
    isCarried = found !== null && found[1] === words.length && !CONTRASTED.has(first);
    ranges.push(found ?? privateLife(words));
  }
  return ranges;
}

/** Whether a word compares: said of somebody else, it tells against the business. */
export function isComparative(word: string): boolean {
  return COMPARATIVE.test(word);
}

function otherRange(words: readonly Word[]): WordRange | null {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !isCue(word)) continue;
    const left = leftBehind(words, at);
    if (left !== -1) return [0, left];
    const end = otherEnd(words, at);
    if (end === -1) continue;
    const before = words.slice(Math.max(0, at - 4), at);
    if (before.some(({ text }) => MEASURES.has(text) || DOUBTFUL.has(word.text) && SENDS.has(text))) continue;
    return [startOf(words, at), endOf(words, end)];
  }
  return null;
}

/**
 * Where a word tells of a named firm that was left, the index after what is told of it: "after the bad time we had with
 * Park4Less (rude) this was a dream", "Boulder Barn was filthy so we moved here". Else -1.
 */
function leftBehind(words: readonly Word[], at: number): number {
  const text = textAt(words, at);
  if (text === "here") {
    return CHANGED.has(textAt(words, at - 1)) && /^(?:i|we)$/.test(textAt(words, at - 2)) &&
        textAt(words, at - 3) === "so"
      ? at - 3
      : -1;
  }
  if (text !== "with" && text !== "at" || textAt(words, 0) !== "after" || words[at + 1]?.isCapitalised !== true) {
    return -1;
  }
  return words.slice(1, at).some(({ text }) => ENDURED.has(text)) ? endOf(words, at) : -1;
}

/** The index after the words that name somebody else, such as "last heating company"; -1 if none begin here. */
function otherEnd(words: readonly Word[], at: number): number {
  const text = words[at]?.text ?? "";
  if (ALONE.has(text)) return at + 1;
  const next = words[at + 1]?.text ?? "";
  if (UTILITIES.has(text)) return next === "company" ? at + 2 : -1;
  // Not "they sent a different plumber".
  if (text === "different") {
    return at <= 1 && COMPANIES.has(next) && words[at + 2]?.text === "had" ? at + 2 : -1;
  }
  if (
    text === "else" && (at === 1 || /^(?:used?|uses|using|with)$/.test(words[at - 2]?.text ?? "")) &&
    /^(?:somebody|someone|anybody|anyone|everyone|everybody)$/.test(words[at - 1]?.text ?? "")
  ) {
    return at + 1;
  }
  if (text === "before" && /^(?:them|him|her|you)$/.test(words[at + 1]?.text ?? "")) {
    const named = words.slice(Math.max(0, at - NEAR), at).some(({ text }) => COMPANIES.has(text) || PEOPLE.has(text));
    return named ? at + 2 : -1;
  }
  if (!OTHER.has(text)) return -1;
  for (let index = at + 1; index <= Math.min(at + NEAR, words.length - 1); index++) {
    if (words[index]?.isAfterBreak) return -1;
    const noun = words[index]?.text ?? "";
    if (COMPANIES.has(noun) || RUN_BY.has(noun) && BEFORE_NOW.has(text)) return index + 1;
    if (!PEOPLE.has(noun)) continue;
    const isTheirs = DOUBTFUL.has(text) && !(text === "last" && /^(?:guys?|people|crew)$/.test(noun));
    return isTheirs ? -1 : index + 1;
  }
  return -1;
}

function startOf(words: readonly Word[], at: number): number {
  for (let index = at - 1; index >= 0; index--) if (LINKS.has(words[index]?.text ?? "")) return index;
  const isObject = words.slice(0, at).some(({ text }) => OF_THE_BUSINESS.has(text));
  return isObject ? at : 0;
}

function endOf(words: readonly Word[], from: number): number {
  const end = words.findIndex(({ text, isAfterBreak, isCapitalised }, index) =>
    index >= from && (ENDS.has(text) || isAfterBreak && isCapitalised && text !== "i")
  );
  return end === -1 ? words.length : end;
}
