import { resolveSubject } from "../../domain/queries/named_things.ts";
import { resolveService, resolveTechnician } from "../../domain/roster.ts";
import type { SearchFilters } from "../../domain/search/search_filters.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { noneCalled } from "../wording/quoted.ts";

type Names = Pick<Partial<SearchFilters>, "mentions_technician" | "mentions_service" | "aspect" | "problem">;

/** One sentence for each name that nothing has, with the names that exist. */
export function unknownNames({ business, subjects }: Snapshot, names: Names): readonly string[] {
  const { mentions_technician: technician, mentions_service: service, aspect, problem } = names;
  const said = (kind: string, name: string | undefined, resolved: (name: string) => string | null, things: Things) =>
    name === undefined || resolved(name) !== null ? [] : [noneCalled(kind, name, things)];
  return [
    ...said("technician", technician, (name) => resolveTechnician(business, name), business.technicians),
    ...said("service", service, (name) => resolveService(business, name), business.services),
    ...said("aspect", aspect, (name) => resolveSubject(subjects, "aspects", name), subjects.aspects),
    ...said("problem", problem, (name) => resolveSubject(subjects, "problems", name), subjects.problems),
  ];
}

type Things = Parameters<typeof noneCalled>[2];
