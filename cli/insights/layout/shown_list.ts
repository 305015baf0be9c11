import type { Page } from "./page.ts";

/** The part of a list that a page shows, and a line that tells how many more there are. */
export interface ShownList<T> {
  readonly shown: readonly T[];
  /** Empty when the list is shown as a whole. */
  readonly more: readonly string[];
}

/** Cuts a list to what a page shows. */
export function shownList<T>(page: Page, all: readonly T[]): ShownList<T> {
  const hidden = all.length - page.most;
  return {
    shown: all.slice(0, page.most),
    more: hidden > 0 ? [page.paint("faint", `${hidden} more: --all shows them.`)] : [],
  };
}

/** Sorts by mentions, the most first; equals stay in their order. */
export function byMentions<T extends { readonly mention_count: number }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => b.mention_count - a.mention_count);
}
