import { OperatorError } from "../command/operator_error.ts";
import { ENVIRONMENT_FILES } from "../doctor/access_check.ts";
import { isPostgres, isStoreFile, kvLocation } from "../service/kv_location.ts";
import { COPY_FOLDER, type Launched, SOURCES_FOLDER } from "./launched.ts";
import { outwardPermission, storePermission } from "./network_permission.ts";

const STORE_VARIABLES = ["KV_PATH", COPY_FOLDER, "DENO_DEPLOYMENT_ID", "DENO_DEPLOY", "DENO_KV_ACCESS_TOKEN"];
const VARIABLES = [
  ...STORE_VARIABLES,
  ...[
    "PORT",
    "HOST",
    "BASE_URL",
    "SAMPLE_DATA",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "WEBSUB_*",
    "DELIVERY_DRIVER",
    "TRUSTED_PROXIES",
  ],
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
// The driver of PostgreSQL reads these when it is loaded and when it connects.
const POSTGRES_VARIABLES = ["PG*", "USER", "USERNAME", "NODE_PG_FORCE_NATIVE"];
/**
 * For what publishes. Saves memory without costing time: the heap grows by 50 % between collections, and the young
 * generation is smaller. Of 100,000 reviews 610 MiB instead of 730.
 */
const FRUGAL_HEAP = "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=8,--expose-gc";
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
  for (const name of ["WEBSUB_CA_FILE", "SOURCES_FILE", "GOOGLE_CREDENTIALS_FILE"]) {
    refuseComma(name, variable(name) ?? "");
  }
  refuseComma("--errors", written ?? "");
  const copies = variable(COPY_FOLDER);
  const file = path !== undefined && isStoreFile(path) ? [path] : [];
  const store = [".data", ...file, ...copies ? [copies, `${path}-wal`] : []];
  const driver = isPostgres(path) ? POSTGRES_VARIABLES : [];
  const authorities = variable("WEBSUB_CA_FILE") || null;
  const reading = [...store, ...authorities === null ? [] : [authorities]];
  // How full the store's disk is.
  const system = "--allow-sys=statfs";
  const writing = `--allow-write=${store.join()}`;
  const command = ["run", "-q", ...storePermission(variable), writing];
  switch (name) {
    case "start":
    case "dev":
      return [
        ...["run", "-q", ...outwardPermission(variable, "WEBSUB_ALLOW_CIDRS", true), writing],
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
        ...[
          "run",
          "-q",
          ...storePermission(variable),
          `--allow-write=${[...store, ...written === null ? [] : [written]].join()}`,
        ],
        system,
        FRUGAL_HEAP,
        `--allow-env=${[...VARIABLES, ...driver].join()}`,
        "--allow-read",
        "cli/import.ts",
      ];
    case "watch": {
      const folder = variable(SOURCES_FOLDER);
      return [
        "run",
        "-q",
        ...outwardPermission(variable, "SOURCES_ALLOW_CIDRS", false),
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
      const secrets = [variable("SOURCES_FILE"), variable("GOOGLE_CREDENTIALS_FILE"), ...ENVIRONMENT_FILES];
      const logs = file.flatMap((path) => [`${path}-wal`, `${path}-shm`]);
      return [
        // It calls this machine and BASE_URL.
        ...["run", "-q", "--allow-net", writing],
        system,
        `--allow-env=${[...VARIABLES, ...driver, "SOURCES*", "GOOGLE_CREDENTIALS_FILE"].join()}`,
        `--allow-read=${[...reading, ...logs, ...secrets.filter(Boolean)].join()}`,
        "cli/doctor.ts",
      ];
    }
    case "export":
    case "hub":
    case "review":
    case "history":
      // SQLite's VACUUM attaches a second database, which Deno lets none do but a program that may do everything.
      if (name === "review" && isErasure && file.length > 0) return ["run", "-q", "-A", FRUGAL_HEAP, "cli/review.ts"];
      return [
        ...command,
        system,
        FRUGAL_HEAP,
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
export function trustsByItself(variable: (name: string) => string | undefined): boolean {
  const given = variable("DENO_CERT");
  return Boolean(variable("WEBSUB_CA_FILE")) && (!given || given === variable("WEBSUB_CA_FILE"));
}
