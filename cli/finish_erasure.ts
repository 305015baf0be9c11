// Finishes a begun erasure beside the admin. The admin lacks the permission to write the file of a store anew, because
// SQLite's VACUUM needs all permissions.

import { finishErasure } from "../domain/dataset/finish_erasure.ts";
import { operatorMessage } from "../domain/operator_error.ts";
import { printError } from "../terminal/print.ts";
import { readConfiguration } from "../service/configuration.ts";
import { environment } from "../service/store/kv_location.ts";
import { isMissing, openStore } from "../service/store/open_store.ts";
import { writePlan } from "./launch/due_programs.ts";

/** Delay of the next run while another process has locked the file, in milliseconds. */
const AGAIN_AFTER_MS = 600_000;
/** Delay of the next run if nothing is left to finish, in milliseconds. A new revision starts it earlier. */
const IDLE_MS = 24 * 3_600_000;

/** Finishes a begun erasure, if there is one. Resolves to the exit code. */
async function main(): Promise<number> {
  const { kvPath, keptRevisions } = readConfiguration(environment);
  let isDone = true;
  if (kvPath === undefined || !await isMissing(kvPath)) {
    const { kv } = await openStore(kvPath);
    const finished = await finishErasure(kv, { keptRevisions, now: () => new Date() }).finally(() => kv.close());
    isDone = finished === null || typeof finished.traces === "string";
  }
  await writePlan({ wait: isDone ? IDLE_MS : AGAIN_AFTER_MS, folders: [] });
  return 0;
}

if (import.meta.main) {
  try {
    Deno.exit(Deno.args.includes("--check") ? 0 : await main());
  } catch (error) {
    const message = operatorMessage(error);
    if (message === null) throw error;
    printError(message);
    Deno.exit(1);
  }
}
