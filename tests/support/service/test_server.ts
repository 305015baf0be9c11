import { trustsByItself } from "../../../cli/launch_permissions.ts";
import { LOSING_STORES, TextLineStream } from "./run_cli.ts";
import { connect, type Socket } from "node:net";

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
      `--allow-read=domain,openapi/scalar,routes/embed/assets,routes/pages/assets,websub/signing,tests/fixtures/tls,${folders}`,
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
      // As the launcher does: certificates passed per connection are parsed at each handshake, ten times as slow.
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

/** Resolves or rejects like the promise; rejects after some seconds. */
export async function within<Value>(seconds: number, what: string, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took more than ${seconds} seconds.`)), seconds * 1000);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection to a server on 127.0.0.1, as bytes. */
interface OpenConnection {
  /** Sends a request for `/healthz`; resolves to the status of its answer, 0 if the connection has ended. */
  readonly health: () => Promise<number>;
  /** Resolves when the server has closed the connection. */
  readonly ended: Promise<void>;
  readonly isOpen: () => boolean;
  /** Text that the server has sent since the last call of `health`. */
  readonly received: () => string;
  readonly write: (bytes: string) => void;
}

/** Connections that end with the test. */
interface OpenConnections extends Disposable {
  readonly list: readonly OpenConnection[];
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
): Promise<OpenConnections> {
  const sockets: Socket[] = [];
  const list: OpenConnection[] = [];
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

function openConnection(socket: Socket): OpenConnection {
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
    ended,
    isOpen: () => isOpen,
    received: () => received,
    write: (bytes) => void socket.write(bytes),
    health: () =>
      new Promise((resolve) => {
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
