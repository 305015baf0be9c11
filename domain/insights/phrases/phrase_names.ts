import type { Business } from "../../business.ts";
import type { IsName } from "./top_phrases.ts";

/**
 * Builds the test for phrases that are names: the label of a service or an area, or a phrase that contains the name of
 * a technician or the business.
 */
export function phraseNames({ name, technicians, services, service_areas }: Business): IsName {
  const labels = new Set(
    [...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases])
      .map((label) => label.toLowerCase()),
  );
  const names = new Set(
    [name.split(" ")[0] ?? "", ...technicians.flatMap(({ name, aliases }) => [name, ...aliases])]
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{M}]+/u)).filter(({ length }) => length > 1),
  );
  return (phrase) => labels.has(phrase) || phrase.split(/[^\p{L}\p{M}]+/u).some((word) => names.has(word));
}
