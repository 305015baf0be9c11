import type { EntityInsight } from "../documents/insights_document.ts";
import { termWords } from "../insights/text/words_of.ts";
import { getOrMake } from "../get_or_make.ts";
import { nameMatcher } from "../normalize_text.ts";
import { insightsOf } from "./snapshot_insights.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot, Subjects } from "../snapshot/snapshot.ts";

/** A technician or service with all its names and its figures. */
export interface NamedThing {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
  /** Null if no review mentions it. */
  readonly insight: EntityInsight | null;
}

/**
 * Lists technicians or services: the roster in its order, then those that only the insights know, such as former staff,
 * most mentioned first.
 */
export function namedThings(snapshot: Snapshot, kind: "technicians" | "services"): readonly NamedThing[] {
  const { business } = snapshot;
  const entities = insightsOf(snapshot).entities[kind];
  const insights = new Map(entities.map((insight) => [insight.id, insight]));
  const own = kind === "services"
    ? business.services
    : business.technicians.map(({ id, name, aliases }) => ({ id, label: name, aliases }));
  const ownIds = new Set(own.map(({ id }) => id));
  return [
    ...own.map((entry) => ({ ...entry, insight: insights.get(entry.id) ?? null })),
    ...entities.filter(({ id }) => !ownIds.has(id))
      .map((insight) => ({ id: insight.id, label: insight.label, aliases: [], insight })),
  ];
}

/** Returns the most mentioned technician or service, the first among equals; undefined for an empty list. */
export function mostMentioned(things: readonly NamedThing[]): NamedThing | undefined {
  const count = ({ insight }: NamedThing) => insight?.mention_count ?? 0;
  return things.reduce<NamedThing | undefined>(
    (most, thing) => most === undefined || count(thing) > count(most) ? thing : most,
    undefined,
  );
}

/** Finds the first entry whose id, label or alias equals a name, compared folded; null if there is none. */
export function findNamed<
  Thing extends { readonly id: string; readonly label: string; readonly aliases?: readonly string[] },
>(things: readonly Thing[], called: string): Thing | null {
  const isCalled = nameMatcher(called);
  return things.find(({ id, label, aliases = [] }) => isCalled([id, label, ...aliases])) ?? null;
}

/**
 * Counts the ratings of the reviews that match, from the index alone: no review is parsed.
 *
 * @returns Their number, their mean rating with two decimals (null without any), and the number by stars.
 */
export function mentionFigures(
  { search }: Snapshot,
  criteria: Omit<SearchCriteria, "limit">,
) {
  const counted = (rating: number) => searchIndex(search, { ...criteria, rating, limit: 0 }).matched;
  const distribution = { "1": counted(1), "2": counted(2), "3": counted(3), "4": counted(4), "5": counted(5) };
  const rows = Object.entries(distribution);
  const count = rows.reduce((sum, [, reviews]) => sum + reviews, 0);
  const stars = rows.reduce((sum, [rating, reviews]) => sum + Number(rating) * reviews, 0);
  return { count, averageRating: count === 0 ? null : Math.round(stars / count * 100) / 100, distribution };
}

/**
 * Resolves an id, label or alias of an aspect or problem to its id; null if unknown. Compares word by word, so that
 * capitals, hyphens and underscores make no difference. Ids and labels win over aliases. An alias is a term of a
 * taxonomy, and all its alternatives and endings match: `(hourly|flat) rate*` also matches "hourly rates".
 */
export function resolveSubject(subjects: Subjects, kind: keyof Subjects, called: string): string | null {
  const wanted = plain(called);
  const isCalled = (name: string) => known(name).plain === wanted;
  const named = subjects[kind].find(({ id, label }) => isCalled(id) || isCalled(label)) ??
    subjects[kind].find(({ aliases }) => aliases.some(isCalled)) ??
    subjects[kind].find(({ aliases }) =>
      aliases.flatMap((alias) => known(alias).form).some((form) => form.test(wanted))
    );
  return named?.id ?? null;
}

function plain(name: string): string {
  return termWords(name.replaceAll("_", " ")).join(" ");
}

interface KnownName {
  /** Its words. */
  readonly plain: string;
  /** Its pattern, if it has alternatives or endings (see {@linkcode formOf}). */
  readonly form: readonly RegExp[];
}

const knownNames = new Map<string, KnownName>();

/** Returns the compared forms of a name of the taxonomy; cached, because a search compares hundreds of names. */
function known(name: string): KnownName {
  return getOrMake(knownNames, name, () => ({ plain: plain(name), form: formOf(name) }));
}

/**
 * Returns the pattern of a term with alternatives or endings. Returns an empty list for plain terms, and for terms with
 * gaps or numbers.
 */
function formOf(term: string): readonly RegExp[] {
  if (!/^[\p{L}\p{N}'’ *|()-]+$/u.test(term) || !/[*|]/.test(term)) return [];
  try {
    return [new RegExp(`^${term.toLowerCase().replaceAll("(", "(?:").replaceAll("*", "\\p{L}{0,3}")}$`, "u")];
  } catch {
    // Unbalanced brackets.
    return [];
  }
}
