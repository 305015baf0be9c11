import { listening, onKeptPort } from "./store_process.ts";

const HOME = "/usr/lib/postgresql";
const ROOT = 0;

/**
 * The folder of the server's programs; null if PostgreSQL is not installed and its tests are skipped. With `CI` set,
 * they fail.
 */
export const POSTGRES: string | null = postgresPrograms();

/** Suffix for the name of a test that needs the server. */
export const WITHOUT_POSTGRES = POSTGRES === null ? " (skipped: no PostgreSQL here; apt-get install postgresql)" : "";

function postgresPrograms(): string | null {
  try {
    const [newest] = [...Deno.readDirSync(HOME)].map(({ name }) => name).sort((a, b) => Number(b) - Number(a));
    const folder = `${HOME}/${newest}/bin`;
    return Deno.statSync(`${folder}/initdb`).isFile ? folder : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return Deno.env.has("CI") ? HOME : null;
    throw error;
  }
}

/** Starts a server with an empty database. It refuses to run as root: then it runs as the user `postgres`. */
export async function startPostgres() {
  const user = Deno.uid() === ROOT ? postgresUser() : null;
  const folder = await Deno.makeTempDir({ prefix: "reviews-postgres-" });
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const data = `${folder}/data`;
  const made = await new Deno.Command(`${POSTGRES}/initdb`, {
    ...user ?? {},
    args: ["-D", data, "-A", "trust", "-U", "reviews", "--no-sync", "--locale=C", "-E", "UTF8"],
    cwd: folder,
  }).output();
  if (!made.success) throw new Error(new TextDecoder().decode(made.stderr));
  let running: Awaited<ReturnType<typeof listening>> | null = null;

  async function startOn(port: number): Promise<void> {
    const server = new Deno.Command(`${POSTGRES}/postgres`, {
      ...user ?? {},
      args: ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder],
      cwd: folder,
      stdout: "null",
      stderr: "piped",
    }).spawn();
    running = await listening(server, "ready to accept connections");
  }
  async function end(signal: Deno.Signal): Promise<void> {
    running?.kill(signal);
    await running?.ended;
    running = null;
  }
  const { port } = await onKeptPort(startOn);
  return {
    /** For `KV_PATH`. */
    url: `postgres://reviews@127.0.0.1:${port}/postgres`,
    port,
    /** Ends the server at once, as a crash does. */
    kill: () => end("SIGQUIT"),
    /** Restarts the server with the same data. */
    restart: () => startOn(port),
    [Symbol.asyncDispose]: async () => {
      await end("SIGQUIT");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function postgresUser(): { readonly uid: number; readonly gid: number } {
  const line = Deno.readTextFileSync("/etc/passwd").split("\n").find((user) => user.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error("There is no user postgres.");
  return { uid: Number(uid), gid: Number(gid) };
}
