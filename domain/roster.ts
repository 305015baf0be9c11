import type { Business } from "./business.ts";
import { nameMatcher } from "./fold_text.ts";
import { inflectionsOf } from "./inflections.ts";
import { type Mentionable, type MentionFinder, mentionFinder, sharedNames } from "./mentions.ts";

/** Finders for the technicians, services and areas of a business. */
export interface Roster {
  /** Names of technicians. */
  readonly technicians: MentionFinder;
  /** Ids of services. */
  readonly services: MentionFinder;
  /** Ids of service areas. */
  readonly serviceAreas: MentionFinder;
}

/** Builds the finders of a business, with all labels, names and aliases; services in the forms of their words as well. */
export function rosterOf(business: Business): Roster {
  return {
    technicians: mentionFinder(technicianNames(business)),
    services: mentionFinder(entryNames(business.services), inflectionsOf),
    serviceAreas: mentionFinder(entryNames(business.service_areas)),
  };
}

/**
 * Checks a business's own names: every id is unique, and no two technicians (services, areas) share a name, because a
 * mention would be ambiguous.
 *
 * @returns One phrase per fault; empty if there is none.
 */
export function rosterFaults(business: Business): readonly string[] {
  const groups = [
    ["technicians", business.technicians, technicianNames(business)],
    ["services", business.services, entryNames(business.services)],
    [
      "service_areas",
      business.service_areas,
      entryNames(business.service_areas),
    ],
  ] as const;
  return groups.flatMap(([group, entries, names]) => {
    const ids = entries.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    return [
      ...twice.map((id) => `${group}: the id "${id}" is given twice; every id must be different`),
      ...sharedNames(names).map((name) =>
        `${group}: two entries go by "${name}"; every name and alias must belong to one`
      ),
    ];
  });
}

/** The published name of the technician with this name, alias or id, compared folded; null if there is none. */
export function resolveTechnician(business: Business, called: string): string | null {
  const isCalled = nameMatcher(called);
  return business.technicians.find(({ id, name, aliases }) => isCalled([id, name, ...aliases]))?.name ?? null;
}

/** The id of the service with this id, label or alias, compared folded; null if there is none. */
export function resolveService(business: Business, called: string): string | null {
  const isCalled = nameMatcher(called);
  return business.services.find(({ id, label, aliases }) => isCalled([id, label, ...aliases]))?.id ?? null;
}

function technicianNames(business: Business): readonly Mentionable[] {
  return business.technicians.map(({ name, aliases }) => ({
    key: name,
    names: [name, ...aliases],
  }));
}

function entryNames(entries: Business["services"]): readonly Mentionable[] {
  return entries.map(({ id, label, aliases }) => ({
    key: id,
    names: [label, ...aliases],
  }));
}
