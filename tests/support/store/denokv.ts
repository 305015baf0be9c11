import { stopped } from "./losing_store.ts";
import { listening, onKeptPort } from "./store_process.ts";

/** The token of every store that tests start. */
export const ACCESS_TOKEN = "a-token-for-tests";

/**
 * Program of a KV Connect store: `DENOKV`, else `denokv` in the path; null if it is not installed and its tests are
 * skipped. With `CI` set, they fail.
 */
export const DENOKV: string | null = findDenokv();

/** Suffix for the name of a test that needs the program. */
export const WITHOUT_DENOKV = DENOKV === null ? " (skipped: no denokv here; cargo install denokv --locked)" : "";

/**
 * Starts a real KV Connect store on a temporary file, in its own process, and waits until it listens. It keeps its port.
 * This process and those that it starts may use it.
 */
export async function startDenokv() {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);
  const folder = await Deno.makeTempDir({ prefix: "reviews-denokv-" });
  const file = `${folder}/store.sqlite`;
  const { port, server } = await onKeptPort((port) => spawnDenokv(file, port));
  const url = `http://127.0.0.1:${port}`;
  let process = server;
  let isGone = false;

  /** Sends a signal. Resolves when every thread has stopped or ended. */
  async function kill(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL" = "SIGKILL"): Promise<void> {
    if (isGone) return;
    isGone = signal === "SIGKILL";
    process.kill(signal);
    if (signal === "SIGSTOP") await stopped(process.pid);
    if (signal === "SIGKILL") await process.ended;
  }

  return {
    url,
    kill,
    /** Restarts the store on the same file and port. */
    restart: async () => {
      await kill();
      process = await spawnDenokv(file, port);
      isGone = false;
    },
    [Symbol.asyncDispose]: async () => {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function findDenokv(): string | null {
  const program = Deno.env.get("DENOKV") ?? "denokv";
  try {
    return new Deno.Command(program, { args: ["--help"], stdout: "null", stderr: "null" }).outputSync().success
      ? program
      : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return Deno.env.has("CI") ? program : null;
    throw error;
  }
}

function spawnDenokv(file: string, port: number) {
  const process = new Deno.Command(DENOKV ?? "denokv", {
    args: ["--sqlite-path", file, "serve", "--access-token", ACCESS_TOKEN, "--addr", `127.0.0.1:${port}`],
    env: { RUST_LOG: "info" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  return listening(process, "Listening on");
}
