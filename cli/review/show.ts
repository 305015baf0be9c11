import { namedDate } from "../../domain/review.ts";
import { readCurrentDataset } from "../../domain/dataset/publish_change.ts";
import { escapedControls, pairs, print, printError } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { choiceLines } from "../command/choice.ts";
import { type ChoicePurpose, chosenReviews, FILTER, reviewWish } from "./choose_reviews.ts";
import { reviewsJson } from "./list.ts";
import { type StoredReview, storedReviews } from "./stored_reviews.ts";

const HELP = `Show everything about reviews.

  deno task review show [options] ID...

ID may be cut to 6 characters.

${FILTER.help}
  --json          one array of objects, for programs
  --help          this text`;

/** `review show`: shows all members of reviews. */
export const show: Subcommand = {
  help: HELP,
  options: { ...FILTER.options, json: { type: "boolean" } },
  run: (line) => {
    const purpose: ChoicePurpose = { verb: "show", states: ["published", "hidden", "not verified", "not published"] };
    const wished = reviewWish(line, purpose);
    return withHubStore(async (kv) => {
      const { current } = await readCurrentDataset(kv);
      const stored = current === null ? [] : storedReviews(current.dataset);
      const { chosen, choices } = chosenReviews(stored, { ...wished, all: true }, purpose);
      for (const text of choices.flatMap((one) => choiceLines(one))) printError(escapedControls(text));
      if (choices.length > 0) return 2;
      print(line.flag("json") ? reviewsJson(chosen) : escapedControls(chosen.map(described).join("\n\n")));
      return 0;
    });
  },
};

function described({ review, state, mark }: StoredReview): string {
  const { owner_reply: reply } = review;
  return pairs([
    ["id", review.id],
    ["state", mark === null ? state : `${state} since ${mark.hidden_at}`],
    ...mark === null
      ? []
      : [["reason", [mark.hidden_reason ?? "-", mark.hidden_note].filter(Boolean).join(": ")]] as const,
    ["author", review.author],
    ["rating", String(review.rating)],
    ["date", namedDate(review)],
    ["source", [review.source, review.source_url].filter(Boolean).join(", ")],
    ...review.relation === undefined ? [] : [["relation", review.relation]] as const,
    ["technicians", review.mentioned_technicians.join(", ") || "-"],
    ["services", review.mentioned_services.join(", ") || "-"],
    ["text", review.text ?? "-"],
    ["reply", reply === null ? "-" : `${namedDate(review, reply.date)}: ${reply.text}`],
  ]);
}
