/** How many reviews are changed in turn. Feeds show the fifty newest reviews, so all of them stand there. */
export const SLOTS = 20;

/** The slot of a change. */
export function slotOf(change: number): number {
  return change % SLOTS;
}

/** The text of the review that a change writes. */
export function textOfChange(change: number): string {
  return `Soak change ${change} of slot ${slotOf(change)}.`;
}

/** Which change each slot has in a published document; a slot without one is left out. */
export function changesIn(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [, change = "", slot = ""] of text.matchAll(/Soak change (\d+) of slot (\d+)\./g)) {
    found.set(Number(slot), Math.max(Number(change), found.get(Number(slot)) ?? -1));
  }
  return found;
}

/** The number of the newest change in a document; -1 for none. */
export function newestChange(text: string): number {
  return Math.max(-1, ...changesIn(text).values());
}
