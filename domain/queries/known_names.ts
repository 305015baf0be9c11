import { shortened } from "../cut_text.ts";
import { visibleText } from "../normalize_text.ts";
import { resolveService, resolveTechnician } from "../roster.ts";
import { facetKey } from "../search/review_facets.ts";
import type { SearchFilters } from "../search/search_filters.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { resolveSubject } from "./named_things.ts";

/** Maximum number of existing names in a sentence. */
const MOST = 60;
/** Maximum length of a name there, in UTF-16 code units. */
const MOST_CHARACTERS = 80;

type Things = readonly { readonly id: string; readonly label?: string; readonly name?: string }[];

/** Returns the sentence on an unknown name of a kind, such as `technician`: the existing names with their ids. */
export function noneCalled(kind: string, called: string, things: Things): string {
  const names = things.slice(0, MOST).map(({ id, name, label = name ?? id }) =>
    label === id ? quoted(id) : `${quoted(label)} (id ${quoted(id)})`
  );
  const known = names.length === 0 ? "none" : names.join(", ") +
    (things.length > MOST ? `, and ${things.length - MOST} more` : "");
  return `No ${kind} is called ${quoted(called)}. Known ${kind}s: ${known}.`;
}

function quoted(name: string): string {
  return visibleText(JSON.stringify(shortened(name, MOST_CHARACTERS)));
}

/** Returns a sentence for each name of the filters that nothing has (see {@linkcode noneCalled}). */
export function unknownNames(
  { business, subjects, tally, search: { facets } }: Snapshot,
  { mentions_technician: technician, mentions_service: service, aspect, problem, source, language }: Partial<
    SearchFilters
  >,
): readonly string[] {
  const unlessKnown = (kind: string, name: string | undefined, isKnown: (name: string) => boolean, things: Things) =>
    name === undefined || isKnown(name) ? [] : [noneCalled(kind, name, things)];
  return [
    ...unlessKnown(
      "technician",
      technician,
      (name) => resolveTechnician(business, name) !== null,
      business.technicians,
    ),
    ...unlessKnown("service", service, (name) => resolveService(business, name) !== null, business.services),
    ...unlessKnown("aspect", aspect, (name) => resolveSubject(subjects, "aspects", name) !== null, subjects.aspects),
    ...unlessKnown(
      "problem",
      problem,
      (name) => resolveSubject(subjects, "problems", name) !== null,
      subjects.problems,
    ),
    ...unlessKnown(
      "source",
      source,
      (name) => facets.source.has(facetKey(name)),
      tally.sources.map((one) => ({ id: one.source })),
    ),
    ...unlessKnown(
      "language",
      language,
      (name) => facets.language.has(facetKey(name)),
      [...facets.language.keys()].map((id) => ({ id })),
    ),
  ];
}
