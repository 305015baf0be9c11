import { trustsByItself } from "../../../cli/launch/permissions.ts";
import { LOSING_STORES } from "./run_cli.ts";
import { TextLineStream } from "./text_line_stream.ts";

/** The real service in its own process. */
export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** The parsed log lines so far. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Resolves when a log line, past or future, meets the condition. */
  readonly logged: (matches: (line: Readonly<Record<string, unknown>>) => boolean) => Promise<void>;
  readonly kill: (signal: Deno.Signal) => void;
  /** Exit code of the process. */
  readonly exit: Promise<number>;
}

/**
 * Starts the service on a free port and waits until it serves.
 *
 * @param kvPath The store's file, in a temporary folder.
 * @param preload A module to load before the service, in its process; it may send signals.
 * @param descriptors How many files and sockets the process may have open, if not as many as this one.
 * @param options Further options of `deno run`.
 */
export async function startServer(
  kvPath: string,
  environment: Readonly<Record<string, string>> = {},
  preload: string | undefined = LOSING_STORES,
  descriptors: number | null = null,
  options: readonly string[] = [],
): Promise<TestServer> {
  const copies = environment["STORE_COPY_FOLDER"];
  const folders = [kvPath.slice(0, kvPath.lastIndexOf("/")), ...copies === undefined ? [] : [copies]].join();
  const limit = descriptors === null ? "" : `ulimit -n ${descriptors} && `;
  const process = new Deno.Command("sh", {
    args: [
      "-c",
      `${limit}exec "$0" "$@"`,
      Deno.execPath(),
      "run",
      "-q",
      "--no-prompt",
      "--allow-net",
      "--allow-env",
      "--allow-sys",
      `--allow-read=domain,openapi/scalar,routes/pages/assets,websub/signing,tests/fixtures/tls,${folders}`,
      `--allow-write=${folders}`,
      ...(preload === undefined ? [] : ["--allow-run", "--preload", preload]),
      ...options,
      "main.ts",
    ],
    cwd: new URL("../../../", import.meta.url),
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      KV_PATH: kvPath,
      LOG_FORMAT: "json",
      // As the launcher does: `deno run` recommends `deno serve`.
      DENO_LOG: "error,ext:runtime=off",
      // As the launcher does: a list that is handed over is parsed at each handshake, which takes ten times as long.
      ...trustsByItself((name) => environment[name]) ? { DENO_CERT: environment["WEBSUB_CA_FILE"] ?? "" } : {},
      ...environment,
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  return await servingProcess(process);
}

/** Waits until a process that was just started serves; its standard output has to be piped. */
export async function servingProcess(process: Deno.ChildProcess): Promise<TestServer> {
  const log: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const reading = (async () => {
    for await (const line of process.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())) {
      log.push(JSON.parse(line));
      for (const look of waiting) look();
    }
  })();
  const logged = (matches: (line: Record<string, unknown>) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!log.some(matches)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const exit = process.status.then(async ({ code }) => {
    await reading;
    return code;
  });
  const isServing = (line: Readonly<Record<string, unknown>>) => typeof line["port"] === "number";
  await Promise.race([
    logged(isServing),
    exit.then((code) => {
      throw new Error(`The server ended with code ${code} before it served.`);
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${log.find(isServing)?.["port"]}`,
    pid: process.pid,
    log,
    logged,
    kill: (signal) => process.kill(signal),
    exit,
    [Symbol.asyncDispose]: async () => {
      try {
        process.kill("SIGKILL");
      } catch (error) {
        // The process has ended already.
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
      await exit;
    },
  };
}
