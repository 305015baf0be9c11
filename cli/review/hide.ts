import { sentence } from "../../domain/sentences/sentence.ts";
import { starCounts } from "../../domain/documents/aggregate_rating.ts";
import { averageSentence, type PublishedFigures, publishedFigures } from "../import/import_figures.ts";
import type { Plan } from "../command/choice.ts";
import { withHidden, withRestored } from "../../domain/dataset/hidden_reviews.ts";
import { allowedWords, type CommandLine, type Subcommand, UsageError, wordOption } from "../command/run_command.ts";
import {
  CHANGE,
  type ChoicePurpose,
  chosenReviews,
  type ReviewWish,
  reviewWish,
  withChosen,
} from "./choose_reviews.ts";
import { HIDDEN_REASONS, type WithheldReason, withheldState } from "../../domain/review.ts";
import type { Store } from "../../domain/store/store.ts";
import { executePlan, type PlanEnd, type PlanRun, runPlan } from "../command/execute_plan.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { counted } from "../../terminal/print.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { reviewTable, type StoredReview, storedReview, storedReviews } from "./stored_reviews.ts";

const HELP = `Hide reviews: they stay in the store and are published nowhere.

  deno task review hide --reason WORD [options] ID...
  deno task review hide --reason WORD --author NAME

ID may be cut to 6 characters. Imports keep reviews hidden; restore publishes
them again. A review that is left out as not verified can be hidden too: then it
stays so if you publish unverified ones later.

  --reason WORD   why, one of: fake, spam, not_a_customer, personal_data,
                  unlawful, off_topic, duplicate, other
  --note TEXT     a note for yourself; it is never published

${CHANGE.help}
  --help          this text`;

/** `review hide`: hides published reviews. */
export const hide: Subcommand = {
  help: HELP,
  options: { ...CHANGE.options, reason: { type: "string" }, note: { type: "string" } },
  run: (line) => {
    // Checked first: a fault of the choice would remain when the reason is added.
    reviewWish(line, { verb: "hide", states: [] });
    return changeReviews(line, hiding(reasonOption(line), noteOption(line)));
  },
};

/**
 * Hides reviews.
 *
 * @param note A note for the operator; null for none.
 */
export function hiding(reason: WithheldReason, note: string | null): ReviewsChange {
  const mark = { hidden_reason: reason, ...note !== null && { hidden_note: note } };
  return {
    verb: "hide",
    done: "Hid",
    states: ["published", "not verified"],
    change: (dataset, ids, now) => withHidden(dataset, ids, { hidden_at: now.toISOString(), ...mark }),
  };
}

function reasonOption(line: CommandLine): WithheldReason {
  const reason = wordOption(line, "reason", HIDDEN_REASONS);
  if (reason !== undefined) return reason;
  throw new UsageError(`--reason is missing; ${allowedWords(HIDDEN_REASONS)}.`);
}

const LONGEST_NOTE = 1000;

function noteOption(line: CommandLine): string | null {
  const note = line.text("note")?.trim() ?? "";
  if (note.length > LONGEST_NOTE) {
    throw new UsageError(`--note has ${note.length} characters; allowed are at most ${LONGEST_NOTE}.`);
  }
  return note === "" ? null : note;
}

const RESTORE_HELP = `Publish hidden reviews again.

  deno task review restore [options] ID...
  deno task review restore --author NAME

ID may be cut to 6 characters. Erased reviews cannot be restored.

${CHANGE.help}
  --help          this text`;

/** `review restore`: publishes hidden reviews again. */
export const restore: Subcommand = {
  help: RESTORE_HELP,
  options: CHANGE.options,
  run: (line) => changeReviews(line, RESTORING),
};

/** Publishes hidden reviews again. */
export const RESTORING: ReviewsChange = {
  verb: "restore",
  done: "Restored",
  states: ["hidden"],
  change: withRestored,
};

/** A change of the state of reviews. */
export interface ReviewsChange extends ChoicePurpose {
  readonly verb: "hide" | "restore" | "relate";
  /** Past tense of the verb: `Hid`. */
  readonly done: string;
  readonly change: (dataset: Dataset, ids: ReadonlySet<string>, now: Date) => Dataset;
}

/**
 * Plans a change of the reviews that somebody chooses, and publishes it if the answers leave no choice open.
 *
 * @throws {UsageError} If no review matches, and as {@linkcode executePlan}.
 */
export function executeReviewsChange(kv: Store, purpose: ReviewsChange, wish: ReviewWish, run: PlanRun) {
  return executePlan(kv, {
    publisher: { command: `review ${purpose.verb}`, sources: [] },
    decide: (current) => {
      if (current === null) throw new UsageError(sentence("The store holds no reviews yet."));
      const { chosen, choices } = chosenReviews(storedReviews(current.dataset), wish, purpose);
      const ids = new Set(chosen.map(({ review }) => review.id));
      const dataset = chosen.length === 0 ? current.dataset : purpose.change(current.dataset, ids, new Date());
      return { dataset, plan: { ...changePlan(current.head.number, chosen, current.dataset, dataset), choices } };
    },
  }, run);
}

/** Changes the reviews that the command line chooses, publishes the new revision and prints a report. */
export function changeReviews(line: CommandLine, purpose: ReviewsChange): Promise<number> {
  const wished = reviewWish(line, purpose);
  return withHubStore(async (kv) => {
    const { code } = await runPlan(line, wished, (wish, run) => executeReviewsChange(kv, purpose, wish, run), {
      question: () => "",
      refusal: "Nothing was done.",
      report: (done) => report(purpose, done),
    }, withChosen);
    return code;
  });
}

type ChangePlan = Plan<{ readonly before: PublishedFigures; readonly after: PublishedFigures }, StoredReview>;

/** The plan of a change that needs no answer, as another one takes it back. */
function changePlan(revision: number, chosen: readonly StoredReview[], before: Dataset, after: Dataset): ChangePlan {
  const isHiding = after.reviews.length < before.reviews.length;
  const leaving = chosen.filter(({ state }) => isHiding && state === "published").map(({ review }) => review);
  const ids = new Set(chosen.map(({ review }) => review.id));
  const unverified = (after.hidden ?? []).filter(({ id, hidden_reason }) =>
    ids.has(id) && withheldState(hidden_reason) === "not verified"
  );
  return {
    revision,
    effect: { before: publishedFigures(before.reviews), after: publishedFigures(after.reviews) },
    examples: chosen,
    choices: [],
    warnings: [
      ...averageSentence(sentence("Hiding"), starCounts(after.reviews), starCounts(leaving)),
      ...unverified.length === 0
        ? []
        : [sentence("Left out, because not verified: {count|# review|# reviews}.", { count: unverified.length })],
    ],
  };
}

function report({ verb, done }: ReviewsChange, { plan, end, head }: PlanEnd<ChangePlan>): string {
  const { effect, examples: chosen, warnings } = plan;
  const what = counted(chosen.length, "review");
  const published = counted(effect.after.reviews, "review");
  const isDry = end === "dry run";
  return [
    isDry ? `Would ${verb} ${what}:` : `${done} ${what}:`,
    // Their former state no longer applies, unless only the label changes.
    reviewTable(isDry || verb === "relate" ? chosen : chosen.map(({ review }) => storedReview(review))),
    ...warnings,
    isDry
      ? `Dry run: nothing was written. ${published} would be published.`
      : `Published ${published} as revision ${head?.number}. A running server shows them within 2 seconds.`,
  ].join("\n");
}
