import { environment } from "../../service/store/kv_location.ts";
import { starCounts } from "../../domain/documents/aggregate_rating.ts";
import { averageSentence, type PublishedFigures, publishedFigures } from "../import/published_figures.ts";
import { type Plan, planJson } from "../command/choice.ts";
import { withHidden, withRestored } from "../../domain/dataset/hidden_reviews.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import {
  CHOICE_HELP,
  CHOICE_OPTIONS,
  type ChoicePurpose,
  PLAN_HELP,
  PLAN_OPTIONS,
  reviewChoice,
} from "./choose_reviews.ts";
import { HIDDEN_REASONS, type HiddenMark, type WithheldReason, withheldState } from "../../domain/review.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { counted, print } from "../../terminal/print.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { reviewTable, type StoredReview, storedReviews } from "./stored_reviews.ts";

const HELP = `Hide reviews: they stay in the store and are published nowhere.

  deno task review hide --reason WORD [options] ID...
  deno task review hide --reason WORD --author NAME

ID may be cut to 6 characters. Imports keep reviews hidden; restore publishes
them again. A review that is left out as not verified can be hidden too: then it
stays so if you publish unverified ones later.

  --reason WORD   why, one of: spam, not_a_customer, personal_data, unlawful,
                  off_topic, duplicate, other
  --note TEXT     a note for yourself; it is never published

${CHOICE_HELP}
${PLAN_HELP}
  --help          this text`;

/** `review hide`: hides published reviews. */
export const hide: Subcommand = {
  help: HELP,
  options: {
    ...CHOICE_OPTIONS,
    reason: { type: "string" },
    note: { type: "string" },
    ...PLAN_OPTIONS,
  },
  run: (line) => {
    // The choice is checked first: its fault would remain after another call.
    reviewChoice(line, { verb: "hide", states: [] });
    const reason = reasonOption(line);
    const note = noteOption(line);
    const markAt = (now: Date): HiddenMark => ({ hidden_at: now.toISOString(), hidden_reason: reason, ...note });
    return changeReviews(line, {
      verb: "hide",
      done: "Hid",
      states: ["published", "not verified"],
      change: (dataset, ids, now) => withHidden(dataset, ids, markAt(now)),
    });
  },
};

function reasonOption(line: CommandLine): WithheldReason {
  const word = line.text("reason");
  const reason = HIDDEN_REASONS.find((reason) => reason === word);
  if (reason !== undefined) return reason;
  const given = word === null ? "--reason is missing" : `--reason is ${JSON.stringify(word)}`;
  throw new UsageError(`${given}; allowed is ${HIDDEN_REASONS.slice(0, -1).join(", ")} or ${HIDDEN_REASONS.at(-1)}.`);
}

const LONGEST_NOTE = 1000;

function noteOption(line: CommandLine): Pick<HiddenMark, "hidden_note"> {
  const note = line.text("note")?.trim() ?? "";
  if (note.length > LONGEST_NOTE) {
    throw new UsageError(`--note has ${note.length} characters; allowed are at most ${LONGEST_NOTE}.`);
  }
  return note === "" ? {} : { hidden_note: note };
}

const RESTORE_HELP = `Publish hidden reviews again.

  deno task review restore [options] ID...
  deno task review restore --author NAME

ID may be cut to 6 characters. Erased reviews cannot be restored.

${CHOICE_HELP}
${PLAN_HELP}
  --help          this text`;

/** `review restore`: publishes hidden reviews again. */
export const restore: Subcommand = {
  help: RESTORE_HELP,
  options: { ...CHOICE_OPTIONS, ...PLAN_OPTIONS },
  run: (line) =>
    changeReviews(line, {
      verb: "restore",
      done: "Restored",
      states: ["hidden"],
      change: withRestored,
    }),
};

interface ReviewsChange extends ChoicePurpose {
  /** Past tense of the verb: `Hid`. */
  readonly done: string;
  readonly change: (dataset: Dataset, ids: ReadonlySet<string>, now: Date) => Dataset;
}

/** Changes the reviews that the command line chooses, publishes the new revision and prints a report. */
function changeReviews(line: CommandLine, purpose: ReviewsChange): Promise<number> {
  const choice = reviewChoice(line, purpose);
  const { keptRevisions } = readConfiguration(environment);
  return withHubStore(async (kv) => {
    const now = () => new Date();
    const { end, head, result: { plan } } = await changeDataset(kv, {
      publisher: { command: `review ${purpose.verb}`, sources: [] },
      decide: (current) => {
        if (current === null) throw new UsageError("The store holds no reviews yet.");
        const chosen = choice(storedReviews(current.dataset));
        const ids = new Set(chosen.map(({ review }) => review.id));
        const dataset = purpose.change(current.dataset, ids, now());
        return { dataset, plan: changePlan(current.head.number, chosen, current.dataset, dataset) };
      },
      dryRun: line.flag("dry-run"),
      keptRevisions,
      now,
    });
    const revision = head?.number;
    print(line.flag("json") ? planJson(end, plan, revision) : report(purpose, plan, end, revision));
    return 0;
  });
}

type ChangePlan = Plan<{ readonly before: PublishedFigures; readonly after: PublishedFigures }, StoredReview>;

/** The plan of a change that needs no answer, as another one takes it back. */
function changePlan(revision: number, chosen: readonly StoredReview[], before: Dataset, after: Dataset): ChangePlan {
  const leaving = chosen.filter(({ state }) => state === "published").map(({ review }) => review);
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
      ...averageSentence("Hiding", starCounts(after.reviews), starCounts(leaving)),
      ...unverified.length === 0 ? [] : [`Left out, because not verified: ${counted(unverified.length, "review")}.`],
    ],
  };
}

function report({ verb, done }: ReviewsChange, plan: ChangePlan, end: string, revision: number | undefined): string {
  const { effect, examples: chosen, warnings } = plan;
  const what = counted(chosen.length, "review");
  const published = counted(effect.after.reviews, "review");
  return [
    end === "dry run" ? `Would ${verb} ${what}:` : `${done} ${what}:`,
    // Their former state no longer applies.
    reviewTable(end === "dry run" ? chosen : chosen.map((one) => ({ ...one, state: "published" as const }))),
    ...warnings,
    end === "dry run"
      ? `Dry run: nothing was written. ${published} would be published.`
      : `Published ${published} as revision ${revision}. A running server shows them within 2 seconds.`,
  ].join("\n");
}
