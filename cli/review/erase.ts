import { type Sentence, sentence } from "../../domain/sentences/sentence.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Store } from "../../domain/store/store.ts";
import { isErasedId, readErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { type FinishedErasure, finishErasure } from "../../domain/dataset/finish_erasure.ts";
import { ERASE_COMMAND } from "../../domain/dataset/publish_change.ts";
import { type PlanEnd, type PlanRun, ranBy, runPlan } from "../command/execute_plan.ts";
import { counted, listed, print, printError } from "../../terminal/print.ts";
import { choice, openChoices, type Plan, refuseOtherPlan } from "../command/choice.ts";
import type { Subcommand } from "../command/run_command.ts";
import { operatorMessage } from "../../domain/operator_error.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import {
  CHANGE,
  type ChoicePurpose,
  chosenReviews,
  NoneChosenError,
  type ReviewWish,
  reviewWish,
  withChosen,
} from "./choose_reviews.ts";
import { reviewTable, type StoredReview } from "./stored_reviews.ts";
import { foldText } from "../../domain/normalize_text.ts";
import { environment, isPostgres } from "../../service/store/kv_location.ts";
import { type ErasableReview, erasableReviews, eraseReviews } from "../../domain/dataset/erase_reviews.ts";

const HELP = `Erase reviews for good (GDPR article 17). No command brings them back.

  deno task review erase [options] ID...
  deno task review erase --author NAME

ID may be cut to 6 characters. Erases them from every revision and from the
store's file. Keyed hashes keep later imports from publishing them, also under
another id.

${CHANGE.help}
  --yes           erase without asking; needed where nobody can answer
  --help          this text`;

/** `review erase`: erases reviews. Its report names no author, because terminals and logs are kept. */
export const erase: Subcommand = {
  help: HELP,
  options: { ...CHANGE.options, yes: { type: "boolean" } },
  run: (line) => {
    const wished = reviewWish(line, ERASING);
    const { keptRevisions, kvPath } = readConfiguration(environment);
    return withHubStore(async (kv) => {
      const note = line.flag("json") ? printError : print;
      // After a kill, the repeated command may find nothing to choose, so the erasure is finished first.
      const earlier = line.flag("dry-run") ? null : await finishErasure(kv, { keptRevisions, now: () => new Date() });
      if (earlier !== null) note(["An unfinished erasure was completed.", ...erasureLines(earlier, kvPath)].join("\n"));
      const marks = await readErasedMarks(kv);
      const before = wished.ids.filter((id) => isErasedId(marks, id));
      if (before.length > 0) note(`Erased before: ${before.join(", ")}.`);
      const ids = wished.ids.filter((id) => !before.includes(id));
      if (before.length > 0 && ids.length === 0) return codeOf(earlier);
      try {
        const { done, code } = await runPlan(line, { ...wished, ids }, (wish, run) => executeErasure(kv, wish, run), {
          examples: ({ examples }) => reviewTable(examples),
          question: ({ effect }) => `Erase ${counted(effect.erased, "review")} for good?`,
          refusal: "Nothing was erased.",
          report: (done) => report(done, kvPath),
        }, withChosen);
        return code || codeOf(done.done);
      } catch (error) {
        // An erasure that was finished just now may have left nothing.
        if (!(error instanceof NoneChosenError) || earlier === null) throw error;
        const code = codeOf(earlier);
        (code === 0 ? note : printError)(error.message);
        return code;
      }
    });
  },
};

/** The exit code after an erasure: 1 if traces of it are left. */
function codeOf(done: FinishedErasure | null): number {
  return done === null || typeof done.traces === "string" ? 0 : 1;
}

function report({ plan, done }: ErasureOutcome, kvPath: string | undefined): string {
  const { effect: { erased, revisions }, choices, examples, warnings } = plan;
  const count = counted(erased, "review");
  const lines = done === null
    ? [
      `Would erase ${count}:`,
      reviewTable(examples),
      `Held by ${
        revisionsText(revisions)
      }. A new revision would be published without them, and earlier ones would be ` +
      "rewritten.",
      "Dry run: nothing was written.",
    ]
    : [`Erased ${count}: ${choices[0]?.examples.join(", ")}.`, ...erasureLines(done, kvPath), ...warnings];
  return lines.join("\n");
}

const ERASING: ChoicePurpose = {
  verb: "erase",
  states: ["published", "hidden", "not verified", "not published", "withdrawn"],
  none: "No review matches in any revision, so there is nothing to erase.",
};

/**
 * Plans an erasure of the reviews that somebody chooses, and erases them if the answers leave no choice open.
 *
 * @returns `done` is null if nothing was erased. The plan of an erasure has no examples, which are personal data.
 * @throws {NoneChosenError} If no review matches in any revision.
 * @throws {UsageError} If other choices are open than in the plan that was answered.
 */
export async function executeErasure(kv: Store, wish: ReviewWish, run: PlanRun): Promise<ErasureOutcome> {
  const { chosen, plan } = await plannedErasure(kv, wish);
  const nothing = { plan, head: null, done: null };
  if (run.dryRun) return { ...nothing, end: "dry run" };
  refuseOtherPlan(run.planned, plan);
  if (openChoices(plan, run.answers).length > 0) return { ...nothing, end: "unconfirmed" };
  // Before the traces of deleted rows are removed.
  await forgetAnswers(kv, chosen);
  const settings = { keptRevisions: run.keptRevisions, now: () => new Date(), ...ranBy(run, ERASE_COMMAND) };
  const done = await eraseReviews(kv, chosen, settings);
  return { end: "published", plan: { ...plan, examples: [] }, head: done.published, done };
}

/** Row of the answers that the owner has saved, the newest first. `{name}` stands for the author. */
export const SAVED_ANSWERS = ["saved_answers"];

/** Reads the answers that the owner has saved. */
export async function savedAnswers(kv: Store): Promise<readonly string[]> {
  return (await kv.get<readonly string[]>(SAVED_ANSWERS)).value ?? [];
}

/** Removes the saved answers that name an author of the erased reviews, also by a part of the name. */
async function forgetAnswers(kv: Store, chosen: readonly ErasableReview[]): Promise<void> {
  const authors = chosen.flatMap(({ versions }) => versions.map(({ author }) => foldText(author)));
  const names = authors.flatMap(namesOf);
  const before = await savedAnswers(kv);
  const left = before.filter((answer) => !names.some((name) => wholeWords(name).test(foldText(answer))));
  if (left.length < before.length) await kv.set(SAVED_ANSWERS, left);
}

type ErasurePlan = Plan<{ readonly erased: number; readonly revisions: readonly number[] }, StoredReview>;

interface ErasureOutcome extends PlanEnd<ErasurePlan> {
  readonly done: FinishedErasure | null;
}

async function plannedErasure(kv: Store, wish: ReviewWish) {
  const revision = (await readHead(kv)).value?.number ?? null;
  const all = await erasableReviews(kv);
  const { chosen: found, choices } = chosenReviews(all.map(shown), wish, ERASING);
  const ids = new Set(found.map(({ review }) => review.id));
  const chosen = all.filter(({ review }) => ids.has(review.id));
  const revisions = [...new Set(chosen.flatMap(({ revisions }) => revisions))].sort((a, b) => a - b);
  const question = `${counted(chosen.length, "review")} would be erased for good.`;
  const plan = {
    revision,
    effect: { erased: chosen.length, revisions },
    examples: chosen.map(shown),
    choices: choices.length > 0
      ? choices
      : [choice("erase", question, [], [["yes", "erases them from every revision"]], [...ids])],
    warnings: [...alsoNamed(all, chosen), UNREACHED],
  };
  return { chosen, plan };
}

function shown({ review, state }: ErasableReview): StoredReview {
  return { review, state, mark: null };
}

const SHORTEST_NAME = 3;
const LISTED = 10;
/** Warning about what an erasure does not reach. */
const UNREACHED = sentence(
  "Not reached: backups and copies of the store, exported files, files that you import from, and what subscribers, readers and caches have fetched. Subscribers are sent what is published now; the Atom feed names the ids as deleted for 30 days.",
);

function erasureLines(
  { published, rewritten, removed, traces }: FinishedErasure,
  kvPath: string | undefined,
): readonly string[] {
  const reviews = counted(published?.reviews ?? 0, "review");
  return [
    ...published === null
      ? []
      : [`Published ${reviews} as revision ${published.number}. A running server shows them within 2 seconds.`],
    rewritten.length === 0
      ? "No earlier revision held them."
      : `Written anew without them: ${revisionsText(rewritten)}. Computed insights and analyses of these are gone.`,
    ...removed > 0 ? [`Removed ${counted(removed, "archive")} that broken-off imports had left.`] : [],
    tracesText(traces, kvPath),
  ];
}

function tracesText(traces: FinishedErasure["traces"], kvPath: string | undefined): string {
  if (traces === "unknown") {
    return "The server of this store keeps deleted data on its disk until it reuses the space: ask whoever runs it.";
  }
  if (traces === "gone" && isPostgres(kvPath)) {
    return "The table was written anew. The database's own log and its replicas keep old pages until they are recycled.";
  }
  if (traces === "gone") {
    return "The file of the store was written anew: nothing of them is left in it, nor in its log.";
  }
  const { reason } = traces;
  const why = operatorMessage(reason) ?? `${reason instanceof Error ? reason.message : String(reason)}.`;
  return `Bytes of deleted rows are still in the files of the store: ${why} Run \`deno task review erase\` again, or ` +
    "import: that continues the erasure.";
}

/** Reports other reviews that name an author of the erased ones, or the surname: as author, in the text or in the reply. */
function alsoNamed(all: readonly ErasableReview[], chosen: readonly ErasableReview[]): readonly Sentence[] {
  const names = [...new Set(chosen.flatMap(({ versions }) => versions.map(({ author }) => foldText(author))))];
  const surnames = names.flatMap((name) => name.split(/[\s,.]+/).filter(Boolean).slice(1).slice(-1));
  let others = all.filter((one) => !chosen.includes(one));
  const lines: Sentence[] = [];
  for (const words of [names, surnames]) {
    const found = others.filter((one) => isNaming(one, words));
    others = others.filter((one) => !found.includes(one));
    if (found.length === 0) continue;
    const parts = { count: found.length, ids: listed(found.map(({ review }) => review.id), LISTED) };
    lines.push(
      words === names
        ? sentence(
          "The name of an author stands in {count|# other review|# other reviews} as well: {ids}. Look at them with show.",
          parts,
        )
        : sentence(
          "Only the surname of an author stands in {count|# other review|# other reviews} as well: {ids}. Look at them with show.",
          parts,
        ),
    );
  }
  return lines;
}

function isNaming({ review: { author, text, owner_reply } }: ErasableReview, names: readonly string[]): boolean {
  const words = foldText([author, text ?? "", owner_reply?.text ?? ""].join("\n"));
  return names.some((name) => name.length >= SHORTEST_NAME && wholeWords(name).test(words));
}

/** The names in an author's name by which others could know the person. */
export function namesOf(author: string): readonly string[] {
  return author.split(/[\s,.]+/).filter((name) => name.length >= SHORTEST_NAME);
}

/** Finds a text where it stands as whole words. */
export function wholeWords(text: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(text)}(?![\p{L}\p{N}])`, "gu");
}

function revisionsText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "revision" : "revisions"} ${numbers.join(", ")}`;
}
