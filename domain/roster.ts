import type { Business } from "./business.ts";
import { nameMatcher } from "./fold_text.ts";
import { type Mentionable, type MentionFinder, mentionFinder, sharedNames } from "./mentions.ts";

/** Finders for everything of a business that a text may mention. */
export interface Roster {
  /** Names of technicians. */
  readonly technicians: MentionFinder;
  /** Ids of services. */
  readonly services: MentionFinder;
  /** Ids of service areas. */
  readonly serviceAreas: MentionFinder;
}

/** Builds the finders of a business from its roster, catalogue and areas with all their aliases. */
export function rosterOf(business: Business): Roster {
  return {
    technicians: mentionFinder(technicianNames(business)),
    services: mentionFinder(entryNames(business.services)),
    serviceAreas: mentionFinder(entryNames(business.service_areas)),
  };
}

/**
 * What makes a business's own names unusable: an id given twice, or a name that two technicians
 * (services, areas) share, so that a mention would be a guess.
 *
 * @returns One phrase a fault; empty when all is well.
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

/** The published name of a technician who is called by name, alias or id; null when nobody is. */
export function resolveTechnician(business: Business, called: string): string | null {
  const isCalled = nameMatcher(called);
  return business.technicians.find(({ id, name, aliases }) => isCalled([id, name, ...aliases]))?.name ?? null;
}

/** The id of a service that is called by id, label or alias; null when there is none. */
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
