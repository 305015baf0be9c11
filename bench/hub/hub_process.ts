import { fileURLToPath } from "node:url";
import type { Workplace } from "../processes.ts";
import { type SubscriberPorts, TLS_FOLDER } from "./subscriber_process.ts";

/** What a script with a hub in it is told. */
export interface HubTask {
  /** Folder for its stores. */
  readonly folder: string;
  readonly ports: SubscriberPorts;
  readonly rounds: number;
  readonly plainHttp: boolean;
}

/** Where the module of the worker that signs is read. */
export const WORKERS = fileURLToPath(new URL("../../websub/signing", import.meta.url));

/**
 * Runs a script with a hub in it to its end, in a process of its own.
 *
 * @returns What it wrote, read as JSON.
 */
export async function runHubProcess<T>(
  { processes, folder }: Workplace,
  script: "fan_out_process.ts" | "isolation_process.ts" | "million_process.ts",
  task: Omit<HubTask, "folder"> & Partial<HubTask>,
): Promise<T> {
  const own = task.folder ?? await Deno.makeTempDir({ dir: folder });
  const whole: HubTask = { ...task, folder: own };
  const { code, stdout, stderr } = await processes.run(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    "--v8-flags=--expose-gc",
    "--allow-net",
    "--allow-env=JEST_WORKER_ID,UNDICI_NO_WASM_SIMD",
    `--allow-read=${own},${WORKERS}`,
    `--allow-write=${own}`,
    fileURLToPath(new URL(script, import.meta.url)),
    JSON.stringify(whole),
    // Added to the authorities of the runtime, so that handshakes cost what they cost with public callbacks.
  ], { env: { DENO_CERT: `${TLS_FOLDER}/ca.pem` } });
  if (code !== 0) throw new Error(`${script} failed: ${stderr.trim().split("\n")[0]}`);
  return JSON.parse(stdout);
}
