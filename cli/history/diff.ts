import type { Review } from "../../domain/review.ts";
import { print } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { reviewTable, storedReview } from "../review/stored_reviews.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { changedParts, revisionDataset, revisionNumbers } from "./shown_revision.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { type DatasetDifference, datasetDifference } from "../../domain/dataset/publication.ts";

const HELP = `List the reviews in which two revisions differ.

  deno task history diff [options] BEFORE AFTER

  --all    every review; by default the first 20 of a kind
  --json   one object, for programs
  --help   this text`;

const LISTED = 20;

/** `history diff`: compares two revisions. */
export const diff: Subcommand = {
  help: HELP,
  options: { all: { type: "boolean" }, json: { type: "boolean" } },
  run: (line) => {
    const [before = 0, after = 0] = revisionNumbers(line, "diff takes two revision numbers", 2, 2);
    return withHubStore(async (kv) => {
      const revisions = await readRevisions(kv);
      const [old, now] = [await revisionDataset(kv, revisions, before), await revisionDataset(kv, revisions, after)];
      const difference = datasetDifference(old, now);
      const parts = changedParts(old, now);
      const most = line.flag("all") ? Infinity : LISTED;
      print(line.flag("json") ? differenceJson(difference, parts) : shownDifference(difference, parts, most));
      return 0;
    });
  },
};

function differenceJson({ added, changed, removed }: DatasetDifference, parts: readonly string[]): string {
  return JSON.stringify({
    added,
    changed: changed.map(([before, after]) => ({ before, after })),
    removed,
    other: parts,
  });
}

function shownDifference(
  { added, changed, removed }: DatasetDifference,
  parts: readonly string[],
  most: number,
): string {
  const kinds: readonly (readonly [string, readonly Review[]])[] = [
    ["Added", added],
    ["Changed", changed.map(([, after]) => after)],
    ["Removed", removed],
  ];
  const lines = kinds.filter(([, reviews]) => reviews.length > 0).flatMap(([kind, reviews]) => [
    `${kind}: ${reviews.length}`,
    reviewTable(reviews.slice(0, most).map(storedReview)),
    ...reviews.length > most ? [`… and ${reviews.length - most} more; --all shows them`] : [],
    "",
  ]);
  for (const part of parts) lines.push(`Different: ${part}.`);
  return lines.join("\n").trimEnd() || "They publish the same.";
}
