import { counts } from "../rule_groups.ts";
import type { Business } from "../../business.ts";
import { isStopWord } from "../text/stop_words.ts";
import type { Evidence } from "../figures/evidence.ts";

const MOST_REVIEWS = 2000;
const MOST_CHARACTERS = 2000;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const DAYS_AND_MONTHS = "monday tuesday wednesday thursday friday saturday sunday january february march april may " +
  "june july august september october november december christmas thanksgiving easter mother father " +
  "day new year eve ac ev hvac tv i s";

/**
 * Builds a test for texts without names of people other than those of the business. A capitalised word counts as a name
 * unless the business uses it, or it begins a sentence and reviews also write it in lower case.
 *
 * @param evidence Newest first; the newest 2000 reviews show which words are written in lower case.
 */
export function nameCheck(business: Business, evidence: readonly Evidence[]): (text: string) => boolean {
  const { technicians, services, service_areas } = business;
  const own = wordsOf([
    business.name,
    DAYS_AND_MONTHS,
    ...technicians.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...[...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases]),
  ]);
  const small = new Set<string>();
  for (const { review } of evidence.slice(0, MOST_REVIEWS)) {
    for (const [word] of (review.text ?? "").slice(0, MOST_CHARACTERS).matchAll(WORD)) {
      if (word === word.toLowerCase()) small.add(word);
    }
  }
  return (text) => {
    if (!counts("quote_names")) return true;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const folded = word.toLowerCase();
      if (word === folded || own.has(folded)) continue;
      if (isStopWord(folded)) continue;
      const isFirst = index === 0 || /[.!]\s$/.test(text.slice(Math.max(0, index - 2), index));
      if (!isFirst || !small.has(folded)) return false;
    }
    return true;
  };
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
}
