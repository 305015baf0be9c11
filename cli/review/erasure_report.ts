import type { ErasableReview } from "../../domain/dataset/erasure/erase_reviews.ts";
import type { FinishedErasure } from "../../domain/dataset/erasure/finish_erasure.ts";
import { foldText } from "../../domain/fold_text.ts";
import { operatorMessage } from "../command/operator_message.ts";
import { isPostgres } from "../service/kv_location.ts";

const SHORTEST_NAME = 3;
const LISTED = 10;

/** What no command can reach. */
export const UNREACHED =
  "Not reached: backups and copies of the store, exported files, files that you import from, and " +
  "what subscribers, readers and caches have fetched. Subscribers are sent what is published now; the Atom feed names " +
  "the ids as deleted for 30 days.";

/** A number of things: `1 review`, `2 reviews`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What an erasure has done, as lines. */
export function erasureLines(
  { published, rewritten, removed, traces }: FinishedErasure,
  kvPath: string | undefined,
): readonly string[] {
  const lines: string[] = [];
  if (published !== null) {
    lines.push(
      `Published ${
        counted(published.reviews, "review")
      } as revision ${published.number}. A running server shows them ` +
        "within 2 seconds.",
    );
  }
  lines.push(
    rewritten.length === 0
      ? "No earlier revision held them."
      : `Written anew without them: ${revisionsText(rewritten)}. Computed insights and analyses of these are gone.`,
  );
  if (removed > 0) lines.push(`Removed ${counted(removed, "archive")} that broken-off imports had left.`);
  lines.push(tracesText(traces, kvPath));
  return lines;
}

function tracesText(traces: FinishedErasure["traces"], kvPath: string | undefined): string {
  if (traces === "unknown") {
    return "The server of this store keeps what was deleted on its disk until it uses the place again: ask whoever runs it.";
  }
  if (traces === "gone") {
    return isPostgres(kvPath)
      ? "The table was written anew. The database's own log and its replicas keep old pages until they are recycled."
      : "The file of the store was written anew: nothing of them is left in it, nor in its log.";
  }
  const { reason } = traces;
  const why = operatorMessage(reason) ?? `${reason instanceof Error ? reason.message : String(reason)}.`;
  return `Bytes of deleted rows are still in the files of the store: ${why} Say \`deno task review erase\` again, or ` +
    "import: that goes on with it.";
}

/** What an erasure would do, as lines. */
export function plannedErasure(chosen: readonly ErasableReview[]): readonly string[] {
  const revisions = [...new Set(chosen.flatMap(({ revisions }) => revisions))].sort((a, b) => a - b);
  return [
    `Held by ${revisionsText(revisions)}. What is published would be published without them, and earlier revisions ` +
    "written anew.",
    "Dry run: nothing was written.",
  ];
}

/** Where else an author of what was erased is named: in the text, the reply or as the author of another review. */
export function alsoNamed(
  all: readonly ErasableReview[],
  chosen: readonly ErasableReview[],
): readonly string[] {
  const names = [...new Set(chosen.flatMap(({ versions }) => versions.map(({ author }) => foldText(author))))]
    .filter((name) => name.length >= SHORTEST_NAME);
  const isNaming = ({ review: { author, text, owner_reply } }: ErasableReview) => {
    const words = foldText([author, text ?? "", owner_reply?.text ?? ""].join("\n"));
    return names.some((name) => words.includes(name));
  };
  const others = all.filter((one) => !chosen.includes(one) && isNaming(one)).map(({ review }) => review.id);
  if (others.length === 0) return [];
  const more = others.length > LISTED ? `, and ${others.length - LISTED} more` : "";
  return [
    `The name of an author stands in ${counted(others.length, "other review")} as well: ` +
    `${others.slice(0, LISTED).join(", ")}${more}. Look at them with show.`,
  ];
}

function revisionsText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "revision" : "revisions"} ${numbers.join(", ")}`;
}
