import { type Sentence, sentence } from "../../domain/sentences/sentence.ts";
import table from "./source_terms.json" with { type: "json" };
import { facetKey } from "../../domain/search/review_facets.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { type Place, PLACES } from "../../domain/places.ts";
import type { Review } from "../../domain/review.ts";
import { counted } from "../../terminal/print.ts";

/** Terms of a platform for who publishes its reviews elsewhere. */
interface SourceTerms extends Readonly<Record<Place, boolean | null>> {
  readonly name: string;
  readonly source: string;
  /** Formats whose files these terms concern; null for all files of the source. */
  readonly formats: readonly string[] | null;
  readonly rule: string;
  readonly attribution: string | null;
  /** Maximum age of a stored copy; 0 if none may be stored, null if the terms name none. */
  readonly greatest_age_days: number | null;
  /** Address of the terms. */
  readonly terms: string;
  /** Day on which they were read; null if they could not be read. */
  readonly looked_up: string | null;
}

/** Terms by platform. A place is true if they allow it, false if they forbid it, null if they do not mention it. */
const TERMS: readonly SourceTerms[] = table;

/**
 * Returns a line for each platform of imported reviews, with its terms. Adds a line for each source of the business file
 * that has no reviews.
 */
export function termsNotes(
  reviews: readonly Pick<Review, "source">[],
  formats: readonly string[],
  { pages, reviews: published, hidden = [] }: Dataset,
): readonly string[] {
  const off = new Map(Object.entries(pages?.off ?? {}));
  const sources = new Set(Array.from(new Set(reviews.map(({ source }) => source)), facetKey));
  const notes = TERMS.filter((row) =>
    sources.has(row.source) && (row.formats?.some((format) => formats.includes(format)) ?? true)
  ).map((row) => {
    const allowed = PLACES.filter((place) => row[place]);
    const forbidden = PLACES.filter((place) => row[place] === false);
    const switches = Object.fromEntries(forbidden.map((place) => [place, false]));
    return [
      `${row.name}, terms ${dayOf(row)}: ${row.rule}`,
      ...allowed.length > 0 ? [`Allowed in ${allowed.join(", ")}.`] : [],
      ...forbidden.length > 0 ? [`Not allowed in ${forbidden.join(", ")}.`] : [],
      ...forbidden.every((place) => off.get(row.source)?.includes(place))
        ? []
        : [`To leave them out, write in the business file: "sources": ${JSON.stringify({ [row.source]: switches })}.`],
      ...row.attribution === null ? [] : [`Attribution: ${row.attribution}.`],
      ...row.greatest_age_days ? [`Refresh within ${counted(row.greatest_age_days, "day")}.`] : [],
      row.terms,
    ].join(" ");
  });
  const known = [...new Set([...published, ...hidden].map(({ source }) => source))].sort();
  const unknown = [...off.keys()].filter((source) => !known.some((one) => facetKey(one) === source));
  return [
    ...notes,
    ...notes.length === 0 ? [] : ["The terms are a note, not legal advice."],
    ...unknown.map((source) =>
      `The business file switches "${source}" off, which has no reviews; sources here: ${known.join(", ")}.`
    ),
  ];
}

function dayOf({ looked_up }: SourceTerms): string {
  return looked_up === null ? "as known, not looked up" : `read on ${looked_up}`;
}

const DAY_MS = 86_400_000;

/**
 * Sentences about sources whose published reviews are older than their terms allow. Leaves out terms that depend on the
 * format, which published reviews do not have.
 *
 * @param importedAt Time of the last import, in milliseconds since 1970 like `now`.
 */
export function outdatedSources(
  reviews: readonly Pick<Review, "source">[],
  importedAt: number,
  now: number,
): readonly Sentence[] {
  const bySource = Map.groupBy(reviews, ({ source }) => source);
  return TERMS.flatMap((row) => {
    const { name, formats, greatest_age_days: days, terms } = row;
    let own = 0;
    for (const [source, group] of bySource) if (facetKey(source) === row.source) own += group.length;
    // A revision may be dated some seconds ahead of the clock.
    const age = Math.max(0, now - importedAt);
    if (own === 0 || formats !== null || days === null || age < days * DAY_MS) return [];
    const parts = { count: own, name, read: dayOf(row), terms };
    return days === 0
      ? sentence(
        "{count|# review|# reviews} from {name} are published, and should not be stored by its terms ({read}): {terms}",
        parts,
      )
      : sentence(
        "{count|# review|# reviews} from {name} were last imported {age|# day|# days} ago, and should be refreshed within {days|# day|# days} by its terms ({read}): {terms}",
        { ...parts, age: Math.floor(age / DAY_MS), days },
      );
  });
}
