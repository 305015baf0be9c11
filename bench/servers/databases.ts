import type { Processes } from "../processes.ts";
import { freePort } from "./service_process.ts";

/** A database server with an empty store. */
export interface Database extends AsyncDisposable {
  /** For `KV_PATH`. */
  readonly url: string;
}

/** The token of every KV Connect store of a measurement. */
export const ACCESS_TOKEN = "a-token-for-measurements";

const POSTGRES_HOME = "/usr/lib/postgresql";
const ROOT = 0;

/** Starts KV Connect (`DENOKV`, else `denokv` in the path) on a file; null if it is not installed. */
export async function startDenokv(processes: Processes, file: string): Promise<Database | null> {
  const port = freePort();
  const args = ["--sqlite-path", file, "serve", "--access-token", ACCESS_TOKEN, "--addr", `127.0.0.1:${port}`];
  try {
    const options = { env: { RUST_LOG: "info" }, stderr: "piped" } as const;
    const child = processes.start(Deno.env.get("DENOKV") ?? "denokv", args, options);
    await logged(child, "Listening on");
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => processes.stop(child) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Starts PostgreSQL; null if it is not installed. It refuses to run as root: then it runs as the user `postgres`. */
export async function startPostgres(processes: Processes): Promise<Database | null> {
  const programs = postgresPrograms();
  if (programs === null) return null;
  const user = Deno.uid() === ROOT ? postgresUser() : null;
  // Not in the folder of the measurement, which that user may not read.
  const folder = await Deno.makeTempDir({ prefix: "reviews-postgres-" });
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const options = { ...user ?? {}, cwd: folder, stderr: "piped" } as const;
  const data = `${folder}/data`;
  const setUp = ["-D", data, "-A", "trust", "-U", "reviews", "--no-sync", "--locale=C", "-E", "UTF8"];
  const { code, stderr } = await processes.run(`${programs}/initdb`, setUp, options);
  if (code !== 0) throw new Error(stderr);
  const port = freePort();
  const child = processes.start(
    `${programs}/postgres`,
    ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder],
    options,
  );
  await logged(child, "ready to accept connections");
  return {
    url: `postgres://reviews@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGQUIT");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function postgresPrograms(): string | null {
  try {
    const [newest] = [...Deno.readDirSync(POSTGRES_HOME)].map(({ name }) => name).sort((a, b) => Number(b) - Number(a));
    const folder = `${POSTGRES_HOME}/${newest}/bin`;
    return Deno.statSync(`${folder}/initdb`).isFile ? folder : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function postgresUser(): { readonly uid: number; readonly gid: number } {
  const line = Deno.readTextFileSync("/etc/passwd").split("\n").find((user) => user.startsWith("postgres:"));
  if (line === undefined) throw new Error("There is no user postgres.");
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Resolves when a server logs a text. Reads on, so that the server never waits for its log to be read. */
async function logged({ stderr }: Deno.ChildProcess, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  void (async () => {
    let log = "";
    for await (const chunk of stderr.pipeThrough(new TextDecoderStream())) {
      log = (log + chunk).slice(-10_000);
      if (log.includes(text)) resolve();
    }
    reject(new Error(`The server of a store has ended: ${log}`));
  })();
  await promise;
}
