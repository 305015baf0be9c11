import { sentence } from "../../domain/sentences/sentence.ts";
import type { Publisher, RevisionChanges } from "../../domain/dataset/publication.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../domain/dataset/dataset_archive.ts";
import { readRevision, type RevisionList } from "../../domain/dataset/history.ts";
import type { Store } from "../../domain/store/store.ts";
import { shownName } from "../../terminal/print.ts";
import { lastPart } from "../command/file_path.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";

/** Formats what a revision changed, in words; `-` if unknown. */
export function shownChanges(changes: RevisionChanges | null): string {
  if (changes === null) return "-";
  const words = Object.entries(changes).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  return words.join(", ") || "no review changed";
}

/** Formats the command that published a revision and its sources: `import two.json`, `history undo 2`; `-` if unknown. */
export function shownCommand({ publication }: { readonly publication: Publisher | null }): string {
  if (publication === null) return "-";
  return [publication.command, ...publication.sources.map(shownSource)].join(" ");
}

function shownSource(source: string): string {
  // A scheme has two letters or more: "C:" is a drive of Windows.
  return /^\w{2,}:/.test(source) ? source : lastPart(source).replace(/^revision (?=\d+$)/, "");
}

const PARTS = {
  business: "business",
  pages: "settings of the pages",
  taxonomy: "taxonomy",
  operatorInsights: "insights of your own",
} as const;

/** Names the parts of a dataset, besides its reviews, in which two differ. */
export function changedParts(before: Dataset, after: Dataset): readonly (typeof PARTS)[keyof typeof PARTS][] {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
  return names.filter((part) => JSON.stringify(before[part] ?? {}) !== JSON.stringify(after[part] ?? {})).map((part) =>
    PARTS[part]
  );
}

/**
 * Parses the number of a revision.
 *
 * @throws {UsageError} If the text is not a number.
 */
export function revisionNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`"${shownName(text)}" is not a revision; expected a number from \`deno task history\`.`);
}

/**
 * Parses the revision numbers of a command line.
 *
 * @param takes The command and how many it takes, for the message: `diff takes two revision numbers`.
 * @throws {UsageError} If there are fewer or more, or one is not a number.
 */
export function revisionNumbers(
  { files }: CommandLine,
  takes: string,
  fewest: number,
  most: number,
): readonly number[] {
  if (files.length >= fewest && files.length <= most) return files.map(revisionNumber);
  throw new UsageError(`${takes}; it is given ${files.length}. "deno task history" lists them.`);
}

/** Reads the dataset of a kept revision. Throws a UsageError if the store lacks it or its archive. */
export async function revisionDataset(kv: Store, { entries }: RevisionList, number: number): Promise<Dataset> {
  const found = entries.find(({ record }) => record.head.number === number);
  if (found === undefined) {
    const kept = entries.map(({ record }) => record.head.number).join(", ") || "none";
    throw new UsageError(
      sentence("The store does not keep revision {number}; it has {kept}.", { number: String(number), kept }),
    );
  }
  const archive = await readRevision(kv, found.record);
  if (archive === null) {
    throw new UsageError(
      sentence("The archive of revision {number} is missing or incomplete.", { number: String(number) }),
    );
  }
  return unarchiveDataset(archive, found.record.head);
}
