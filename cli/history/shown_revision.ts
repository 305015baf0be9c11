import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import type { RevisionChanges } from "../../domain/dataset/publication.ts";

/** What a revision changed, in words; `-` where nobody knows. */
export function shownChanges(changes: RevisionChanges | null): string {
  if (changes === null) return "-";
  const words = Object.entries(changes).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  return words.join(", ") || "no review";
}

/** Which command published a revision, and from what, in short: `import two.json`, `history undo 2`; `-` for unknown. */
export function shownCommand({ head, publication }: RevisionRecord): string {
  if (publication === null) return head.sample ? "sample data" : "-";
  return [publication.command, ...publication.sources.map(lastPart)].join(" ");
}

function lastPart(source: string): string {
  return URL.canParse(source) ? source : source.slice(source.lastIndexOf("/") + 1).replace(/^revision (?=\d+$)/, "");
}

/** How many bytes a revision takes in the store, keys and bookkeeping aside. */
export function revisionBytes({ head }: RevisionRecord): number {
  return head.parts.reduce((sum, { length }) => sum + length, 0);
}

/** Bytes in a unit that fits: `12 kB`, `3.4 MB`. */
export function shownBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A revision as an object for programs. */
export function revisionJson(record: RevisionRecord, published: number | null): Readonly<Record<string, unknown>> {
  const { head, publication } = record;
  return {
    revision: head.number,
    is_published: head.number === published,
    published_at: head.published_at,
    reviews: head.reviews,
    bytes: revisionBytes(record),
    sample: head.sample,
    command: publication?.command ?? null,
    sources: publication?.sources ?? [],
    changes: publication?.changes ?? null,
  };
}
