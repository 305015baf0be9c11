import { findNamed, resolveSubject } from "../../domain/queries/named_things.ts";
import { resolveService, resolveTechnician } from "../../domain/roster.ts";
import type { SearchFilters } from "../../domain/search/search_filters.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { quoted } from "./outline.ts";

const MOST = 60;
const MOST_CHARACTERS = 80;

type Things = readonly { readonly id: string; readonly label?: string; readonly name?: string }[];

/** The answer to an unknown name of a kind, such as `technician`: the existing names with their ids, cut if many. */
export function noneCalled(kind: string, called: string, things: Things): string {
  const names = things.slice(0, MOST).map(({ id, name, label = name ?? id }) =>
    `${quoted(label, MOST_CHARACTERS)} (id ${quoted(id, MOST_CHARACTERS)})`
  );
  const known = names.length === 0 ? "none" : names.join(", ") +
    (things.length > MOST ? `, and ${things.length - MOST} more` : "");
  return `No ${kind} is called ${quoted(called)}. Known ${kind}s: ${known}.`;
}

/** One sentence for each name that nothing has, with the names that exist. */
export function unknownNames(
  { business, subjects, tally }: Snapshot,
  { mentions_technician: technician, mentions_service: service, aspect, problem, source }: Partial<SearchFilters>,
): readonly string[] {
  const sources = tally.sources.map((one) => ({ id: one.source }));
  const unlessKnown = (kind: string, name: string | undefined, resolved: (name: string) => unknown, things: Things) =>
    name === undefined || resolved(name) !== null ? [] : [noneCalled(kind, name, things)];
  return [
    ...unlessKnown("technician", technician, (name) => resolveTechnician(business, name), business.technicians),
    ...unlessKnown("service", service, (name) => resolveService(business, name), business.services),
    ...unlessKnown("aspect", aspect, (name) => resolveSubject(subjects, "aspects", name), subjects.aspects),
    ...unlessKnown("problem", problem, (name) => resolveSubject(subjects, "problems", name), subjects.problems),
    ...unlessKnown("source", source, (name) => findNamed(sources.map(({ id }) => ({ id, label: id })), name), sources),
  ];
}
