import type { Business } from "../../business.ts";
import { foldName } from "../../mentions.ts";
import type { Review } from "../../review.ts";
import { isStopWord } from "../text/stop_words.ts";
import { type NameUse, nameUse } from "./candidate_context.ts";
import { type WrittenName, writtenNames } from "./candidate_names.ts";

/** A name that reviews use for a worker of the business and that is missing from the roster. */
export interface CandidateTechnician {
  /** The first name; with the surname if the reviews give exactly one. */
  readonly name: string;
  /** Number of reviews in which the bearer of the name acts. */
  readonly reviews: number;
  readonly example: CandidateExample;
}

/** The newest review that clearly uses the name for a person; else the newest in which the bearer acts. */
export interface CandidateExample {
  readonly review: Review;
  /** Begin of the name in the review's text, in UTF-16 code units. */
  readonly offset: number;
}

interface Tally {
  readonly name: string;
  readonly surnames: Set<string>;
  readonly acting: Set<Review>;
  readonly personal: Set<Review>;
  readonly inner: Set<Review>;
  mentions: number;
  /** Mentions without a full surname. A name that always has one is that of a company or a place: `Home Depot`. */
  alone: number;
  /** Mentions as a thing, a place or a brand. */
  things: number;
  /** Mentions as a company that does something. */
  companies: number;
  example: CandidateExample | null;
  personalExample: CandidateExample | null;
}

const LEAST_REVIEWS = 3;
const LEAST_INNER = 2;
/**
 * Minimum share of the acting reviews that use the name certainly for a person. From six acting reviews on, one is
 * enough.
 */
const LEAST_PERSONAL = 0.25;
const MANY_REVIEWS = 6;
const MOST_THINGS = 0.2;
const MOST_SMALL = 0.2;

const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const NO_NAMES = `monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december christmas thanksgiving easter halloween ramadan diwali hanukkah english
  spanish french american mexican god lord jesus covid google yelp facebook amazon angi nextdoor internet mr mrs ms dr
  sir madam hi hello hey dear`;

/**
 * Suggests missing technicians: names that at least three reviews use for people who do the work. Excludes words of the
 * business and words that reviews often write in lower case. A hint for the operator: tuned to miss names rather than
 * to invent them, but sometimes wrong. English only. Two passes over the texts.
 *
 * @param reviews Newest first.
 * @returns By the number of reviews, descending, then by name.
 */
export function candidateTechnicians(business: Business, reviews: readonly Review[]): readonly CandidateTechnician[] {
  const own = foldedWords(ownTexts(business));
  const things = foldedWords(business.services.flatMap(({ label, aliases }) => [label, ...aliases]));
  const isOrdinary = ordinaryWords(reviews);
  const tallies = new Map<string, Tally>();
  for (const review of reviews) {
    if (review.text === null) continue;
    const author = foldedWords([review.author]);
    for (const name of writtenNames(review.text, isOrdinary)) {
      const key = foldName(name.first);
      if (own.has(key) || author.has(key)) continue;
      const use = nameUse(review.text, name.start, name.end, (next) => things.has(next));
      if (use === "related") continue;
      const tally = tallies.get(key) ?? newTally(name);
      tallies.set(key, tally);
      count(tally, use, review, name);
    }
  }
  return [...tallies.values()].filter(isLikely).flatMap(candidateOf)
    .sort((a, b) => b.reviews - a.reviews || (a.name < b.name ? -1 : 1));
}

function ownTexts({ name, category, address, technicians, services, service_areas }: Business): readonly string[] {
  return [
    NO_NAMES,
    name,
    category ?? "",
    address?.street_address ?? "",
    address?.locality ?? "",
    address?.region ?? "",
    address?.country ?? "",
    ...technicians.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...[...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases]),
  ];
}

function foldedWords(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => foldName(text).match(LETTERS) ?? []));
}

/** Returns a test for words that reviews also write in lower case and that are therefore no names. */
function ordinaryWords(reviews: readonly Review[]): (word: string) => boolean {
  const small = new Map<string, number>();
  const capital = new Map<string, number>();
  for (const { text } of reviews) {
    for (const [word] of text?.matchAll(LETTERS) ?? []) {
      const folded = word.toLowerCase();
      const counts = word === folded ? small : capital;
      counts.set(folded, (counts.get(folded) ?? 0) + 1);
    }
  }
  return (word) => isStopWord(word) || (small.get(word) ?? 0) > MOST_SMALL * (capital.get(word) ?? 0);
}

function newTally({ first }: WrittenName): Tally {
  return {
    name: first,
    surnames: new Set(),
    acting: new Set(),
    personal: new Set(),
    inner: new Set(),
    mentions: 0,
    alone: 0,
    things: 0,
    companies: 0,
    example: null,
    personalExample: null,
  };
}

function count(tally: Tally, use: NameUse, review: Review, name: WrittenName): void {
  tally.mentions++;
  if (use === "thing") tally.things++;
  if (use === "company") tally.companies++;
  if (name.surname === null || name.surname.length === 1) tally.alone++;
  if (name.surname !== null) tally.surnames.add(name.surname);
  if (name.isInner) tally.inner.add(review);
  if (use === "thing" || use === "unclear") return;
  const example = { review, offset: name.start };
  tally.acting.add(review);
  tally.example ??= example;
  if (use !== "person") return;
  tally.personal.add(review);
  tally.personalExample ??= example;
}

function isLikely({ acting, personal, inner, mentions, alone, things, companies }: Tally): boolean {
  const leastPersonal = acting.size < MANY_REVIEWS ? LEAST_PERSONAL * acting.size : 1;
  return acting.size >= LEAST_REVIEWS && inner.size >= LEAST_INNER && personal.size >= leastPersonal &&
    alone > 0 && companies <= personal.size && things <= MOST_THINGS * mentions;
}

function candidateOf({ name, surnames, acting, example, personalExample }: Tally): CandidateTechnician[] {
  const shown = personalExample ?? example;
  if (shown === null) return [];
  const full = [...surnames].filter((surname) => surname.length > 1);
  const [surname] = full.length === 1 ? full : [];
  const isOne = surname !== undefined && [...surnames].every((other) => surname.startsWith(other));
  return [{ name: isOne ? `${name} ${surname}` : name, reviews: acting.size, example: shown }];
}
