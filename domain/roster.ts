import { type Sentence, sentence } from "./sentences/sentence.ts";
import type { Business } from "./business.ts";
import { nameMatcher } from "./normalize_text.ts";
import { inflectionsOf, type Mentionable, type MentionFinder, mentionFinder, sharedNames } from "./mentions.ts";

/** Finders for the technicians, services and areas of a business. */
export interface Roster {
  /** Names of technicians. */
  readonly technicians: MentionFinder;
  /** Ids of services. */
  readonly services: MentionFinder;
  /** Ids of service areas. */
  readonly serviceAreas: MentionFinder;
}

/** Builds the finders of a business from all names, labels and aliases. Services also match by inflected forms. */
export function rosterOf(business: Business): Roster {
  return {
    technicians: mentionFinder(technicianNames(business)),
    services: mentionFinder(entryNames(business.services), inflectionsOf),
    serviceAreas: mentionFinder(entryNames(business.service_areas)),
  };
}

/**
 * Checks the roster: ids must be unique, and no two technicians (services, areas) may share a name, because mentions of
 * it would be ambiguous.
 *
 * @returns One sentence without full stop for each fault.
 */
export function rosterFaults(business: Business): readonly Sentence[] {
  const groups = [
    ["technicians", business.technicians, technicianNames(business)],
    ["services", business.services, entryNames(business.services)],
    ["service_areas", business.service_areas, entryNames(business.service_areas)],
  ] as const;
  return groups.flatMap(([group, entries, names]) => {
    const ids = entries.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const faults = [
      ...twice.map((id) => sentence('the id "{id}" is given twice; every id must be different', { id })),
      ...sharedNames(names).map((name) =>
        sentence('two entries go by "{name}"; every name and alias must belong to one', { name })
      ),
    ];
    return faults.map((fault) => sentence("{member}: {fault}", { member: group, fault }));
  });
}

/** Resolves a technician's name, alias or id, compared folded, to the published name; null if unknown. */
export function resolveTechnician(business: Business, called: string): string | null {
  const isCalled = nameMatcher(called);
  return business.technicians.find(({ id, name, aliases }) => isCalled([id, name, ...aliases]))?.name ?? null;
}

/** Resolves a service's id, label or alias, compared folded, to its id; null if unknown. */
export function resolveService(business: Business, called: string): string | null {
  const isCalled = nameMatcher(called);
  return business.services.find(({ id, label, aliases }) => isCalled([id, label, ...aliases]))?.id ?? null;
}

function technicianNames(business: Business): readonly Mentionable[] {
  return business.technicians.map(({ name, aliases }) => ({ key: name, names: [name, ...aliases] }));
}

function entryNames(entries: Business["services"]): readonly Mentionable[] {
  return entries.map(({ id, label, aliases }) => ({ key: id, names: [label, ...aliases] }));
}
