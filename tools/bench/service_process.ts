import { fileURLToPath } from "node:url";
import { launchEnvironment } from "../../cli/launch/launch_environment.ts";
import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { freePort, pause, type Processes } from "./processes.ts";

/** Folder of the project, in which its programs run. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const GIVE_UP_AFTER_MS = 60_000;
const POLL_MS = 4;

/**
 * Starts the service with request log, like an operator but without the launcher, and waits until it is ready. The
 * start ends with the first 200 at `/healthz`.
 *
 * @param environment Further variables, such as `DELIVERY_DRIVER`.
 */
export async function startService(
  processes: Processes,
  kvPath: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const variables: Readonly<Record<string, string>> = { KV_PATH: kvPath, ...environment };
  const variable = (name: string) => variables[name];
  const listening = { PORT: String(port), HOST: "127.0.0.1", BASE_URL: origin, LOG_LEVEL: "info", LOG_FORMAT: "json" };
  const env = { ...listening, ...launchEnvironment("start", variable), ...variables };
  const child = processes.start(Deno.execPath(), launchArguments("start", variable), { cwd: ROOT, env });
  let ended = false;
  void child.status.then(() => ended = true);
  while (!await isReady(origin)) {
    if (ended) throw new Error("The service ended before it was ready.");
    if (performance.now() - start > GIVE_UP_AFTER_MS) throw new Error("The service was not ready within a minute.");
    await pause(POLL_MS);
  }
  return { origin, child, startMilliseconds: performance.now() - start };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/healthz`).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}
