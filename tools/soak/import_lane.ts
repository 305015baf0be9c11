import { reviewId } from "../../domain/review_id.ts";
import { changesIn, slotOf, textOfChange } from "./import_book.ts";
import type { SoakStage } from "./soak_stage.ts";
import type { Action } from "./lane.ts";
import { judgeFailure, runCommand } from "./command.ts";

const LATEST_KILL_MS = 3000;

/** Returns actions that run imports (valid, invalid, parallel or killed) and commands that read the store. */
export function importActions(stage: SoakStage, random: () => number): readonly Action[] {
  return [
    [7, async () => void await importChange(stage)],
    [2, async () => void await Promise.all([importChange(stage), importChange(stage)])],
    [2, async () => void await importChange(stage, random() * LATEST_KILL_MS)],
    [1, () => importNonsense(stage)],
    [2, () => exportAll(stage)],
    [1, async () => void await listHub(stage)],
  ];
}

/**
 * Imports the next change.
 *
 * @param killAfter Milliseconds after which the import is killed.
 * @returns True if the import reported success.
 */
export async function importChange(stage: SoakStage, killAfter?: number): Promise<boolean> {
  const { imports, findings } = stage;
  const [change, begunAt] = [imports.next(), Date.now()];
  const end = await importRows(stage, `change-${change}`, [reviewOfChange(change)], killAfter);
  if (end.code === 0) {
    imports.accept(change);
    findings.count("import: acknowledged");
  } else if (end.isKilled) findings.count("import: killed");
  else judgeFailure(stage, "import", begunAt, end);
  return end.code === 0;
}

async function importRows(stage: SoakStage, name: string, rows: readonly unknown[], killAfter?: number) {
  const file = `${stage.folder}/${name}.json`;
  await Deno.writeTextFile(file, JSON.stringify(rows));
  const end = await runCommand(stage, "import", [file], killAfter);
  await Deno.remove(file);
  return end;
}

function reviewOfChange(change: number) {
  const slot = slotOf(change);
  return {
    id: reviewId(["soak", String(slot)]),
    author: "Soak",
    rating: 1 + change % 5,
    // The newest day of the generated reviews, so that all changes are in the feeds.
    date: "2025-12-31",
    source: "soak",
    text: textOfChange(change),
  };
}

/** Imports an invalid file, which must be refused as a whole. */
async function importNonsense(stage: SoakStage): Promise<void> {
  const begunAt = Date.now();
  const rows = [reviewOfChange(stage.imports.next()), { author: "\u001b[2J", rating: 9 }];
  const end = await importRows(stage, "nonsense", rows);
  stage.findings.count("import: of nonsense");
  if (end.code === 0) stage.findings.fault("wrong", "An import with a bad row ended with success.");
  if (/^\s+at /m.test(end.stderr)) judgeFailure(stage, "import", begunAt, end);
}

/** Exports, and checks that the export has every change acknowledged before. */
async function exportAll(stage: SoakStage): Promise<void> {
  const { imports, findings } = stage;
  const [accepted, begunAt] = [imports.accepted(), Date.now()];
  const end = await runCommand(stage, "export", []);
  if (end.code !== 0) return judgeFailure(stage, "export", begunAt, end);
  findings.count("command: export");
  if (changesIn(end.stdout).size === 0 && accepted.size > 0) findings.fault("wrong", "export wrote no change.");
  imports.judgeWhole("An export", end.stdout, accepted);
}

/** A row of `deno task hub list --json`. */
export interface ListedRow {
  readonly kind: "subscription" | "request";
  readonly callback: string;
  readonly state?: string;
}

/** Lists the subscriptions of the hub; null if the command failed. */
export async function listHub(stage: SoakStage): Promise<readonly ListedRow[] | null> {
  const begunAt = Date.now();
  const end = await runCommand(stage, "hub", ["list", "--json"]);
  if (end.code !== 0) {
    judgeFailure(stage, "hub list", begunAt, end);
    return null;
  }
  stage.findings.count("command: hub list");
  return JSON.parse(end.stdout);
}
