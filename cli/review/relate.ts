import { withRelation } from "../../domain/dataset/hidden_reviews.ts";
import { type Relation, RELATIONS } from "../../domain/review.ts";
import { allowedWords, type Subcommand, UsageError, wordOption } from "../command/run_command.ts";
import { CHANGE, reviewWish } from "./choose_reviews.ts";
import { changeReviews, type ReviewsChange } from "./hide.ts";

const HELP = `Label reviews whose author has a tie to the business; later imports keep it.

  deno task review relate --as WORD [options] ID...
  deno task review relate --as WORD --author NAME

ID may be cut to 6 characters. Readers see the label beside the review, and
/policy counts it.

  --as WORD       the tie, one of: employee (owners and managers too), agent
                  (acts for the business), family (of one of these), none

${CHANGE.help}
  --help          this text`;

/** The ties that somebody can state; `none` removes the label. */
export const STATED_RELATIONS = [...RELATIONS, "none"] as const;

/** `review relate`: states the tie of authors to the business. */
export const relate: Subcommand = {
  help: HELP,
  options: { ...CHANGE.options, as: { type: "string" } },
  run: (line) => {
    // Checked first: a fault of the choice would remain when the tie is added.
    reviewWish(line, { verb: "relate", states: [] });
    const stated = wordOption(line, "as", STATED_RELATIONS);
    if (stated === undefined) throw new UsageError(`--as is missing; ${allowedWords(STATED_RELATIONS)}.`);
    return changeReviews(line, relating(stated));
  },
};

/** Labels reviews with a tie, or removes their label. */
export function relating(stated: Relation | "none"): ReviewsChange {
  const relation = stated === "none" ? undefined : stated;
  return {
    verb: "relate",
    done: relation === undefined ? "Removed the label of" : "Labelled",
    states: ["published", "hidden", "not verified", "not published"],
    change: (dataset, ids) => withRelation(dataset, ids, relation),
  };
}
