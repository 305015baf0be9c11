import { BlockList, isIP } from "node:net";
import { dirname } from "node:path";
import { OperatorError } from "./command/operator_error.ts";
import { type AlertAccess, alertAccess } from "./alerts/alert_access.ts";
import { NEWS_FOLDER, PLAN_FILE } from "./due_programs.ts";
import { ENVIRONMENT_FILES } from "./doctor/access_check.ts";
import { listenAddress, readMetricsAddress } from "./service/configuration_value.ts";
import {
  isBehindNetwork,
  isPostgres,
  isStoreFile,
  kvLocation,
  type ReadVariable,
} from "./service/store/kv_location.ts";
import { SERVICE_VARIABLES } from "./service/variables.ts";

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
  "alerts",
  "report",
  "doctor",
  "bench",
] as const;

/** A program, by the name of its task. */
export type Launched = typeof LAUNCHED[number];

/** Variable with a folder that lasts as long as the launcher, which sets it: for plans, and downloads from sources. */
export const LAUNCH_FOLDER = "LAUNCH_FOLDER";

const STORE_VARIABLES = ["KV_PATH", "DENO_DEPLOYMENT_ID", "DENO_DEPLOY", "DENO_KV_ACCESS_TOKEN"];
const PROGRAM_VARIABLES = [...STORE_VARIABLES, ...SERVICE_VARIABLES];
/** Variables that the PostgreSQL driver reads when it is loaded and when it connects. */
const POSTGRES_VARIABLES = ["PG*", "USER", "USERNAME", "NODE_PG_FORCE_NATIVE"];
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
/** Lets a program read how full the disk of the store is. */
const DISK_ROOM = "--allow-sys=statfs";
const COMMAND_FLAGS = [DISK_ROOM, FRUGAL_HEAP];

/** Permissions of a program besides those that the store needs. */
interface Needs {
  readonly file: string;
  readonly net: readonly string[];
  readonly variables: readonly string[];
  /** Paths to read; null for all. */
  readonly reads: readonly string[] | null;
  readonly writes?: readonly string[];
  readonly flags: readonly string[];
}

/**
 * Returns the arguments of `deno` for a program: its permissions and its file.
 *
 * @param variable Reads an environment variable.
 * @param written File that a command writes beside the store.
 * @param isErasure True for `review erase`.
 * @throws {OperatorError} If a path contains a comma, which a permission cannot.
 */
export function launchArguments(
  name: Launched,
  variable: ReadVariable,
  written: string | null = null,
  isErasure = false,
): readonly string[] {
  const path = kvLocation(variable);
  const storeFile = path !== undefined && isStoreFile(path) ? path : null;
  refuseCommas(variable, storeFile, written);
  // The benchmark starts servers of PostgreSQL and KV Connect, and PostgreSQL as another user.
  if (name === "bench") return ["run", "-q", "-A", "tools/bench/bench.ts"];
  // VACUUM of SQLite attaches a second database, for which Deno requires all permissions.
  if (name === "review" && isErasure && storeFile !== null) return ["run", "-q", "-A", FRUGAL_HEAP, "cli/review.ts"];
  const store = [".data", ...pathOf(storeFile)];
  const driver = isPostgres(path) ? POSTGRES_VARIABLES : [];
  const { file, net, variables, reads, writes = [], flags } = needsOf(name, variable, storeFile, written);
  return [
    ...["run", "-q", ...net],
    `--allow-write=${[...store, ...writes].join()}`,
    `--allow-env=${[...variables, ...driver].join()}`,
    reads === null ? "--allow-read" : `--allow-read=${[...store, ...reads].join()}`,
    ...flags,
    file,
  ];
}

/** What the needs of a program depend on. */
interface Given {
  readonly variable: ReadVariable;
  readonly storeFile: string | null;
  /** Files of further certificate authorities, at most one. */
  readonly authorities: readonly string[];
  /** Files that the command writes, at most one. */
  readonly written: readonly string[];
  /** Folder of the launcher, if there is one. */
  readonly folder: readonly string[];
  readonly alerts: AlertAccess;
}

type NeedsOf = (given: Given) => Partial<Needs>;

/** What a program needs otherwise than a command on the store. */
const NEEDS: Readonly<Partial<Record<Launched, NeedsOf>>> = {
  start: serviceNeeds(),
  dev: serviceNeeds("--watch"),
  import: ({ written }) => ({ reads: null, writes: written }),
  watch: ({ variable, folder }) => ({
    net: outwardPermission(variable, "SOURCES_ALLOW_CIDRS", false),
    variables: [...PROGRAM_VARIABLES, ...CLIENT_VARIABLES, "SOURCES*", "GOOGLE_*", LAUNCH_FOLDER, PLAN_FILE],
    reads: null,
    writes: folder,
    flags: [DISK_ROOM, WATCH_HEAP],
  }),
  alerts: (given) => ({
    ...reportNeeds(given),
    flags: [...COMMAND_FLAGS, ...given.alerts.programs.length === 0 ? [] : [`--allow-run=${given.alerts.programs}`]],
  }),
  report: reportNeeds,
  doctor: ({ variable, storeFile, authorities, alerts }) => ({
    // The doctor calls this machine and BASE_URL.
    net: ["--allow-net"],
    variables: [...PROGRAM_VARIABLES, "SOURCES*", "GOOGLE_CREDENTIALS_FILE", "ALERTS"],
    reads: [
      ...authorities,
      ...storeFile === null ? [] : [`${storeFile}-wal`, `${storeFile}-shm`, dirname(storeFile)],
      ...alerts.files,
      ...[variable("SOURCES_FILE"), variable("GOOGLE_CREDENTIALS_FILE"), ...ENVIRONMENT_FILES].flatMap(pathOf),
    ],
    flags: [DISK_ROOM],
  }),
  insights: () => ({ variables: STORE_VARIABLES, reads: [], flags: [DISK_ROOM] }),
};

function serviceNeeds(...flags: readonly string[]): NeedsOf {
  return ({ variable, storeFile, authorities }) => ({
    file: "main.ts",
    net: outwardPermission(variable, "WEBSUB_ALLOW_CIDRS", true),
    variables: [...PROGRAM_VARIABLES, ...CLIENT_VARIABLES, NEWS_FOLDER],
    // The alerts are another process: the service reaches none of their hosts, files and programs.
    writes: pathOf(variable(NEWS_FOLDER)),
    reads: [
      ...authorities,
      // The log beside the store shows whether something was written.
      ...storeFile === null ? [] : [`${storeFile}-wal`],
      ...["domain", "openapi/scalar", "routes/embed/assets", "routes/pages/assets"],
    ],
    // To trust further authorities, Deno also reads those of the system, for which it has no narrower permission.
    flags: [
      ...["--no-prompt", SERVICE_HEAP, ...flags],
      authorities.length === 0 || trustsByItself(variable) ? DISK_ROOM : "--allow-sys",
    ],
  });
}

function reportNeeds({ variable, authorities, written, folder, alerts: { hosts, files } }: Given): Partial<Needs> {
  return {
    ...hosts.length > 0 && !isBehindNetwork(kvLocation(variable)) && { net: [`--allow-net=${hosts.join()}`] },
    variables: [...PROGRAM_VARIABLES, "ALERTS", "NODE_DEBUG", LAUNCH_FOLDER, PLAN_FILE],
    reads: [...authorities, ...files],
    writes: [...folder, ...written],
  };
}

/** A list of the path; empty without one. */
function pathOf(path: string | null | undefined): readonly string[] {
  return path ? [path] : [];
}

function needsOf(name: Launched, variable: ReadVariable, storeFile: string | null, written: string | null): Needs {
  const authorities = pathOf(variable("WEBSUB_CA_FILE"));
  return {
    file: `cli/${name}.ts`,
    net: isBehindNetwork(kvLocation(variable)) ? ["--allow-net"] : [],
    variables: PROGRAM_VARIABLES,
    reads: authorities,
    flags: COMMAND_FLAGS,
    ...NEEDS[name]?.({
      variable,
      storeFile,
      authorities,
      written: written === null ? [] : [written],
      folder: pathOf(variable(LAUNCH_FOLDER)),
      alerts: alertAccess(variable("ALERTS")),
    }),
  };
}

/**
 * True if Deno itself is to trust the further authorities for callbacks, through `DENO_CERT`. Deno reads them once. A
 * list for each connection is parsed each time with all public authorities, which makes a handshake nine times slower.
 */
export function trustsByItself(variable: ReadVariable): boolean {
  const given = variable("DENO_CERT");
  return Boolean(variable("WEBSUB_CA_FILE")) && (!given || given === variable("WEBSUB_CA_FILE"));
}

/** Deno splits its lists of permissions at commas and has no escape for them. */
function refuseCommas(variable: ReadVariable, storeFile: string | null, written: string | null): void {
  const paths: readonly (readonly [name: string, path: string | null | undefined])[] = [
    ["KV_PATH", storeFile],
    ...["WEBSUB_CA_FILE", "SOURCES_FILE", "GOOGLE_CREDENTIALS_FILE"].map((name) => [name, variable(name)] as const),
    ...[...alertAccess(variable("ALERTS")).files, ...alertAccess(variable("ALERTS")).programs]
      .map((path) => ["A path of ALERTS", path] as const),
    ["--errors or --html", written],
  ];
  for (const [name, path] of paths) {
    if (!path?.includes(",")) continue;
    const allowed = "a path without a comma, because Deno separates permissions by commas";
    throw new OperatorError(`${name} is ${JSON.stringify(path)}; allowed is ${allowed}.`);
  }
}

/**
 * Addresses closed to callbacks and sources: private, shared, link-local, reserved, and that of cloud metadata.
 * 127.0.0.0/8 stays open, because the service sends itself a request at its start. Deno accepts ranges of IPv4 only.
 */
const INNER = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "240.0.0.0/4",
  "[::]",
  "[::1]",
  "[fd00:ec2::254]",
];

/**
 * Returns the network permission of a program that calls strangers, on any public host and port. Inner addresses stay
 * open if the store is behind a network, if `cidrs` names a range, or if the program listens on one or on a name. This
 * is a second lock: `outbound/public_address.ts` vets each address before.
 *
 * @param cidrs Variable that opens inner ranges to callbacks or sources.
 * @param listens True if the program listens on `HOST` and `METRICS_ADDR`.
 * @throws {ConfigurationError} If `METRICS_ADDR` is invalid.
 */
function outwardPermission(variable: ReadVariable, cidrs: string, listens: boolean): readonly string[] {
  const metrics = listens ? readMetricsAddress(variable) : null;
  const own = [...listens ? [listenAddress(variable)] : [], ...metrics === null ? [] : [metrics.hostname]];
  const isOpen = isBehindNetwork(kvLocation(variable)) || Boolean(variable(cidrs)) ||
    own.some((address) => isIP(address) === 0);
  if (isOpen) return ["--allow-net"];
  const denied = INNER.filter((range) => !own.some((address) => isWithin(address, range)));
  return ["--allow-net", `--deny-net=${denied.join()}`];
}

function isWithin(address: string, range: string): boolean {
  const [, network = "", bits] = /^\[?([^\]/]+)\]?(?:\/(\d+))?$/.exec(range) ?? [];
  const family = isIP(network) === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits ?? 128), family);
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
