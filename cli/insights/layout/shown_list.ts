import type { Page } from "./page.ts";

/** The part of a list that a page shows, and a line with the number of hidden entries. */
export interface ShownList<T> {
  readonly shown: readonly T[];
  /** Empty if nothing is hidden. */
  readonly more: readonly string[];
}

/** Limits a list to what the page shows. */
export function shownList<T>(page: Page, all: readonly T[]): ShownList<T> {
  const hidden = all.length - page.most;
  return {
    shown: all.slice(0, page.most),
    more: hidden > 0 ? [page.paint("faint", `${hidden} more: --all shows them.`)] : [],
  };
}

/** Sorts by number of mentions, descending; stable. */
export function byMentions<T extends { readonly mention_count: number }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => b.mention_count - a.mention_count);
}
