import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ChangeOutcome, DatasetChange } from "../../domain/dataset/publish_change.ts";
import type { Store } from "../../domain/store/store.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { environment } from "../../service/store/kv_location.ts";
import { escapedControls, print, printError } from "../../terminal/print.ts";
import {
  type Answers,
  askedAnswers,
  canAsk,
  choiceLines,
  executeAsking,
  isConfirmation,
  openChoices,
  type Plan,
  planJson,
  refuseOtherPlan,
  type SeenPlan,
} from "./choice.ts";
import type { CommandLine } from "./run_command.ts";

/** A dataset to publish, and the plan that led to it. */
interface PlannedDataset {
  readonly dataset: Dataset;
  readonly plan: Plan<unknown>;
}

/** How a plan is executed. A dry run returns the plan and writes nothing, whatever is open. */
export interface PlanRun {
  readonly answers: Answers;
  /** The plan to which the answers belong; null if nobody has seen one. */
  readonly planned: SeenPlan | null;
  readonly dryRun: boolean;
  /** Number of revisions that the store keeps. */
  readonly keptRevisions: number;
  /** Program that the history puts before the last word of the command: with `admin`, `review hide` is `admin hide`. */
  readonly program?: string | undefined;
  /** Name of the person who does it, for the history; absent for commands. */
  readonly person?: string | undefined;
}

/** Returns the command of a publication as the history shows it, and who has run it. */
export function ranBy({ program, person }: Pick<PlanRun, "program" | "person">, command: string) {
  return {
    command: program === undefined ? command : `${program} ${command.split(" ").at(-1)}`,
    ...person !== undefined && { person },
  };
}

/** The end of an execution. `unconfirmed`: nothing was published, because choices are open. */
export interface PlanEnd<Planned extends Plan<unknown> = Plan<unknown>> {
  readonly end: ChangeOutcome<unknown>["end"] | "unconfirmed";
  readonly plan: Planned;
  /** The published revision after the execution; null if there is none. */
  readonly head: { readonly number?: number | undefined } | null;
}

/** The outcome of an execution. */
export type PlanOutcome<Result extends PlannedDataset> =
  & PlanEnd<Result["plan"]>
  & Pick<ChangeOutcome<Result>, "result" | "head">;

/**
 * Plans a change on the published revision, and publishes it if the answers leave no choice open.
 *
 * @throws {UsageError} If other choices are open than in the plan that was answered.
 */
export async function executePlan<Result extends PlannedDataset>(
  kv: Store,
  change: Pick<DatasetChange<Result>, "publisher" | "decide" | "replacesAll"> & {
    /** Called before each try to publish, once nothing is open. */
    readonly prepare?: (result: Result, current: Parameters<DatasetChange<Result>["decide"]>[0]) => Promise<void>;
  },
  { answers, planned, dryRun, keptRevisions, ...by }: PlanRun,
): Promise<PlanOutcome<Result>> {
  class OpenPlan extends Error {
    constructor(readonly result: Result) {
      super("Choices are open.");
    }
  }
  const decide: typeof change.decide = async (...current) => {
    const result = await change.decide(...current);
    refuseOtherPlan(planned, result.plan);
    if (dryRun) return result;
    if (openChoices(result.plan, answers).length > 0) throw new OpenPlan(result);
    await change.prepare?.(result, current[0]);
    return result;
  };
  try {
    const publisher = { ...change.publisher, ...ranBy(by, change.publisher.command) };
    const settings = { publisher, decide, dryRun, keptRevisions, now: () => new Date() };
    const done = await changeDataset(kv, { ...change, ...settings });
    return { ...done, plan: done.result.plan };
  } catch (error) {
    if (error instanceof OpenPlan) {
      return { end: "unconfirmed", result: error.result, plan: error.result.plan, head: null };
    }
    throw error;
  }
}

/** How a command asks for what its plan leaves open, and what it prints. */
interface PlanWords<Done extends PlanEnd> {
  /** Formats the examples of a plan, which may be personal data: they are shown to people alone, and not to logs. */
  readonly examples?: (plan: Done["plan"]) => string;
  /** The last question, such as `Undo it?`. */
  readonly question: (plan: Done["plan"]) => string;
  /** The sentence without an answer, such as `Nothing was undone.` */
  readonly refusal: string;
  readonly report: (done: Done) => string;
}

/**
 * Runs a command that plans, asks and executes, by the options `--yes`, `--dry-run` and `--json`.
 *
 * @param withArguments Adds chosen arguments to the request.
 * @returns The outcome, and the exit code: 2 if something stays open.
 */
export async function runPlan<Request, Done extends PlanEnd>(
  line: CommandLine,
  request: Request,
  execute: (request: Request, run: PlanRun) => Promise<Done>,
  { examples, question, refusal, report }: PlanWords<Done>,
  withArguments: (request: Request, further: readonly string[]) => Request = (request) => request,
): Promise<{ readonly done: Done; readonly code: number }> {
  const { keptRevisions } = readConfiguration(environment);
  const [dryRun, isJson] = [line.flag("dry-run"), line.flag("json")];
  const isAsking = canAsk() && !isJson;
  const done = await executeAsking(
    request,
    line.flag("yes") ? "yes" : new Map(),
    (request, answers, planned) => execute(request, { answers, planned, dryRun, keptRevisions }),
    ({ plan }, answers) => {
      const open = openChoices(plan, dryRun ? "yes" : answers);
      if (open.length === 0) return null;
      const isSettled = open.every(isConfirmation);
      const shown = [
        ...isAsking && isSettled && examples !== undefined ? [examples(plan)] : [],
        ...isAsking && !isSettled ? [] : open.flatMap((one) => choiceLines(one)),
        ...isSettled ? plan.warnings : [],
      ];
      for (const text of isJson ? [] : shown) printError(escapedControls(text));
      return askedAnswers(open, question(plan), refusal, isAsking);
    },
    withArguments,
  );
  const isOpen = done.end === "unconfirmed" || openChoices(done.plan, "yes").length > 0;
  if (isJson) print(planJson(isOpen ? "unconfirmed" : done.end, done.plan, done.head?.number));
  else if (!isOpen) print(report(done));
  return { done, code: isOpen ? 2 : 0 };
}
