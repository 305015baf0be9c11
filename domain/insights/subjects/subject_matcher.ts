import type { Business } from "../../business.ts";
import { isNegated } from "../sentiment/negation.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { businessNameTerms, sharedTerms } from "../text/shared_terms.ts";
import { withAnyEnding } from "../text/term_pattern.ts";
import { pairMemo, wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";

/** What a clause speaks of. Aspects, problems and topics by their index in the taxonomy. */
export interface ClauseSubjects {
  /** With the indexes of the first words of their terms, ascending. */
  readonly aspects: ReadonlyMap<number, readonly number[]>;
  /** In the same way; without those that are denied. */
  readonly problems: ReadonlyMap<number, readonly number[]>;
  /** Words that count only where an opinion stands beside them, in the same way. */
  readonly judged: {
    readonly aspects: ReadonlyMap<number, readonly number[]>;
    readonly problems: ReadonlyMap<number, readonly number[]>;
  };
  readonly topics: ReadonlySet<number>;
  /**
   * `technician <id>` or `service <id>`. Only for scores: which of them a review mentions is decided when it is
   * imported.
   */
  readonly names: ReadonlySet<string>;
}

/** Finds what a clause speaks of by its words. */
export type SubjectMatcher = (words: readonly Word[]) => ClauseSubjects;

const NOTHING: ClauseSubjects = {
  aspects: new Map(),
  problems: new Map(),
  judged: { aspects: new Map(), problems: new Map() },
  topics: new Set(),
  names: new Set(),
};

/**
 * Builds the finder of a taxonomy's aspects, problems and topics and of the names of a business. Compares as
 * `termSlots` tells, ignoring case. A negated aspect counts as mentioned; a negated problem ("no leaks") does not. Nothing is found inside
 * the taxonomy's ignored terms or the name of the business.
 */
export function subjectMatcher(business: Business, taxonomy: Taxonomy): SubjectMatcher {
  const silent = [...businessNameTerms(business), ...taxonomy.ignored_words ?? []];
  const ignored = sharedTerms<never>([], silent);
  const aspectTerms = sharedTerms(placesOf(taxonomy.aspects), silent);
  const problemTerms = sharedTerms(placesOf(taxonomy.problems), silent);
  const topicTerms = sharedTerms(placesOf(taxonomy.topics), silent);
  const nameTerms = sharedTerms(namesOf(business));
  // For most words this one look-up shows that no term begins there.
  const indexes = [ignored, aspectTerms, problemTerms, topicTerms, nameTerms];
  const begins = wordMemo((word) => indexes.some((index) => index.mayBegin(word)));
  const goesOn = pairMemo((word, next) => indexes.some((index) => index.mayGoOn(word, next)));
  const mayBegin = (word: Word, next: Word | undefined) => begins(word) && goesOn(word, next);
  return (words) => {
    const at = words.findIndex((word, at) => mayBegin(word, words[at + 1]));
    return at === -1 ? NOTHING : subjectsFrom(words, at);
  };

  function subjectsFrom(words: readonly Word[], first: number): ClauseSubjects {
    const aspects = new Map<number, number[]>();
    const problems = new Map<number, number[]>();
    const judged = { aspects: new Map<number, number[]>(), problems: new Map<number, number[]>() };
    const topics = new Set<number>();
    const names = new Set<string>();
    for (let at = first; at < words.length; at++) {
      const word = words[at];
      if (word === undefined || !mayBegin(word, words[at + 1])) continue;
      for (const name of nameTerms.longestAt(words, at)?.value ?? []) names.add(name);
      for (const aspect of aspectTerms.longestAt(words, at)?.value ?? []) {
        if (aspect >= 0) add(aspects, aspect, at);
        else add(judged.aspects, ~aspect, at);
      }
      for (const problem of problemTerms.longestAt(words, at)?.value ?? []) {
        if (problem < 0) add(judged.problems, ~problem, at);
        else if (!isNegated(words, at)) add(problems, problem, at);
      }
      for (const topic of topicTerms.longestAt(words, at)?.value ?? []) topics.add(topic);
      at += Math.max(1, ignored.longestAt(words, at)?.length ?? 1) - 1;
    }
    return { aspects, problems, judged, topics, names };
  }
}

function add(places: Map<number, number[]>, subject: number, at: number): void {
  const known = places.get(subject);
  if (known === undefined) places.set(subject, [at]);
  else known.push(at);
}

/** The terms with the index of their entry; the complement (~) of it where only a judgement counts. */
function placesOf(entries: readonly TaxonomyEntry[]): readonly (readonly [term: string, place: number])[] {
  return entries.flatMap(({ words, judged_words = [] }, place) => [
    ...words.map((word) => [word, place] as const),
    ...judged_words.map((word) => [word, ~place] as const),
  ]);
}

function namesOf({ technicians, services }: Business): readonly (readonly [term: string, target: string])[] {
  return [
    ...technicians.flatMap(({ id, name, aliases }) =>
      [name, ...aliases].map((term) => [withAnyEnding(term), `technician ${id}`] as const)
    ),
    ...services.flatMap(({ id, label, aliases }) =>
      [label, ...aliases].map((term) => [withAnyEnding(term), `service ${id}`] as const)
    ),
  ];
}
