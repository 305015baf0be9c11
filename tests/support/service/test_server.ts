import { signalProgram } from "../../../cli/command/child_process.ts";
import { trustsByItself } from "../../../cli/programs.ts";
import { inTime } from "../../../domain/deadline.ts";
import { type CommandResult, LOSING_STORES, runDeno } from "./run_cli.ts";
import { connect, type Socket } from "node:net";

const ROOT = new URL("../../../", import.meta.url);
const OTHER_SETTINGS = "tests/support/service/other_settings.ts";

/** A line of a log, or a message. */
export type Line = Readonly<Record<string, unknown>>;

/** Lines of JSON, in order of arrival. */
export class HeardLines {
  readonly all: Line[] = [];
  readonly #waiting = new Set<() => void>();

  /** Reads lines to the end of a stream. */
  async hear(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of linesOf(stream)) {
      this.all.push(JSON.parse(line));
      for (const look of this.#waiting) look();
    }
  }

  /** Resolves with the first line, past or future, that meets the condition. */
  first(matches: (line: Line) => boolean): Promise<Line> {
    const { promise, resolve } = Promise.withResolvers<Line>();
    const look = () => {
      const found = this.all.find(matches);
      if (found === undefined) return;
      this.#waiting.delete(look);
      resolve(found);
    };
    this.#waiting.add(look);
    look();
    return promise;
  }
}

/** The real service in its own process. */
export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** The parsed log lines so far. */
  readonly log: readonly Line[];
  /** Resolves when a log line, past or future, meets the condition. */
  readonly logged: (matches: (line: Line) => boolean) => Promise<void>;
  readonly kill: (signal: Deno.Signal) => void;
  /** Exit code of the process. */
  readonly exit: Promise<number>;
}

/**
 * Starts the service on a free port and waits until it serves.
 *
 * @param kvPath The store's file, in a temporary folder.
 * @param environment Variables, and the numbers of `other_settings.ts`.
 * @param preload A module to load before the service, in its process; it may send signals.
 * @param descriptors Limit of open files and sockets; that of this process if null.
 * @param options Further options of `deno run`.
 */
export async function startServer(
  kvPath: string,
  environment: Readonly<Record<string, string>> = {},
  preload: string | undefined = LOSING_STORES,
  descriptors: number | null = null,
  options: readonly string[] = [],
): Promise<TestServer> {
  const folder = kvPath.slice(0, kvPath.lastIndexOf("/"));
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
      `--allow-read=domain,openapi/scalar,routes/embed/assets,routes/pages/assets,tests/fixtures/tls,${folder}`,
      `--allow-write=${folder}`,
      ...(preload === undefined ? [] : ["--allow-run", "--preload", preload]),
      ...("OTHER_SETTINGS" in environment ? ["--preload", OTHER_SETTINGS] : []),
      ...options,
      "main.ts",
    ],
    cwd: ROOT,
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      KV_PATH: kvPath,
      LOG_FORMAT: "json",
      // As in the launcher: otherwise `deno run` recommends `deno serve`.
      DENO_LOG: "error,ext:runtime=off",
      // Deno itself trusts the authority, as under the launcher. Certificates passed with each connection make a
      // handshake ten times slower.
      ...trustsByItself((name) => environment[name]) ? { DENO_CERT: environment["WEBSUB_CA_FILE"] ?? "" } : {},
      ...environment,
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  return await servingProcess(process);
}

/** Starts the service in a way that must make it exit at once; resolves to exit code and output. */
export async function startFailing(
  environment: Record<string, string>,
  ...options: string[]
): Promise<CommandResult> {
  const permissions = ["--no-prompt", "--allow-net", "--allow-env", "--allow-sys", "--allow-read", "--allow-write"];
  return await runDeno(["run", "-q", ...permissions, "main.ts", ...options], {
    ...{ PORT: "0", HOST: "127.0.0.1", KV_PATH: ":memory:", DENO_LOG: "error,ext:runtime=off" },
    ...environment,
  });
}

/** Waits until a process that was just started serves; its standard output has to be piped. */
export async function servingProcess(process: Deno.ChildProcess): Promise<TestServer> {
  const lines = new HeardLines();
  const reading = lines.hear(process.stdout);
  const exit = process.status.then(async ({ code }) => {
    await reading;
    return code;
  });
  const { port } = await Promise.race([
    lines.first(({ port }) => typeof port === "number"),
    exit.then((code) => {
      throw new Error(`The server ended with code ${code} before it served.`);
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: process.pid,
    log: lines.all,
    logged: async (matches) => void await lines.first(matches),
    kill: (signal) => process.kill(signal),
    exit,
    [Symbol.asyncDispose]: async () => {
      signalProgram(process, "SIGKILL");
      await exit;
    },
  };
}

/** Processor seconds that a process has spent (`proc(5)`, in ticks of 10 ms). */
export async function processorSeconds(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Resolves or rejects like the promise; rejects after some seconds. The default is for what may hang, and is reached on
 * no machine, however slow and busy.
 */
export async function within<Value>(what: string, promise: Promise<Value>, seconds = 600): Promise<Value> {
  return await inTime(promise, seconds * 1000, () => new Error(`${what} took more than ${seconds} seconds.`));
}

/**
 * Opens connections one after the other.
 *
 * @param bytes What each sends at once; nothing by default.
 * @param address The client's own address, one of 127.0.0.0/8.
 */
export async function openConnections(
  origin: string,
  count: number,
  { bytes = "", address = "127.0.0.1" }: { readonly bytes?: string; readonly address?: string } = {},
) {
  const sockets: Socket[] = [];
  const list: ReturnType<typeof openConnection>[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(origin).port), localAddress: address });
    sockets.push(socket);
    // A refused or broken connection counts as ended.
    socket.on("error", () => {});
    list.push(openConnection(socket));
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (bytes !== "") socket.write(bytes);
  }
  return {
    list,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A connection to a server on 127.0.0.1, as bytes. */
function openConnection(socket: Socket) {
  let [received, isOpen] = ["", true];
  let look = () => {};
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    look();
  });
  const ended = new Promise<void>((resolve) =>
    socket.on("close", () => {
      isOpen = false;
      look();
      resolve();
    })
  );
  return {
    /** Resolves when the server has closed the connection. */
    ended,
    isOpen: () => isOpen,
    /** Text that the server has sent since the last call of `health`. */
    received: () => received,
    write: (bytes: string) => void socket.write(bytes),
    /** Sends a request for `/healthz`; resolves to the status of its answer, 0 if the connection has ended. */
    health: () =>
      new Promise<number>((resolve) => {
        look = () => {
          const [, status] = /^HTTP\/1\.1 (\d{3}) [^]*\r\n\r\n\{[^]*\}\s*$/.exec(received) ?? [];
          if (status !== undefined || !isOpen) resolve(Number(status ?? 0));
        };
        received = "";
        if (isOpen) socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        look();
      }),
  };
}

/** Yields the lines of a stream without their line feeds. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
