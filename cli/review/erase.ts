import { type ErasableReview, erasableReviews, eraseReviews } from "../../domain/dataset/erasure/erase_reviews.ts";
import { finishErasure } from "../../domain/dataset/erasure/finish_erasure.ts";
import { print } from "../command/print.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/open_store.ts";
import { CHOICE_HELP, CHOICE_OPTIONS, reviewChoice } from "./choose_reviews.ts";
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
    const choice = reviewChoice(line, { verb: "erase", states: ["published", "hidden", "withdrawn"] });
    const { keptRevisions, kvPath } = readConfiguration((name) => Deno.env.get(name));
    const settings = { keptRevisions, now: () => new Date() };
    return withHubStore(async (kv) => {
      const isDry = line.flag("dry-run");
      // Whoever says it again after a kill may find nothing to choose.
      const earlier = isDry ? null : await finishErasure(kv, settings);
      if (earlier !== null) {
        print(["An erasure that was broken off went on.", ...erasureLines(earlier, kvPath)].join("\n"));
      }
      const all = await erasableReviews(kv);
      const chosen = chosenOf(all, choice(all.map(shown)));
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

function shown({ review, state }: ErasableReview): StoredReview {
  return { review, state, hiddenAt: null };
}

function chosenOf(all: readonly ErasableReview[], found: readonly StoredReview[]): readonly ErasableReview[] {
  const ids = new Set(found.map(({ review }) => review.id));
  return all.filter(({ review }) => ids.has(review.id));
}
