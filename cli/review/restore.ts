import { withRestored } from "../../domain/dataset/hidden_reviews.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { changeReviews } from "./change_reviews.ts";
import { CHOICE_HELP, CHOICE_OPTIONS } from "./choose_reviews.ts";

const HELP = `Publish hidden reviews again.

  deno task review restore [options] ID...
  deno task review restore --author NAME

ID is the beginning of an id, at least 6 characters. What was erased cannot be
restored.

${CHOICE_HELP}
  --dry-run       say what would happen and write nothing
  --help          this text`;

/** `review restore`: publishes hidden reviews again. */
export const restore: Subcommand = {
  help: HELP,
  options: { ...CHOICE_OPTIONS, "dry-run": { type: "boolean" } },
  run: (line) => changeReviews(line, { verb: "restore", done: "Restored", states: ["hidden"], change: withRestored }),
};
