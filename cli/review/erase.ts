import { isErasedId, readErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { type ErasableReview, erasableReviews, eraseReviews } from "../../domain/dataset/erasure/erase_reviews.ts";
import { finishErasure } from "../../domain/dataset/erasure/finish_erasure.ts";
import { print } from "../command/print.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/open_store.ts";
import { CHOICE_HELP, CHOICE_OPTIONS, type ChoicePurpose, NoneChosenError, reviewChoice } from "./choose_reviews.ts";
import { alsoNamed, counted, erasureLines, plannedErasure, UNREACHED } from "./erasure_report.ts";
import { reviewTable } from "./review_table.ts";
import type { StoredReview } from "./stored_reviews.ts";

const HELP = `Erase reviews for good (GDPR article 17): nothing brings them back.

  deno task review erase [options] ID...
  deno task review erase --author NAME

ID is the beginning of an id, at least 6 characters. They go out of every
revision of the history and out of the store's file; a mark that tells nothing
of them keeps later imports from bringing them back, under another id too.
Reviews that only earlier revisions hold are found as well.

${CHOICE_HELP}
  --dry-run       say what would happen and write nothing
  --help          this text`;

/** `review erase`: erases reviews. What it prints in the end names no author: terminals and logs are kept. */
export const erase: Subcommand = {
  help: HELP,
  options: { ...CHOICE_OPTIONS, "dry-run": { type: "boolean" } },
  run: (line) => {
    const purpose: ChoicePurpose = { verb: "erase", states: ["published", "hidden", "withdrawn"] };
    // A fault in it is told before anything is done.
    reviewChoice(line, purpose);
    const { keptRevisions, kvPath } = readConfiguration((name) => Deno.env.get(name));
    const settings = { keptRevisions, now: () => new Date() };
    return withHubStore(async (kv) => {
      const isDry = line.flag("dry-run");
      // Whoever says it again after a kill may find nothing to choose.
      const earlier = isDry ? null : await finishErasure(kv, settings);
      if (earlier !== null) {
        print(["An erasure that was broken off went on.", ...erasureLines(earlier, kvPath)].join("\n"));
      }
      const isDone = earlier === null || typeof earlier.traces === "string";
      const marks = await readErasedMarks(kv);
      const before = line.files.filter((id) => isErasedId(marks, id.toUpperCase()));
      if (before.length > 0) print(`Erased before: ${before.map((id) => id.toUpperCase()).join(", ")}.`);
      const files = line.files.filter((id) => !before.includes(id));
      if (before.length > 0 && files.length === 0) return isDone ? 0 : 1;
      const all = await erasableReviews(kv);
      const found = foundOrNone(() => reviewChoice({ ...line, files }, purpose)(all.map(shown)));
      if (found instanceof NoneChosenError) {
        // An id that nobody knows may be a slip; a name that stands nowhere is what was asked for.
        if (earlier === null && files.length > 0) throw found;
        print("No review of the store is like that, in any revision: there is nothing to erase.");
        return isDone ? 0 : 1;
      }
      const chosen = chosenOf(all, found);
      if (isDry) {
        const table = reviewTable(chosen.map(shown));
        print([`Would erase ${counted(chosen.length, "review")}:`, table, ...plannedErasure(chosen)].join("\n"));
        return 0;
      }
      const done = await eraseReviews(kv, chosen, settings);
      const ids = chosen.map(({ review }) => review.id);
      print(
        [
          `Erased ${counted(ids.length, "review")}: ${ids.join(", ")}.`,
          ...erasureLines(done, kvPath),
          ...alsoNamed(all, chosen),
          UNREACHED,
        ].join("\n"),
      );
      return typeof done.traces === "string" ? 0 : 1;
    });
  },
};

function foundOrNone(choose: () => readonly StoredReview[]): readonly StoredReview[] | NoneChosenError {
  try {
    return choose();
  } catch (error) {
    if (error instanceof NoneChosenError) return error;
    throw error;
  }
}

function shown({ review, state }: ErasableReview): StoredReview {
  return { review, state, hiddenAt: null };
}

function chosenOf(all: readonly ErasableReview[], found: readonly StoredReview[]): readonly ErasableReview[] {
  const ids = new Set(found.map(({ review }) => review.id));
  return all.filter(({ review }) => ids.has(review.id));
}
