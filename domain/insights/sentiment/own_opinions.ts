import type { Business } from "../../business.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { businessNameTerms, sharedTerms } from "../text/shared_terms.ts";
import { textAt, type Word, wordList } from "../text/words_of.ts";
import { isNegated, isNegator } from "./negation.ts";
import type { PolarWord } from "./polar_word.ts";
import lists from "./rule_words.json" with { type: "json" };

/**
 * Finds the opinions that a clause expresses in the operator's declared words: burdens, praise words and complaint
 * words. Each opinion alone decides the score of its words (`isCertain`); strength 0 leaves the subject without an
 * opinion.
 */
export type OwnReader = (words: readonly Word[]) => readonly PolarWord[];

type TermKind = "burden" | "reason" | "praise" | "complaint";

interface Term {
  readonly at: number;
  /** Index after its last word. */
  readonly end: number;
  readonly kind: TermKind;
}

const NONE: readonly PolarWord[] = [];

/** Builds the reader of a taxonomy with burdens, praise words or complaint words; null for any other. */
export function ownReader(business: Business, taxonomy: Taxonomy): OwnReader | null {
  const own = [...taxonomy.aspects, ...taxonomy.problems].flatMap(ownTerms);
  if (own.length === 0) return null;
  const terms = sharedTerms(own, [...businessNameTerms(business), ...taxonomy.ignored_words ?? []]);
  return (words) => {
    let found: PolarWord[] | null = null;
    let before: PolarWord | null = null;
    for (let at = 0; at < words.length; at++) {
      const hit = terms.longestAt(words, at);
      if (hit === null) continue;
      // A term in several entries counts once, by the first of these kinds.
      const kind = KINDS.find((one) => hit.value.includes(one));
      if (kind !== undefined) {
        const term = { at, end: at + hit.length, kind };
        before = isVerdict(term) ? verdict(words, term) : burden(words, term, before);
        (found ??= []).push(before);
      }
      at += hit.length - 1;
    }
    return found ?? NONE;
  };
}

const KINDS: readonly TermKind[] = ["praise", "complaint", "reason", "burden"];

function ownTerms(
  { burden, words, burden_words = [], praise_words = [], complaint_words = [], reason_for_visit }: TaxonomyEntry,
): readonly (readonly [term: string, kind: TermKind])[] {
  const kind = reason_for_visit === true ? "reason" : "burden";
  return [
    ...(burden === true ? [...words, ...burden_words] : burden_words).map((term) => [term, kind] as const),
    ...praise_words.map((term) => [term, "praise"] as const),
    ...complaint_words.map((term) => [term, "complaint"] as const),
  ];
}

/** Merges general opinion words with the operator's; general ones inside the operator's words are dropped. */
export function besideOwn(found: readonly PolarWord[], own: readonly PolarWord[]): readonly PolarWord[] {
  // Covered indexes as a set, because a clause may contain thousands of both.
  const covered = new Set(own.flatMap(placesOf));
  const others = found.filter((word) => !placesOf(word).some((place) => covered.has(place)));
  return [...others, ...own].sort((a, b) => a.at - b.at);
}

function placesOf({ at, length }: PolarWord): readonly number[] {
  return Array.from({ length }, (_, index) => at + index);
}

/** Words of hope, fear, promise or assumption: what follows has not happened. */
const OPEN = wordList(lists.own_opinions.open);
/** Modals of unreal statements; negated ones count as denials. */
const UNREAL = wordList("would could should may might");
const OTHER_PEOPLE = wordList(
  "people women men friends friend others reviews review posts stories everyone reviewers sister mom mother cousin coworker someone anyone",
);
const REACH_OF_PEOPLE = 8;

/** "I read that women gained weight". */
function isOfOtherPeople(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - REACH_OF_PEOPLE); index--) {
    const text = textAt(words, index);
    if (text === "i" || text === "me" || text === "my") return false;
    if (OTHER_PEOPLE.has(text)) return true;
  }
  return false;
}

function textsBefore(words: readonly Word[], at: number, most: number): readonly string[] {
  const texts: string[] = [];
  for (let index = at - 1; index >= Math.max(0, at - most) && !words[index + 1]?.isAfterBreak; index--) {
    texts.push(textAt(words, index));
  }
  return texts;
}

const [VERDICT, DENIED] = [2, -0.8];
const REACH_OF_VERDICT = 4;
/** Verbs that prevent a complaint: "it kept me from getting pregnant". */
const PREVENTS = wordList("kept keeps keep prevent prevents prevented avoid avoided saved spared spares protects");

function isVerdict({ kind }: Term): boolean {
  return kind === "praise" || kind === "complaint";
}

function verdict(words: readonly Word[], { at, end, kind }: Term): PolarWord {
  const before = textsBefore(words, at, REACH_OF_VERDICT);
  const isDenied = isNegated(words, at) || kind === "complaint" && before.some((text) => PREVENTS.has(text));
  const isOpen = isOfOtherPeople(words, at) || before.some((text) => OPEN.has(text)) ||
    !isDenied && before.some((text) => UNREAL.has(text));
  const strength = isOpen ? 0 : (kind === "praise" ? VERDICT : -VERDICT) * (isDenied ? DENIED : 1);
  return { at, length: end - at, strength, isCertain: true };
}

const BURDEN = 2;
/** Number of words before a burden that are its context. */
const REACH_BEFORE = 8;
/** The same for a negation. */
const REACH_OF_DENIAL = 6;
/** The same for a verb that ends the burden. */
const REACH_OF_END = 4;
/** Number of words after a burden that are its context. */
const REACH_AFTER = 6;
const LESS = wordList("less fewer reduced decreased free absence nil short shorter little away far half");
const ENDS = wordList(lists.own_opinions.ends);
/** Words after a burden that ended or is negligible. */
const ENDED = wordList(lists.own_opinions.ended);
/** Words before a burden that is slight, or only gives a time or contrast. */
const IN_PASSING = wordList(
  "slight slightly mild minor occasional tiny despite while whilst when for than like taking using",
);
/**
 * Words for a problem that remains, returns, grows or is caused. Only then does the business answer for a problem that
 * customers came with.
 */
const STAYED = wordList("still again back worse increase increased increases returned returns");
const CAUSED = wordList("cause caused causes causing gave gives made makes making triggered");

function burden(words: readonly Word[], { at, end, kind }: Term, before: PolarWord | null): PolarWord {
  const saysAfter: string[] = [];
  for (let index = end; index < Math.min(words.length, end + REACH_AFTER) && !words[index]?.isAfterBreak; index++) {
    saysAfter.push(textAt(words, index));
  }
  const all = textsBefore(words, at, REACH_BEFORE);
  // "No cramps and bleeding every day", "I stopped because of the cramps".
  const joint = all.findIndex((text) => text === "because" || text === "and" && saysAfter.length > 0);
  const saysBefore = joint === -1 ? all : all.slice(0, joint);
  const denials = saysBefore.slice(0, REACH_OF_DENIAL).filter((text) => isNegator(text) || LESS.has(text)).length;
  const hasEnd = saysBefore.slice(0, REACH_OF_END).some((text) => ENDS.has(text));
  const ended = saysAfter.findIndex((text) => ENDED.has(text));
  const isBackAgain = saysAfter.slice(0, Math.max(0, ended)).some(isNegator);
  const isOpen = isOfOtherPeople(words, at) || saysBefore.some((text) => OPEN.has(text)) ||
    saysBefore.slice(0, REACH_OF_END).some((text) => IN_PASSING.has(text)) || isUsedTo(saysBefore);
  // Each negation and each end reverses the burden: "no cramps" is praise, "never stopped the cramps" is not.
  const turns = denials + Number(hasEnd) + (ended === -1 ? 0 : 1 + Number(isBackAgain));
  // "I never had acne before this", "I had acne before".
  const [isBefore, isUntil] = [
    saysAfter.includes("before") && !saysAfter.includes("than"),
    saysAfter.includes("until"),
  ];
  const isSpared = turns % 2 === 1 ? !isBefore && !isUntil : turns === 0 && isListed(words, at, before);
  const hasStayed = kind === "burden" || isBackAgain ||
    [...saysBefore, ...saysAfter].some((text) => STAYED.has(text)) ||
    saysBefore.some((text) => CAUSED.has(text));
  const isNamed = hasStayed && (turns % 2 === 1 || !isBefore);
  const strength = isOpen ? 0 : isSpared ? BURDEN : isNamed ? -BURDEN : 0;
  // The length includes the words that end the burden, as "gone" in "acne is gone".
  return { at, length: end - at + (ended === -1 ? 0 : ended + 1), strength, isCertain: true };
}

/** "I used to have acne." */
function isUsedTo(before: readonly string[]): boolean {
  return before.some((text, index) => text === "used" && before[index - 1] === "to");
}

/** "No weight gain, acne or cramps". */
function isListed(words: readonly Word[], at: number, before: PolarWord | null): boolean {
  if (before === null || before.strength <= 0 || at - before.at - before.length > 1) return false;
  const joint = textAt(words, before.at + before.length);
  return joint === "or" || joint === "nor" || words[at]?.isAfterBreak === true;
}
