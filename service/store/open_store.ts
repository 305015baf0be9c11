import { sentence } from "../../domain/sentences/sentence.ts";
import { HEAD } from "../../domain/dataset/dataset_head.ts";
import { inTime } from "../../domain/deadline.ts";
import { CertainStore } from "../../domain/store/certain_store.ts";
import type { HearRow, Store } from "../../domain/store/store.ts";
import { ALWAYS_HEALTHY, type StoreHealth } from "../../domain/store/store_trouble.ts";
import { retriedStore, type WatchCall } from "../../domain/store/watched_store.ts";
import { StoreTroubleError, TROUBLE_TEXTS } from "../../domain/store/store_trouble.ts";
import { WAKE } from "../../websub/schedule/scheduler.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { ConnectStore } from "./connect_store.ts";
import { faultOf } from "./disk_fault.ts";
import { FileStore } from "./file_store.ts";
import { ForeignDatabaseError, tried } from "./open_file.ts";
import {
  DEFAULT_KV_PATH,
  environment,
  isBehindNetwork,
  isPostgres,
  isStoreFile,
  kvLocation,
  shownLocation,
} from "./kv_location.ts";

const CONNECT_AGAIN_AFTER_MS = [100, 400];
/** Deadline of the opening. A server that hangs accepts connections and does not answer. */
const OPEN_WITHIN_MS = 8000;
/** Messages about an unreachable or unready server, of Deno, of the system and of PostgreSQL. */
const AWAY = [
  /failed to connect|status 5\d\d/,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/,
  /starting up|shutting down|recovery mode|too many clients|timeout|terminated/,
];

/** An opened store and its health. */
export interface OpenedStore {
  /** Retries calls while another process has the file locked; see `retryLocked`. */
  readonly kv: Store;
  readonly health: StoreHealth;
  /** Returns the same store with each try of a call watched. */
  readonly watched: (watch: WatchCall) => Store;
}

/** The store cannot be used. The message is one line that names the path and what to do. */
export class StoreError extends OperatorError {
  override readonly name = "StoreError";
}

/**
 * Opens the store and accesses it once, so that a broken file is noticed now and not at a request.
 *
 * @param path A file, `:memory:`, a URL of KV Connect or PostgreSQL, or undefined for the database of the app.
 * @param isAwaited True if an unreachable server is no error: the store has the fault `silent` until it answers.
 * @throws {StoreError} If it cannot be opened and read.
 */
export async function openStore(path: string | undefined, { isAwaited = false } = {}): Promise<OpenedStore> {
  try {
    if (path === DEFAULT_KV_PATH) await Deno.mkdir(".data", { recursive: true });
    if (path !== undefined && isStoreFile(path)) {
      const store = await FileStore.open(path);
      return trying(store, store);
    }
    if (!isBehindNetwork(path)) return trying(await tried(await Deno.openKv(path)), ALWAYS_HEALTHY);
    const kv = await openRemote(() => isPostgres(path) ? openPostgres(path) : openConnect(path), isAwaited);
    return trying(kv, kv);
  } catch (error) {
    const parts = { path: shownLocation(path), reason: reason(error, path) };
    throw new StoreError(sentence("Cannot use the store {path}: {reason}", parts));
  }
}

function trying(store: Store, health: StoreHealth): OpenedStore {
  return { kv: retriedStore(store), health, watched: (watch) => retriedStore(store, watch) };
}

interface RemoteStore {
  readonly store: Store;
  readonly hear: (health: StoreHealth) => HearRow;
}

async function openPostgres(url: string): Promise<RemoteStore> {
  const { PostgresStore } = await import("./postgres_store.ts");
  const store = await PostgresStore.open(url, [HEAD, WAKE]);
  return { store, hear: () => store.onRowChange };
}

/** Opens KV Connect. Retries its first exchange: otherwise one lost connection would end a command. */
async function openConnect(path: string | undefined): Promise<RemoteStore> {
  const opened = async () => {
    const kv = await Deno.openKv(path);
    const hear = (health: StoreHealth): HearRow => (key, then) => watchRow(kv, health, key, then);
    return { store: new ConnectStore(kv), hear };
  };
  for (const wait of CONNECT_AGAIN_AFTER_MS) {
    try {
      return await opened();
    } catch (error) {
      if (!/failed to connect|status 5\d\d/i.test(String(error))) throw error;
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  return await opened();
}

async function openRemote(open: () => Promise<RemoteStore>, isAwaited: boolean): Promise<CertainStore> {
  let remote: RemoteStore | null = null;
  const opened = async () => (remote = await openInTime(open())).store;
  const certain = (store: Store | (() => Promise<Store>)): CertainStore => {
    const kv: CertainStore = new CertainStore(store, {
      onRowChange: (key, then) => heardLater(kv, () => remote?.hear(kv)(key, then)),
    });
    return kv;
  };
  try {
    const kv = certain(await opened());
    return await tried(kv);
  } catch (error) {
    if (isAwaited && isAway(error)) return certain(opened);
    throw error;
  }
}

/** Rejects if a server accepts the connection and does not answer. A store that opens later is closed. */
function openInTime(opening: Promise<RemoteStore>): Promise<RemoteStore> {
  return inTime(opening, OPEN_WITHIN_MS, () => {
    opening.then(({ store }) => store.close()).catch(() => {});
    return new StoreTroubleError("silent");
  });
}

function isAway(error: unknown): boolean {
  return error instanceof StoreTroubleError
    ? error.fault === "silent"
    : AWAY.some((pattern) => pattern.test(String(error)));
}

/** Begins to listen as soon as the store answers. Returns a function that stops it. */
function heardLater(health: StoreHealth, hear: () => (() => void) | undefined): () => void {
  let [stop, isBegun]: [() => void, boolean] = [() => {}, false];
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    stop = hear() ?? stop;
  };
  if (health.trouble === null) begin();
  else health.watch((trouble) => trouble === null ? begin() : undefined);
  return () => {
    isBegun = true;
    stop();
  };
}

function reason(error: unknown, path: string | undefined): string {
  const cause = error instanceof StoreTroubleError ? error.cause ?? error : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (isBehindNetwork(path) && cause instanceof StoreTroubleError) {
    return "it does not answer. Start its server, or set KV_PATH to another store.";
  }
  if (isBehindNetwork(path)) {
    return `${text.split("\n")[0]}. Look at KV_PATH${isPostgres(path) ? "" : " and DENO_KV_ACCESS_TOKEN"}.`;
  }
  if (error instanceof ForeignDatabaseError) {
    return "the file is an SQLite database of another application, and nothing in it was changed. Set KV_PATH to " +
      "another file.";
  }
  const fault = faultOf(error);
  if (fault === "damaged") {
    return "the file is damaged, or it is not a Deno KV database. Move it and its -wal and -shm away; then put a " +
      "copy in its place or import a backup. Or set KV_PATH to another file.";
  }
  if (error instanceof Deno.errors.NotCapable) {
    return "this process has no permission to read and write it. Start it through the deno task, or add " +
      "--allow-read and --allow-write for that path.";
  }
  // The format of V8 changes, and an older one refuses it.
  if (/could not deserialize/.test(text)) {
    return `a newer Deno than this one, ${Deno.version.deno}, wrote it. Run the service and its commands with that ` +
      "version or a later one, or set KV_PATH to another file.";
  }
  if (/readonly|permission denied|os error 13|unable to open/i.test(text)) {
    return "the file or its folder cannot be opened for writing. Create the folder, give this user the right to " +
      "write there, or set KV_PATH to another file.";
  }
  if (fault !== null) return `${lowered(TROUBLE_TEXTS[fault].what)}. ${TROUBLE_TEXTS[fault].advice}.`;
  return `${text.split("\n")[0]}. Set KV_PATH to a file in a folder that this user may write to.`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/**
 * Opens the existing store for an action and closes it afterwards. Does not create a missing store: with a mistyped path
 * it would look like a hub without subscriptions.
 *
 * @throws {StoreError} If it does not exist or cannot be used.
 */
export async function withHubStore<T>(action: (kv: Store) => Promise<T>): Promise<T> {
  const path = kvLocation(environment);
  if (path !== undefined && await isMissing(path)) {
    throw new StoreError(`There is no store at ${path}. Start the service once, or set KV_PATH to its file.`);
  }
  const { kv } = await openStore(path);
  try {
    return await action(kv);
  } finally {
    kv.close();
  }
}

/** True for the path of a store file that does not exist. */
export async function isMissing(path: string): Promise<boolean> {
  if (!isStoreFile(path)) return false;
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    // For other errors, the open call has a better message.
    return error instanceof Deno.errors.NotFound;
  }
}

/**
 * Calls a function after each change of a row on KV Connect. Pauses while the store is silent: Deno's client would retry
 * four times a second and print a line each time.
 *
 * @param health Health of the same store.
 * @returns A function that stops it.
 */
export function watchRow(
  kv: Pick<Deno.Kv, "watch">,
  health: Pick<StoreHealth, "watch">,
  key: Deno.KvKey,
  then: () => void,
): () => void {
  let reader: ReadableStreamDefaultReader | null = null;
  let isEnded = false;

  function end(): void {
    void reader?.cancel().catch(() => {});
    reader = null;
  }
  async function read(from: ReadableStreamDefaultReader): Promise<void> {
    while (!(await from.read()).done) then();
  }
  function begin(): void {
    if (isEnded || reader !== null) return;
    reader = kv.watch([key]).getReader();
    // Ends with the store. Listeners poll as well, so an error is ignored.
    read(reader).catch(() => {});
  }

  begin();
  health.watch((trouble) => trouble === null ? begin() : end());
  return () => {
    isEnded = true;
    end();
  };
}
