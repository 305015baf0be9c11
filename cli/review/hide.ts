import { withHidden } from "../../domain/dataset/hidden_reviews.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { changeReviews } from "./change_reviews.ts";
import { CHOICE_HELP, CHOICE_OPTIONS } from "./choose_reviews.ts";

const HELP = `Hide reviews: they stay in the store, and nothing that is published holds them.

  deno task review hide [options] ID...
  deno task review hide --author NAME

ID is the beginning of an id, at least 6 characters. Imports keep them hidden;
restore brings them back.

${CHOICE_HELP}
  --dry-run       say what would happen and write nothing
  --help          this text`;

/** `review hide`: hides published reviews. */
export const hide: Subcommand = {
  help: HELP,
  options: { ...CHOICE_OPTIONS, "dry-run": { type: "boolean" } },
  run: (line) =>
    changeReviews(line, {
      verb: "hide",
      done: "Hid",
      states: ["published"],
      change: (dataset, ids, now) => withHidden(dataset, ids, now.toISOString()),
    }),
};
