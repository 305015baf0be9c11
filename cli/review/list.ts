import { readCurrentDataset } from "../../domain/dataset/publish_change.ts";
import { print } from "../../terminal/print.ts";
import { numberOption, refuseArguments, type Subcommand } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { FILTER, filterWish, holdsWords, isMatching } from "./choose_reviews.ts";
import { reviewTable, type StoredReview, storedReviews } from "./stored_reviews.ts";

const HELP = `List all stored reviews with their state, the newest first.

  deno task review list [options]

Here, --author also takes a part of the name.

${FILTER.help}
  --rating N      reviews with N stars
  --max-rating N  reviews with at most N stars
  --since DATE    reviews from this day on, such as 2026-11-01
  --unanswered    reviews without a reply
  --hidden        only hidden reviews
  --limit N       at most N reviews, 1 to 100000; default 50
  --json          one array of objects, for programs
  --help          this text`;

const USUAL_LIMIT = 50;
const HIGHEST_LIMIT = 100_000;

/** `review list`: lists published and withheld reviews. */
export const list: Subcommand = {
  help: HELP,
  options: {
    ...FILTER.options,
    // Only for lists: a low rating is no reason to hide a review.
    rating: { type: "string" },
    "max-rating": { type: "string" },
    since: { type: "string" },
    unanswered: { type: "boolean" },
    hidden: { type: "boolean" },
    limit: { type: "string" },
    json: { type: "boolean" },
  },
  run: (line) => {
    refuseArguments(line, "list", "show takes the id of a review");
    const filter = filterWish(line);
    const limit = numberOption(line, "limit", HIGHEST_LIMIT) ?? USUAL_LIMIT;
    return withHubStore(async (kv) => {
      const { current } = await readCurrentDataset(kv);
      const found = (current === null ? [] : storedReviews(current.dataset)).filter(({ review, state }) =>
        isMatching(filter, review, holdsWords) && (state === "hidden" || !line.flag("hidden"))
      );
      print(line.flag("json") ? reviewsJson(found.slice(0, limit)) : listing(found, limit));
      return 0;
    });
  },
};

/** Reviews as an array of objects: the published form with `state`, and with `hidden_at`, reason and note if hidden. */
export function reviewsJson(reviews: readonly StoredReview[]): string {
  return JSON.stringify(
    reviews.map(({ review, state, mark }) => ({ ...review, state, ...mark ?? { hidden_at: null } })),
  );
}

function listing(found: readonly StoredReview[], limit: number): string {
  if (found.length === 0) return "No review matches.";
  const more = found.length - limit;
  return reviewTable(found.slice(0, limit)) + (more > 0 ? `\n… and ${more} more; --limit N shows them` : "");
}
