import { SERVICE } from "../domain/service.ts";
import { OperatorError } from "./command/operator_error.ts";
import { printError } from "./command/print.ts";
import { keepRunning, RunningPrograms } from "./launch/running_programs.ts";
import { isBehindNetwork, isPostgres, isStoreFile, kvLocation } from "./service/kv_location.ts";
import { readCaFile } from "./service/hub_configuration.ts";
import { availableMemory } from "./service/memory_need.ts";

// A permission in deno.json cannot depend on an environment variable such as KV_PATH, and permission sets contain only
// fixed paths. So the tasks call this program, which starts the real one with the permissions that it needs.

/** The programs that can be launched. */
export const LAUNCHED = [
  "start",
  "dev",
  "import",
  "export",
  "insights",
  "hub",
  "review",
  "history",
  "watch",
  "doctor",
  "bench",
] as const;

/** A program by the name of its task. */
export type Launched = typeof LAUNCHED[number];

// Made by this program for what the sources send.
const SOURCES_FOLDER = "SOURCES_FOLDER";
// Named by this program where a store can only be read as a copy.
const COPY_FOLDER = "STORE_COPY_FOLDER";
const STORE_VARIABLES = ["KV_PATH", COPY_FOLDER, "DENO_DEPLOYMENT_ID", "DENO_DEPLOY", "DENO_KV_ACCESS_TOKEN"];
const VARIABLES = [
  ...STORE_VARIABLES,
  ...["PORT", "HOST", "BASE_URL", "LOG_LEVEL", "LOG_FORMAT", "WEBSUB_*", "DELIVERY_DRIVER", "TRUSTED_PROXIES"],
  ...[
    "OTEL_*",
    "MAX_CONNECTIONS",
    "MAX_CONNECTIONS_PER_ADDRESS",
    "DESCRIPTOR_LIMIT",
    "MEMORY_LIMIT",
    "METRICS_ADDR",
    "KEPT_REVISIONS",
  ],
  ...["HEADERS_TIMEOUT_SECONDS", "BODY_TIMEOUT_SECONDS", "IDLE_TIMEOUT_SECONDS"],
];
/** How long what runs beside the service may go on after it. */
const PATIENCE_MS = 4000;
// Deno 2.9 may wait for itself without an end when a process exits just while metrics are sent. The service has closed
// everything within five seconds of the signal, and then there is nothing left to lose.
const STOPPED_AFTER_MS = 8000;
const MOST_DESCRIPTORS = 999_999_999;
// The driver of PostgreSQL reads these when it is loaded and when it connects.
const POSTGRES_VARIABLES = ["PG*", "USER", "USERNAME", "NODE_PG_FORCE_NATIVE"];
// undici reads the latter when it is loaded.
const CLIENT_VARIABLES = ["DENO_CERT", "JEST_WORKER_ID", "UNDICI_NO_WASM_SIMD"];

/**
 * The arguments of `deno` for a program: its permissions and its file.
 *
 * @param variable Reads an environment variable.
 * @param written A file beside the store that an import writes.
 * @param isErasure Whether reviews are erased.
 * @throws {OperatorError} If a path cannot be given to Deno as a permission.
 */
export function launchArguments(
  name: Launched,
  variable: (name: string) => string | undefined,
  written: string | null = null,
  isErasure = false,
): readonly string[] {
  const path = kvLocation(variable);
  if (path !== undefined && isStoreFile(path)) refuseComma("KV_PATH", path);
  for (const name of ["WEBSUB_CA_FILE", "SOURCES_FILE"]) refuseComma(name, variable(name) ?? "");
  refuseComma("--errors", written ?? "");
  const copies = variable(COPY_FOLDER);
  const file = path !== undefined && isStoreFile(path) ? [path] : [];
  const store = [".data", ...file, ...copies ? [copies, `${path}-wal`] : []];
  const driver = isPostgres(path) ? POSTGRES_VARIABLES : [];
  const authorities = variable("WEBSUB_CA_FILE") || null;
  const reading = [...store, ...authorities === null ? [] : [authorities]];
  // How full the store's disk is.
  const system = "--allow-sys=statfs";
  const command = ["run", "-q", "--allow-net", `--allow-write=${store.join()}`];
  switch (name) {
    case "start":
    case "dev":
      return [
        ...command,
        "--no-prompt",
        // A young generation that is not larger than the rest, and a way to free a replaced snapshot at once.
        "--v8-flags=--max-semi-space-size=4,--expose-gc",
        ...name === "dev" ? ["--watch"] : [],
        `--allow-env=${[...VARIABLES, ...driver, ...CLIENT_VARIABLES].join()}`,
        `--allow-read=${[...reading, "domain", "openapi/scalar", "routes/pages/assets", "websub/signing"].join()}`,
        // The system's own authorities are read as well then; Deno has no narrower permission for that.
        authorities === null || trustsByItself(variable) ? system : "--allow-sys",
        "main.ts",
      ];
    case "import":
      return [
        ...["run", "-q", "--allow-net", `--allow-write=${[...store, ...written === null ? [] : [written]].join()}`],
        system,
        // Saves memory without costing time: the heap grows by 50 % between collections, and the young generation is
        // smaller.
        "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=8",
        `--allow-env=${[...VARIABLES, ...driver].join()}`,
        "--allow-read",
        "cli/import.ts",
      ];
    case "watch": {
      const folder = variable(SOURCES_FOLDER);
      return [
        "run",
        "-q",
        "--allow-net",
        `--allow-write=${[...store, ...folder ? [folder] : []].join()}`,
        system,
        // It waits most of the time, and has its memory back after an import.
        "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=4",
        `--allow-env=${[...VARIABLES, ...driver, ...CLIENT_VARIABLES, "SOURCES*", "GOOGLE_*", "TMPDIR"].join()}`,
        "--allow-read",
        "cli/watch.ts",
      ];
    }
    case "doctor": {
      const sources = variable("SOURCES_FILE");
      return [
        ...command,
        system,
        `--allow-env=${[...VARIABLES, ...driver, "SOURCES*"].join()}`,
        `--allow-read=${[...reading, ...sources ? [sources] : []].join()}`,
        "cli/doctor.ts",
      ];
    }
    case "export":
    case "hub":
    case "review":
    case "history":
      // SQLite's VACUUM attaches a second database, which Deno lets none do but a program that may do everything.
      if (name === "review" && isErasure && file.length > 0) return ["run", "-q", "-A", "cli/review.ts"];
      return [
        ...command,
        system,
        `--allow-env=${[...VARIABLES, ...driver].join()}`,
        `--allow-read=${reading.join()}`,
        `cli/${name}.ts`,
      ];
    case "insights":
      return [
        ...command,
        system,
        `--allow-env=${[...STORE_VARIABLES, ...driver].join()}`,
        `--allow-read=${store.join()}`,
        "cli/insights.ts",
      ];
    case "bench":
      // It starts servers of PostgreSQL and KV Connect where it finds them, PostgreSQL as a user of its own.
      return ["run", "-q", "-A", "bench/bench.ts"];
  }
}

/** Deno's lists of permissions are cut at commas, and it has no way to write one. */
function refuseComma(name: string, path: string): void {
  if (!path.includes(",")) return;
  throw new OperatorError(
    `${name} is ${
      JSON.stringify(path)
    }; allowed is a path without a comma, at which Deno cuts its lists of permissions.`,
  );
}

/**
 * Whether Deno itself is to trust the further authorities for callbacks: it reads them once, while a list that is handed
 * to each connection is parsed each time, all public authorities with it, which made a handshake nine times slower.
 */
function trustsByItself(variable: (name: string) => string | undefined): boolean {
  const given = variable("DENO_CERT");
  return Boolean(variable("WEBSUB_CA_FILE")) && (!given || given === variable("WEBSUB_CA_FILE"));
}

/**
 * How many files and sockets this process and its children may have open, where the system tells (`proc(5)`). The
 * service may not look itself: Deno gives that file to none but processes that may do everything.
 */
function descriptorLimit(): number | null {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(Deno.readTextFileSync("/proc/self/limits")) ?? [];
    return limit === undefined ? null : Math.min(Number(limit), MOST_DESCRIPTORS);
  } catch {
    return null;
  }
}

/**
 * How the C library hands out memory, by its environment variables: what is freed in pieces of 32 KiB and more goes back
 * to the system at once. By itself it keeps such pieces, a third more than the service needs after a few imports.
 */
const FRUGAL_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * What is added to the environment of a program.
 *
 * @param variable Reads an environment variable.
 */
export function launchEnvironment(
  name: Launched,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const descriptors = variable("DESCRIPTOR_LIMIT") ? null : descriptorLimit();
  const memory = variable("MEMORY_LIMIT") ? null : availableMemory();
  // Deno's client of KV Connect prints a line for each of its endless tries; the service says once that the store is silent.
  const isQuiet = isBehindNetwork(kvLocation(variable)) && !variable("DENO_LOG");
  return {
    ...FRUGAL_MALLOC,
    ...telemetryEnvironment(name, variable),
    ...memory === null ? {} : { MEMORY_LIMIT: String(Math.ceil(memory / 1_000_000)) },
    ...descriptors === null ? {} : { DESCRIPTOR_LIMIT: String(descriptors) },
    ...trustsByItself(variable) ? { DENO_CERT: variable("WEBSUB_CA_FILE") ?? "" } : {},
    ...isQuiet ? { DENO_LOG: "error,denokv_remote=off" } : {},
  };
}

/** Whether the program is to use OpenTelemetry. */
function isTraced(variable: (name: string) => string | undefined): boolean {
  return ["1", "true"].includes(variable("OTEL_DENO") ?? "");
}

/**
 * What Deno's own OpenTelemetry is told. The launcher and the program are two processes with metrics of the same names:
 * the program has an id of its own.
 */
function telemetryEnvironment(
  name: Launched,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  if (!isTraced(variable)) return {};
  const attributes = variable("OTEL_RESOURCE_ATTRIBUTES") ?? "";
  const id = attributes.includes("service.instance.id=") ? [] : [`service.instance.id=${crypto.randomUUID()}`];
  return {
    // Deno takes no other word.
    OTEL_DENO: "true",
    // A command that ends has nothing that goes up and down.
    ...name === "start" || name === "dev" ? {} : { OTEL_DENO_METRICS: "false" },
    OTEL_SERVICE_NAME: variable("OTEL_SERVICE_NAME") || SERVICE.name,
    OTEL_RESOURCE_ATTRIBUTES: [...attributes === "" ? [] : [attributes], ...id].join(),
  };
}

/** The file that the arguments of an import name for its problems; null if they name none. */
function writtenFile(args: readonly string[]): string | null {
  if (!args.some((argument) => argument.startsWith("--errors"))) return null;
  const at = args.findIndex((argument) => argument === "--errors" || argument.startsWith("--errors="));
  return (args[at]?.startsWith("--errors=") ? args[at].slice("--errors=".length) : args[at + 1] ?? null) || null;
}

/** Runs a program, forwards signals to it, and resolves to its exit code. */
async function launch(name: Launched, args: readonly string[]): Promise<number> {
  const copies = await copyFolder();
  const isWatching = name === "watch" || name === "start" && await hasSources();
  const fetched = isWatching ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  const made = new Map([[COPY_FOLDER, copies], [SOURCES_FOLDER, fetched]]);
  const variable = (name: string) => made.get(name) ?? Deno.env.get(name);
  // Deno's own message for a wrong file names no variable.
  await readCaFile(variable("WEBSUB_CA_FILE") || null);
  const program = (name: Launched, args: readonly string[]) =>
    programs.start([...launchArguments(name, variable, writtenFile(args), args[0] === "erase"), ...args], {
      ...launchEnvironment(name, variable),
      ...Object.fromEntries([...made].filter((entry): entry is [string, string] => entry[1] !== null)),
    });
  const programs = new RunningPrograms();
  const main = program(name, args);
  let isStopping = false;
  let guard: ReturnType<typeof setTimeout> | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      isStopping = true;
      if (isTraced(variable)) guard ??= setTimeout(() => main.kill("SIGKILL"), STOPPED_AFTER_MS);
      programs.signal(signal);
    });
  }
  const ended = main.status.then((status) => {
    clearTimeout(guard);
    isStopping = true;
    programs.signal("SIGTERM");
    // In the middle of an import it does not hear; nothing is lost then.
    Deno.unrefTimer(setTimeout(() => programs.signal("SIGKILL"), PATIENCE_MS));
    return status;
  });
  // A hostile file may end the process that reads it, and not the service.
  if (name === "start" && fetched !== null) await keepRunning(() => program("watch", []), ended, () => isStopping);
  const { code, signal } = await ended;
  for (const folder of made.values()) if (folder !== null) await Deno.remove(folder, { recursive: true });
  return guard !== undefined && signal === "SIGKILL" ? 0 : code;
}

/**
 * Whether sources are set. A fault in them ends the start, as one in any other variable does.
 *
 * @throws {ConfigurationError} Names the first fault.
 */
async function hasSources(): Promise<boolean> {
  if (!Deno.env.get("SOURCES") && !Deno.env.get("SOURCES_FILE")) return false;
  // Loaded on demand: most services have no sources.
  const { readSourceSettings } = await import("./watch/source_settings.ts");
  return readSourceSettings((name) => Deno.env.get(name)) !== null;
}

/** A folder for a copy of the store, where its disk is read-only: SQLite needs files beside it. Else null. */
async function copyFolder(): Promise<string | null> {
  const path = kvLocation((name) => Deno.env.get(name));
  if (path === undefined || !isStoreFile(path)) return null;
  try {
    (await Deno.open(path, { write: true })).close();
    return null;
  } catch (error) {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "EROFS";
    return isReadOnly ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  }
}

function launched(name: string | undefined): Launched {
  const found = LAUNCHED.find((known) => known === name);
  if (found !== undefined) return found;
  throw new OperatorError(`${JSON.stringify(name ?? "")} is not known; allowed are ${LAUNCHED.join(", ")}.`);
}

if (import.meta.main) {
  try {
    const [name, ...args] = Deno.args;
    Deno.exit(await launch(launched(name), args));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
