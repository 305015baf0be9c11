import { reviewId } from "../domain/review_id.ts";
import { changesIn, slotOf, textOfChange } from "./import_book.ts";
import type { SoakStage } from "./soak_stage.ts";
import type { Action } from "./lane.ts";
import { judgeFailure, runCommand } from "./command.ts";

const LATEST_KILL_MS = 3000;

/** Returns actions that run imports (valid, invalid, parallel or killed) and commands that read the store. */
export function importActions(stage: SoakStage, random: () => number): readonly Action[] {
  return [
    { name: "import", times: 7, run: async () => void await importChange(stage) },
    {
      name: "two imports",
      times: 2,
      run: async () => void await Promise.all([importChange(stage), importChange(stage)]),
    },
    { name: "killed import", times: 2, run: async () => void await importChange(stage, random() * LATEST_KILL_MS) },
    { name: "bad import", times: 1, run: () => importNonsense(stage) },
    { name: "export", times: 2, run: () => exportAll(stage) },
    { name: "hub list", times: 1, run: async () => void await listHub(stage) },
  ];
}

/**
 * Imports the next change.
 *
 * @param killAfter Milliseconds after which the import is killed.
 * @returns True if it was acknowledged.
 */
export async function importChange(stage: SoakStage, killAfter?: number): Promise<boolean> {
  const { imports, findings, folder } = stage;
  const [change, begunAt] = [imports.next(), Date.now()];
  const file = `${folder}/change-${change}.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOfChange(change)]));
  const end = await runCommand(stage, "import", [file], killAfter);
  await Deno.remove(file);
  if (end.code === 0) {
    imports.accept(change);
    findings.count("import: acknowledged");
  } else if (end.isKilled) findings.count("import: killed");
  else judgeFailure(stage, "import", begunAt, end);
  return end.code === 0;
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
  const file = `${stage.folder}/nonsense.json`;
  const begunAt = Date.now();
  await Deno.writeTextFile(
    file,
    JSON.stringify([reviewOfChange(stage.imports.next()), { author: "\u001b[2J", rating: 9 }]),
  );
  const end = await runCommand(stage, "import", [file]);
  await Deno.remove(file);
  stage.findings.count("import: of nonsense");
  if (end.code === 0) stage.findings.fault("wrong", "An import with a bad row ended with success.");
  if (/^\s+at /m.test(end.stderr)) judgeFailure(stage, "import", begunAt, { ...end, stderr: end.stderr });
}

/** Exports, and checks that the export has every change acknowledged before. */
async function exportAll(stage: SoakStage): Promise<void> {
  const { imports, findings } = stage;
  const accepted = imports.accepted();
  const end = await runCommand(stage, "export", []);
  if (end.code !== 0) return findings.fault("unanswered", `export ended with ${end.code}: ${end.stderr.slice(0, 400)}`);
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

/** Lists the subscriptions of the hub; null if the command failed, which is a fault. */
export async function listHub(stage: SoakStage): Promise<readonly ListedRow[] | null> {
  const end = await runCommand(stage, "hub", ["list", "--json"]);
  if (end.code !== 0) {
    stage.findings.fault("unanswered", `hub list ended with ${end.code}: ${end.stderr.slice(0, 400)}`);
    return null;
  }
  stage.findings.count("command: hub list");
  return JSON.parse(end.stdout);
}
