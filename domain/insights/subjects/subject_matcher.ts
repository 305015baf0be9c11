import type { Business } from "../../business.ts";
import { isNegated } from "../sentiment/negation.ts";
import { namingWords, type Taxonomy, type TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { businessNameTerms, sharedTerms } from "../text/shared_terms.ts";
import { withAnyEnding } from "../text/term_pattern.ts";
import type { TermIndex } from "../text/term_index.ts";
import { type Word, wordMemo } from "../text/words_of.ts";

/** The aspects of a clause, each with the indexes of its words, ascending. */
export type AspectPlaces = ReadonlyMap<number, readonly number[]>;

/** The subjects of a clause. Aspects, problems and topics are indexes in the taxonomy. */
export interface ClauseSubjects {
  /** Aspects with the indexes of the first words of their terms, ascending. */
  readonly aspects: AspectPlaces;
  /** Problems with the indexes of the first words of their terms; without negated ones. */
  readonly problems: ReadonlyMap<number, readonly number[]>;
  /** Words that count only next to an opinion, with their indexes as above. */
  readonly judged: {
    readonly aspects: AspectPlaces;
    readonly problems: ReadonlyMap<number, readonly number[]>;
  };
  readonly topics: ReadonlySet<number>;
  /** `technician <id>` or `service <id>`. Used for scores only: the import decides which of them a review mentions. */
  readonly names: ReadonlySet<string>;
  /** Indexes of the words of ignored terms and of the name of the business. */
  readonly ignored: ReadonlySet<number>;
}

/** Finds the subjects of a clause by its words. */
export type SubjectMatcher = (words: readonly Word[]) => ClauseSubjects;

const NOTHING: ClauseSubjects = {
  aspects: new Map(),
  problems: new Map(),
  judged: { aspects: new Map(), problems: new Map() },
  topics: new Set(),
  names: new Set(),
  ignored: new Set(),
};

/**
 * Builds the finder of a taxonomy's aspects, problems and topics and of the names of a business. Compares as
 * `termSlots` describes, ignoring case. A negated aspect counts as mentioned; a negated problem ("no leaks") does not.
 * Ignored terms and the name of the business hide the words in them.
 */
export function subjectMatcher(business: Business, taxonomy: Taxonomy): SubjectMatcher {
  const silent = [...businessNameTerms(business), ...taxonomy.ignored_words ?? []];
  const ignored = sharedTerms<never>([], silent);
  const aspectTerms = sharedTerms(placesOf(taxonomy.aspects), silent);
  const problemTerms = sharedTerms(placesOf(taxonomy.problems), silent);
  const topicTerms = sharedTerms(placesOf(taxonomy.topics), silent);
  const nameTerms = sharedTerms(namesOf(business));
  const indexes = [nameTerms, aspectTerms, problemTerms, topicTerms, ignored];
  const [NAMES, ASPECTS, PROBLEMS, TOPICS, IGNORED] = [1, 2, 4, 8, 16];
  const beginning = wordMemo((word) =>
    indexes.reduce((bits, index, at) => bits | Number(index.mayBegin(word)) << at, 0)
  );

  function beginningAt(words: readonly Word[], at: number): number {
    return beginning(words[at]!);
  }

  return (words) => {
    for (let at = 0; at < words.length; at++) if (beginningAt(words, at) !== 0) return subjectsFrom(words, at);
    return NOTHING;
  };

  function subjectsFrom(words: readonly Word[], first: number): ClauseSubjects {
    // Created on demand: most clauses have one or two subjects, and six maps per clause were garbage.
    let aspects: Places | null = null;
    let problems: Places | null = null;
    let judgedAspects: Places | null = null;
    let judgedProblems: Places | null = null;
    let topics: Set<number> | null = null;
    let names: Set<string> | null = null;
    let silenced: Set<number> | null = null;
    for (let at = first; at < words.length; at++) {
      const begun = beginningAt(words, at);
      if (begun === 0) continue;
      if ((begun & NAMES) !== 0) {
        for (const name of found(nameTerms, words, at)) names = (names ?? new Set()).add(name);
      }
      if ((begun & ASPECTS) !== 0) {
        for (const aspect of found(aspectTerms, words, at)) {
          if (aspect >= 0) aspects = withPlace(aspects, aspect, at);
          else judgedAspects = withPlace(judgedAspects, ~aspect, at);
        }
      }
      if ((begun & PROBLEMS) !== 0) {
        for (const problem of found(problemTerms, words, at)) {
          if (problem < 0) judgedProblems = withPlace(judgedProblems, ~problem, at);
          else if (!isNegated(words, at)) problems = withPlace(problems, problem, at);
        }
      }
      if ((begun & TOPICS) !== 0) {
        for (const topic of found(topicTerms, words, at)) topics = (topics ?? new Set()).add(topic);
      }
      if ((begun & IGNORED) === 0) continue;
      const length = ignored.longestAt(words, at)?.length ?? 0;
      for (let one = at; one < at + length; one++) silenced = (silenced ?? new Set()).add(one);
      at += Math.max(1, length) - 1;
    }
    return {
      aspects: aspects ?? NOTHING.aspects,
      problems: problems ?? NOTHING.problems,
      judged: judgedAspects === null && judgedProblems === null ? NOTHING.judged : {
        aspects: judgedAspects ?? NOTHING.aspects,
        problems: judgedProblems ?? NOTHING.problems,
      },
      topics: topics ?? NOTHING.topics,
      names: names ?? NOTHING.names,
      ignored: silenced ?? NOTHING.ignored,
    };
  }
}

type Places = Map<number, number[]>;

const NONE: readonly never[] = [];

function found<Target>(index: TermIndex<readonly Target[]>, words: readonly Word[], at: number): readonly Target[] {
  return index.longestAt(words, at)?.value ?? NONE;
}

function withPlace(places: Places | null, subject: number, at: number): Places {
  if (places === null) return new Map([[subject, [at]]]);
  const known = places.get(subject);
  if (known === undefined) places.set(subject, [at]);
  else known.push(at);
  return places;
}

/** Returns the terms with the index of their entry; its complement (~) for terms that count only next to an opinion. */
function placesOf(entries: readonly TaxonomyEntry[]): readonly (readonly [term: string, place: number])[] {
  return entries.flatMap((entry, place) => [
    ...namingWords(entry).map((word) => [word, place] as const),
    ...(entry.judged_words ?? []).map((word) => [word, ~place] as const),
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
