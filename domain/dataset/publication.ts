/** Who publishes a revision, and from what. Every publisher hands one in. */
export interface Publisher {
  /** The command, without what it was given: `import`, `review hide`, `history undo`. Never a name of an author. */
  readonly command: string;
  /** The files or addresses that the data comes from, as they were named. */
  readonly sources: readonly string[];
}

/** How many reviews a revision changes. */
export interface RevisionChanges {
  readonly added: number;
  /** Published before and after, and not the same. */
  readonly changed: number;
  /** No longer published, and not hidden. */
  readonly removed: number;
  readonly hidden: number;
  readonly restored: number;
}

/** Where a revision comes from. */
export interface Publication extends Publisher {
  readonly changes: RevisionChanges;
}

// A row takes 65,536 bytes.
const MOST_SOURCES = 20;
const LONGEST_SOURCE = 200;

/** The same publication with sources that fit into a row: 20 at most, the last of them says how many more there are. */
export function boundedPublication(publication: Publication): Publication {
  const { sources } = publication;
  const most = sources.length > MOST_SOURCES ? MOST_SOURCES - 1 : MOST_SOURCES;
  const shown = sources.slice(0, most).map((source) =>
    source.length > LONGEST_SOURCE ? `…${source.slice(1 - LONGEST_SOURCE)}` : source
  );
  return { ...publication, sources: [...shown, ...sources.length > most ? [`${sources.length - most} more`] : []] };
}
