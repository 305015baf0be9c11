import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ChangeOutcome, DatasetChange } from "../../domain/dataset/publish_change.ts";
import type { Store } from "../../domain/store/store.ts";
import { type Answers, openChoices, type Plan, refuseOtherPlan, type SeenPlan } from "./choice.ts";

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
}

/** Returns the command of a publication as the history shows it. */
export function ranBy({ program }: { readonly program?: string | undefined }, command: string): string {
  return program === undefined ? command : `${program} ${command.split(" ").at(-1)}`;
}

/** The outcome of an execution. `unconfirmed`: nothing was published, because choices are open. */
export type PlanOutcome<Result extends PlannedDataset> =
  & Pick<ChangeOutcome<Result>, "result" | "head">
  & { readonly end: ChangeOutcome<Result>["end"] | "unconfirmed"; readonly plan: Result["plan"] };

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
  { answers, planned, dryRun, keptRevisions, program }: PlanRun,
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
    const publisher = { ...change.publisher, command: ranBy({ program }, change.publisher.command) };
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
