import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { alertAccess, hostOf } from "./alerts/alert_access.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { ENVIRONMENT_FILES } from "./doctor/access_check.ts";
import { type ReadVariable, SETTINGS_VARIABLES, settingsFile } from "../service/store/kv_location.ts";

interface Program {
  /** Path from the root; by default `cli/NAME.ts`. */
  readonly file?: string;
  /** True for a service: it listens, may send telemetry, and runs until it is stopped. */
  readonly isService?: boolean;
  /** True to run beside it each program whose `dueWith` is set. */
  readonly runsDue?: boolean;
  /** Further programs to run beside it whenever they are due. */
  readonly runs?: readonly string[];
  /** Variables: if one is set, a service runs the program whenever it is due (`due_programs.ts`). */
  readonly dueWith?: readonly string[];
  /** True if a new revision makes it due. */
  readonly awaitsNews?: boolean;
  /** True if it runs whenever it is due, unless it has arguments. */
  readonly repeats?: boolean;
  /** True to give it a `LAUNCH_FOLDER`. */
  readonly hasFolder?: boolean;
  /** True if the launcher starts jobs for it (`jobs.ts`). */
  readonly startsJobs?: boolean;
  /** Advice if it runs out of memory. */
  readonly memoryAdvice?: string;
  /** Its permissions; by default those of a command that publishes. */
  readonly needs?: (given: Given) => Needs;
}

interface Given {
  readonly args: readonly string[];
  /** Reads an environment variable. */
  readonly variable: ReadVariable;
  /** Path of the store; null if it is not a file. */
  readonly storeFile: string | null;
}

interface Needs {
  /** True for every permission. */
  readonly isUnlimited?: boolean;
  /** True for a program that reads neither the variables of the service nor its certificate authorities. */
  readonly isUnconfigured?: boolean;
  /** `host:port` to call; null for all. */
  readonly hosts?: readonly string[] | null;
  /** Variable with inner address ranges, for a program that calls every public address. */
  readonly innerRanges?: string;
  readonly variables?: readonly string[];
  /** Paths to read; null for all. */
  readonly reads?: readonly string[] | null;
  readonly writes?: readonly string[];
  /** By default {@linkcode COMMAND_FLAGS}. */
  readonly flags?: readonly string[];
}

/** Variables of outgoing connections; undici reads the last two when it is loaded. */
const CLIENT_VARIABLES = ["DENO_CERT", "JEST_WORKER_ID", "UNDICI_NO_WASM_SIMD"];

/**
 * Heap flags of programs that publish: the heap grows by 50 % between collections, and the young generation is smaller.
 * 100,000 reviews then take 610 MiB instead of 730, in the same time.
 */
const FRUGAL_HEAP = "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=8,--expose-gc";
/** The service keeps a small young generation, and frees a replaced snapshot at once. */
const SERVICE_HEAP = "--v8-flags=--max-semi-space-size=4,--expose-gc";
/** Several watches may run on one machine, so each grows slowly. */
const WATCH_HEAP = "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=4";
const DISK_ROOM = "--allow-sys=statfs";
/** Flags of a command that publishes. */
export const COMMAND_FLAGS = [DISK_ROOM, FRUGAL_HEAP] as const;

/** VACUUM of SQLite attaches a second database, for which Deno requires all permissions. */
const ERASURE_NEEDS: Needs = { isUnlimited: true, flags: [FRUGAL_HEAP] };

/** Needs of programs that call sources of reviews. */
const SOURCE_NEEDS = {
  innerRanges: "SOURCES_ALLOW_CIDRS",
  variables: [...CLIENT_VARIABLES, "SOURCES_*", "GOOGLE_CREDENTIALS_FILE"],
} satisfies Needs;

/** Folders with files of the public pages. */
const PAGES = ["openapi/scalar", "routes/embed/assets", "routes/pages/assets"];

const TABLE = {
  start: { file: "main.ts", isService: true, runsDue: true, needs: serviceNeeds },
  dev: { file: "main.ts", isService: true, needs: (given) => serviceNeeds(given, "--watch") },
  import: {
    needs: () => ({ variables: ["LABELLER_URL"], reads: null }),
    memoryAdvice: "The store is unharmed; `deno task history` shows what is published. Import the files in parts, as " +
      "CSV rather than JSON, or on a machine with more memory: docs/operate.md lists the needs.",
  },
  export: {},
  insights: { needs: () => ({ isUnconfigured: true, flags: [DISK_ROOM] }) },
  hub: {},
  review: {
    needs: (given) => {
      if (given.args[0] === "reply") return replyNeeds(given);
      return given.args[0] === "erase" && given.storeFile !== null ? ERASURE_NEEDS : {};
    },
  },
  history: {},
  watch: {
    dueWith: ["SOURCES_FILE"],
    repeats: true,
    hasFolder: true,
    needs: ({ variable }) => ({
      ...SOURCE_NEEDS,
      variables: [...SOURCE_NEEDS.variables, "LAUNCH_FOLDER", "PLAN_FILE"],
      reads: null,
      writes: pathIn(variable, "LAUNCH_FOLDER"),
      flags: [DISK_ROOM, WATCH_HEAP],
    }),
  },
  alerts: {
    dueWith: ["ALERTS"],
    awaitsNews: true,
    needs: (given) => {
      const { programs } = accessOfAlerts(given.variable);
      return { ...mailNeeds(given), flags: [...COMMAND_FLAGS, ...listed("--allow-run", programs)] };
    },
  },
  indexnow: {
    dueWith: ["INDEXNOW_KEY"],
    awaitsNews: true,
    needs: ({ variable }) => ({
      hosts: ["api.indexnow.org:443"],
      variables: ["PLAN_FILE"],
      writes: pathIn(variable, "LAUNCH_FOLDER"),
    }),
  },
  report: { needs: mailNeeds },
  admin: { file: "admin/admin.ts", hasFolder: true, startsJobs: true, runs: ["finish_erasure"], needs: adminNeeds },
  finish_erasure: {
    awaitsNews: true,
    needs: ({ variable, storeFile }) =>
      storeFile === null ? { variables: ["PLAN_FILE"], writes: pathIn(variable, "LAUNCH_FOLDER") } : ERASURE_NEEDS,
  },
  labeller: {
    dueWith: ["LABELLER_URL"],
    awaitsNews: true,
    needs: ({ variable }) => ({
      hosts: hostOf(variable("LABELLER_URL") ?? ""),
      variables: ["LABELLER_*", "PLAN_FILE"],
      reads: null,
      writes: pathIn(variable, "LAUNCH_FOLDER"),
    }),
  },
  // It calls this machine and BASE_URL.
  doctor: { needs: (given) => ({ hosts: null, ...checkNeeds(given), flags: [DISK_ROOM] }) },
  // It starts services, commands and `wrk`, and reads their memory in `/proc`.
  bench: { file: "tools/bench/bench.ts", needs: () => ({ isUnlimited: true, flags: [] }) },
} satisfies Readonly<Record<string, Program>>;

/** A program, by the name of its task. */
export type ProgramName = keyof typeof TABLE;

/** The programs that can be launched. */
export const PROGRAMS: Readonly<Record<ProgramName, Program>> = TABLE;

function serviceNeeds({ variable, storeFile }: Given, ...flags: readonly string[]): Needs {
  // To trust further authorities, Deno also reads those of the system, for which it has no narrower permission.
  const locks = storeFile === null ? [] : [`${storeFile}.locks`];
  const isReadingAll = variable("WEBSUB_CA_FILE") && !trustsByItself(variable);
  return {
    innerRanges: "WEBSUB_ALLOW_CIDRS",
    variables: [...CLIENT_VARIABLES, "NEWS_FOLDER"],
    // The alerts are another process: the service reaches none of their hosts, files and programs.
    writes: [...pathIn(variable, "NEWS_FOLDER"), ...locks],
    reads: [
      // The log beside the store shows whether something was written.
      ...storeFile === null ? [] : [`${storeFile}-wal`],
      ...locks,
      ...["domain", ...PAGES],
    ],
    flags: ["--no-prompt", SERVICE_HEAP, ...flags, isReadingAll ? "--allow-sys" : DISK_ROOM],
  };
}

function replyNeeds({ variable }: Given): Needs {
  return { hosts: replyHosts(variable), variables: SOURCE_NEEDS.variables, reads: sourceFiles(variable) };
}

/** The hosts of Google to which replies are sent; none without its credentials. */
export function replyHosts(variable: ReadVariable): readonly string[] {
  return variable("GOOGLE_CREDENTIALS_FILE") ? ["oauth2.googleapis.com:443", "mybusiness.googleapis.com:443"] : [];
}

/** The files of the sources and of the credentials for Google. */
function sourceFiles(variable: ReadVariable): readonly string[] {
  return ["SOURCES_FILE", "GOOGLE_CREDENTIALS_FILE"].flatMap((name) => pathIn(variable, name));
}

function checkNeeds({ variable, storeFile }: Given) {
  return {
    variables: ["SOURCES_*", "GOOGLE_CREDENTIALS_FILE", "ALERTS"],
    reads: [
      ...storeFile === null ? [] : [`${storeFile}-wal`, `${storeFile}-shm`, dirname(storeFile)],
      ...accessOfAlerts(variable).files,
      ...sourceFiles(variable),
      ...ENVIRONMENT_FILES,
    ],
  };
}

/** Programs that open an address in the browser of the desktop, with their first arguments. */
export const OPENERS: Readonly<Partial<Record<typeof Deno.build.os, readonly [string, ...string[]]>>> = {
  linux: ["xdg-open"],
  darwin: ["open"],
  windows: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * It listens for this machine alone, and calls Google for replies. Jobs call all other hosts (`jobs.ts`). Uploaded files
 * go to its folder.
 */
function adminNeeds(given: Given): Needs {
  const { variables, reads } = checkNeeds(given);
  const folder = pathIn(given.variable, "LAUNCH_FOLDER");
  const alerts = settingsFile(given.variable, "ALERTS");
  const settings = [
    ...SETTINGS_VARIABLES.flatMap((name) => onePath(name, settingsFile(given.variable, name))),
    ...alerts === undefined ? [] : [passwordFolder(alerts)],
  ];
  const isOpened = !given.variable("ADMIN_ORIGIN") && !given.args.some((arg) => /^--(?:no-open$|origin\b)/.test(arg));
  const opener = !isOpened ? [] : OPENERS[Deno.build.os]?.slice(0, 1) ?? [];
  return {
    hosts: ["127.0.0.1", ...replyHosts(given.variable)],
    variables: [...variables, ...SOURCE_NEEDS.variables, "LAUNCH_FOLDER", "NEWS_FOLDER", "JOBS_ADDRESS", "ADMIN_*"],
    reads: [...reads, ...folder, ...settings, "admin/assets", ...PAGES, pictureCodec()],
    writes: [...folder, ...settings.flatMap((path) => [path, `${path}.new`])],
    flags: [...COMMAND_FLAGS, ...listed("--allow-run", opener)],
  };
}

/** Folder of the package that makes pictures smaller. Until it is downloaded, Deno knows no path of its files. */
function pictureCodec(): string {
  return fileURLToPath(import.meta.resolve("@imagemagick/magick-wasm/magick.wasm"))
    .replace(/([\\/]magick-wasm[\\/][^\\/]+).*/, "$1");
}

/** The folder with a file for the password of each mail account, beside the file of the receivers. */
export function passwordFolder(alerts: string): string {
  return `${alerts}.passwords`;
}

function mailNeeds({ args, variable }: Given): Needs {
  const { hosts, files } = accessOfAlerts(variable);
  return {
    hosts,
    variables: ["ALERTS", "NODE_DEBUG", "LAUNCH_FOLDER", "PLAN_FILE"],
    reads: files,
    writes: [...pathIn(variable, "LAUNCH_FOLDER"), ...writtenFile(args)],
  };
}

function accessOfAlerts(variable: ReadVariable) {
  const access = alertAccess(variable("ALERTS"));
  for (const path of [...access.files, ...access.programs]) onePath("A path of ALERTS", path);
  return access;
}

/** A list with the flag of a permission for some values; empty without values. */
export function listed(permission: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${permission}=${values}`];
}

/** The file of `--html`, at most one. */
function writtenFile(args: readonly string[]): readonly string[] {
  const at = args.findIndex((argument) => /^--html(?:=|$)/.test(argument));
  if (at === -1) return [];
  return onePath("--html", args[at]?.includes("=") ? args[at].replace(/^[^=]*=/, "") : args[at + 1]);
}

/** Returns the path that a variable names, as a list of one; empty if it is not set. */
export function pathIn(variable: ReadVariable, name: string): readonly string[] {
  return onePath(name, variable(name));
}

/**
 * A list with the path; empty without one.
 *
 * @throws {OperatorError} If it has a comma: Deno separates permissions by commas, and has no escape for them.
 */
export function onePath(name: string, path: string | null | undefined): readonly string[] {
  if (!path?.includes(",")) return path ? [path] : [];
  const allowed = "a path without a comma, because Deno separates permissions by commas";
  throw new OperatorError(`${name} is ${JSON.stringify(path)}; allowed is ${allowed}.`);
}

/**
 * True if Deno itself is to trust the further authorities for callbacks, through `DENO_CERT`. Deno reads them once. A
 * list for each connection is parsed each time with all public authorities, which makes a handshake nine times slower.
 */
export function trustsByItself(variable: ReadVariable): boolean {
  const given = variable("DENO_CERT");
  return Boolean(variable("WEBSUB_CA_FILE")) && (!given || given === variable("WEBSUB_CA_FILE"));
}
