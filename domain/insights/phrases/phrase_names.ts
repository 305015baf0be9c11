import type { Business } from "../../business.ts";
import type { IsName } from "./top_phrases.ts";

/**
 * Makes a test for phrases that name instead of saying anything: a service or an area, or with a
 * technician or the business in them.
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
