import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Store } from "../../domain/store/store.ts";
import { isErasedId, readErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { type FinishedErasure, finishErasure } from "../../domain/dataset/finish_erasure.ts";
import { counted, print, printError, shownName } from "../../terminal/print.ts";
import { askedAnswers, canAsk, choice, planJson, refuseOtherPlan } from "../command/choice.ts";
import type { Subcommand } from "../command/run_command.ts";
import { operatorMessage } from "../../domain/operator_error.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import {
  CHOICE_HELP,
  CHOICE_OPTIONS,
  type ChoicePurpose,
  namesNear,
  NoneChosenError,
  PLAN_HELP,
  PLAN_OPTIONS,
  reviewChoice,
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

${CHOICE_HELP}
${PLAN_HELP}
  --yes           erase without asking; needed where nobody can answer
  --help          this text`;

/** `review erase`: erases reviews. Its report names no author, because terminals and logs are kept. */
export const erase: Subcommand = {
  help: HELP,
  options: { ...CHOICE_OPTIONS, ...PLAN_OPTIONS, yes: { type: "boolean" } },
  run: (line) => {
    const purpose: ChoicePurpose = {
      verb: "erase",
      states: ["published", "hidden", "not verified", "not published", "withdrawn"],
    };
    // Reports a usage error before anything is done.
    reviewChoice(line, purpose);
    const { keptRevisions, kvPath } = readConfiguration(environment);
    const settings = { keptRevisions, now: () => new Date() };
    return withHubStore(async (kv) => {
      const [isDry, isJson] = [line.flag("dry-run"), line.flag("json")];
      const note = isJson ? printError : print;
      // After a kill, the repeated command may find nothing to choose, so the erasure is finished first.
      const earlier = isDry ? null : await finishErasure(kv, settings);
      if (earlier !== null) note(["An unfinished erasure was completed.", ...erasureLines(earlier, kvPath)].join("\n"));
      const isDone = earlier === null || typeof earlier.traces === "string";
      const marks = await readErasedMarks(kv);
      const before = line.files.filter((id) => isErasedId(marks, id.toUpperCase()));
      if (before.length > 0) note(`Erased before: ${before.map((id) => id.toUpperCase()).join(", ")}.`);
      const files = line.files.filter((id) => !before.includes(id));
      if (before.length > 0 && files.length === 0) return isDone ? 0 : 1;
      const choose = reviewChoice({ ...line, files }, purpose);
      let planned: Awaited<ReturnType<typeof plannedErasure>>;
      try {
        planned = await plannedErasure(kv, choose);
      } catch (error) {
        // An unknown id may be a typing error, and so may a name.
        if (!(error instanceof NoneChosenError) || earlier === null && files.length > 0) throw error;
        const near = namesNear(line.text("author") ?? "", (await erasableReviews(kv)).map(shown));
        const hint = near.length === 0 ? "" : ` Names that come near: ${near.map(shownName).join(", ")}.`;
        // An erasure that was finished just now may have left nothing.
        const isWanted = earlier !== null && isDone;
        (isWanted ? note : printError)(`No review matches in any revision, so there is nothing to erase.${hint}`);
        return isWanted ? 0 : 1;
      }
      const { chosen, plan } = planned;
      const count = counted(chosen.length, "review");
      if (isDry) {
        const held =
          `Held by ${revisionsText(plan.effect.revisions)}. A new revision would be published without them, ` +
          "and earlier ones would be rewritten.";
        const lines = [`Would erase ${count}:`, reviewTable(plan.examples), held, "Dry run: nothing was written."];
        print(isJson ? planJson("dry run", plan, undefined) : lines.join("\n"));
        return 0;
      }
      if (!line.flag("yes")) {
        if (isJson) print(planJson("unconfirmed", plan, undefined));
        if (isJson || !canAsk()) {
          printError(`Nothing was erased. ${count} would be: add --yes; --dry-run shows what it does.`);
          return 2;
        }
        printError(reviewTable(plan.examples));
        if (askedAnswers(plan.choices, `Erase ${count} for good?`, "Nothing was erased.") === null) return 1;
        planned = await plannedErasure(kv, choose);
        refuseOtherPlan(plan, planned.plan);
      }
      const done = await eraseReviews(kv, planned.chosen, settings);
      const ids = chosen.map(({ review }) => review.id);
      const lines = [`Erased ${count}: ${ids.join(", ")}.`, ...erasureLines(done, kvPath), ...plan.warnings];
      print(isJson ? planJson("published", { ...plan, examples: [] }, done.published?.number) : lines.join("\n"));
      return typeof done.traces === "string" ? 0 : 1;
    });
  },
};

/** Plans an erasure of the reviews that a function chooses among those of all revisions. */
async function plannedErasure(kv: Store, choose: ReturnType<typeof reviewChoice>) {
  const revision = (await readHead(kv)).value?.number ?? null;
  const all = await erasableReviews(kv);
  const ids = new Set(choose(all.map(shown)).map(({ review }) => review.id));
  const chosen = all.filter(({ review }) => ids.has(review.id));
  const revisions = [...new Set(chosen.flatMap(({ revisions }) => revisions))].sort((a, b) => a - b);
  const question = `${counted(chosen.length, "review")} would be erased for good.`;
  const plan = {
    revision,
    effect: { erased: chosen.length, revisions },
    examples: chosen.map(shown),
    choices: [choice("erase", question, [], [["yes", "erases them from every revision"]], [...ids])],
    warnings: [...alsoNamed(all, chosen), UNREACHED],
  };
  return { chosen, plan };
}

function shown({ review, state }: ErasableReview): StoredReview {
  return { review, state, mark: null };
}

const SHORTEST_NAME = 3;
const LISTED = 10;
const UNREACHED = "Not reached: backups and copies of the store, exported files, files that you import from, and " +
  "what subscribers, readers and caches have fetched. Subscribers are sent what is published now; the Atom feed names " +
  "the ids as deleted for 30 days.";

function erasureLines(
  { published, rewritten, removed, traces }: FinishedErasure,
  kvPath: string | undefined,
): readonly string[] {
  const lines: string[] = [];
  if (published !== null) {
    lines.push(
      `Published ${
        counted(published.reviews, "review")
      } as revision ${published.number}. A running server shows them ` +
        "within 2 seconds.",
    );
  }
  lines.push(
    rewritten.length === 0
      ? "No earlier revision held them."
      : `Written anew without them: ${revisionsText(rewritten)}. Computed insights and analyses of these are gone.`,
  );
  if (removed > 0) lines.push(`Removed ${counted(removed, "archive")} that broken-off imports had left.`);
  lines.push(tracesText(traces, kvPath));
  return lines;
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
function alsoNamed(
  all: readonly ErasableReview[],
  chosen: readonly ErasableReview[],
): readonly string[] {
  const names = [...new Set(chosen.flatMap(({ versions }) => versions.map(({ author }) => foldText(author))))];
  const surnames = names.flatMap((name) => name.split(/[\s,.]+/).filter(Boolean).slice(1).slice(-1));
  const others = all.filter((one) => !chosen.includes(one));
  const whole = others.filter((one) => isNaming(one, names));
  const partly = others.filter((one) => !whole.includes(one) && isNaming(one, surnames));
  return [...namingLines("The name", whole), ...namingLines("Only the surname", partly)];
}

function isNaming({ review: { author, text, owner_reply } }: ErasableReview, names: readonly string[]): boolean {
  const words = foldText([author, text ?? "", owner_reply?.text ?? ""].join("\n"));
  return names.some((name) =>
    name.length >= SHORTEST_NAME &&
    new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, "u").test(words)
  );
}

function namingLines(what: string, reviews: readonly ErasableReview[]): readonly string[] {
  if (reviews.length === 0) return [];
  const ids = reviews.slice(0, LISTED).map(({ review }) => review.id).join(", ");
  const more = reviews.length > LISTED ? `, and ${reviews.length - LISTED} more` : "";
  return [
    `${what} of an author stands in ${counted(reviews.length, "other review")} as well: ${ids}${more}. Look at them ` +
    "with show.",
  ];
}

function revisionsText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "revision" : "revisions"} ${numbers.join(", ")}`;
}
