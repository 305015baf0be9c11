import { HEAD, readHead } from "../../domain/dataset/dataset_head.ts";
import { CertainStore } from "../../domain/store/certain_store.ts";
import type { HearRow, Store } from "../../domain/store/store.ts";
import { ALWAYS_HEALTHY, type StoreHealth } from "../../domain/store/store_health.ts";
import { retriedStore, type WatchCall } from "../../domain/store/watched_store.ts";
import { StoreTroubleError, troubleAdvice, troubleText } from "../../domain/store/store_trouble.ts";
import { WAKE } from "../../websub/schedule/wake_hub.ts";
import { OperatorError } from "../command/operator_error.ts";
import { FileReader, ForeignDatabaseError } from "./file_store/file_reader.ts";
import { FileStore } from "./file_store/file_store.ts";
import { openFile } from "./file_store/open_file.ts";
import { watchRow } from "./watch_row.ts";
import { DEFAULT_KV_PATH, isBehindNetwork, isPostgres, isStoreFile, kvLocation, shownLocation } from "./kv_location.ts";

const CONNECT_AGAIN_AFTER_MS = [100, 400];
/** A server that hangs takes connections and says nothing. */
const OPEN_WITHIN_MS = 8000;
/** What is said of a server that cannot be reached or is not ready: in words of Deno, of the system, of PostgreSQL. */
const AWAY = [
  /failed to connect|status 5\d\d/,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/,
  /starting up|shutting down|recovery mode|too many clients|timeout|terminated/,
];

/** A store, and how it is. */
export interface OpenedStore {
  /** What another process has locked is tried again, as `retryLocked` does. */
  readonly kv: Store;
  readonly health: StoreHealth;
  /** The same store with calls that are watched: each try of one. */
  readonly watched: (watch: WatchCall) => Store;
}

/** The store cannot be used. The message is one line that names the path and what to do. */
export class StoreError extends OperatorError {
  override readonly name = "StoreError";
}

/**
 * Opens the store and accesses it once, so that a broken file is noticed at the start and not at a request. A file that
 * can be read and not written, because of its disk, is opened for reading.
 *
 * @param path A file, `:memory:`, a URL of KV Connect or PostgreSQL, or undefined for the app's own database.
 * @param isAwaited Whether a server that is away is no error: the store is silent then until the server comes.
 * @throws {StoreError} If it cannot be opened and read.
 */
export async function openStore(path: string | undefined, { isAwaited = false } = {}): Promise<OpenedStore> {
  try {
    if (path === DEFAULT_KV_PATH) await makeFolder(".data");
    if (path !== undefined && isStoreFile(path)) {
      const reader = new FileReader(path, Deno.env.get("STORE_COPY_FOLDER"));
      const store = new FileStore(path, reader, await openFile(path, reader));
      return trying(store, store);
    }
    if (!isBehindNetwork(path)) return trying(await used(await Deno.openKv(path)), ALWAYS_HEALTHY);
    const kv = await openRemote(() => isPostgres(path) ? openPostgres(path) : openConnect(path), isAwaited);
    return trying(kv, kv);
  } catch (error) {
    throw new StoreError(`Cannot use the store ${shownLocation(path)}: ${reason(error, path)}`);
  }
}

function trying(store: Store, health: StoreHealth): OpenedStore {
  return { kv: retriedStore(store), health, watched: (watch) => retriedStore(store, watch) };
}

/** A store behind a network as its client has it. */
interface RemoteStore {
  readonly store: Store;
  readonly hear: (health: StoreHealth) => HearRow;
}

/** Its driver is loaded only where it is used. */
async function openPostgres(url: string): Promise<RemoteStore> {
  const { PostgresStore } = await import("./postgres_store/postgres_store.ts");
  const store = await PostgresStore.open(url, [HEAD, WAKE]);
  return { store, hear: () => store.onRowChange };
}

/** Its first exchange is tried again: one connection that is lost just then would end the command. */
async function openConnect(path: string | undefined): Promise<RemoteStore> {
  const opened = async () => {
    const store = await Deno.openKv(path);
    return { store, hear: (health: StoreHealth): HearRow => (key, then) => watchRow(store, health, key, then) };
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
  const opened = async () => (remote = await inTime(open())).store;
  const certain = (store: Store | (() => Promise<Store>)): CertainStore => {
    const kv: CertainStore = new CertainStore(store, {
      onRowChange: (key, then) => heardLater(kv, () => remote?.hear(kv)(key, then)),
    });
    return kv;
  };
  try {
    const kv = certain(await opened());
    await used(kv);
    return kv;
  } catch (error) {
    if (isAwaited && isAway(error)) return certain(opened);
    throw error;
  }
}

/** Rejects when a server takes the connection and says nothing. */
async function inTime(opening: Promise<RemoteStore>): Promise<RemoteStore> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StoreTroubleError("silent")), OPEN_WITHIN_MS);
  // What opens after that is not used any more.
  late.promise.catch(() => opening.then(({ store }) => store.close())).catch(() => {});
  try {
    return await Promise.race([opening, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof StoreTroubleError ? error.fault === "silent" : AWAY.some((said) => said.test(String(error)));
}

/** Begins to hear as soon as the store is there; the answer takes it back. */
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

async function used(kv: Store): Promise<Store> {
  try {
    await readHead(kv);
    await kv.delete(["dataset", "probe"]);
    return kv;
  } catch (error) {
    kv.close();
    throw error;
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (error) {
    // On a read-only disk this fails although the folder is there.
    if (!(await Deno.stat(path)).isDirectory) throw error;
  }
}

function reason(error: unknown, path: string | undefined): string {
  const said = error instanceof StoreTroubleError ? error.cause ?? error : error;
  const text = said instanceof Error ? said.message : String(said);
  if (isBehindNetwork(path)) {
    return said instanceof StoreTroubleError
      ? "it does not answer. Start its server, or set KV_PATH to another store."
      : `${text.split("\n")[0]}. Look at KV_PATH${isPostgres(path) ? "" : " and DENO_KV_ACCESS_TOKEN"}.`;
  }
  if (error instanceof ForeignDatabaseError) {
    return "the file is an SQLite database of another application, and nothing in it was changed. Set KV_PATH to " +
      "another file.";
  }
  if (error instanceof StoreTroubleError && error.fault === "damaged") {
    return "the file is damaged, or it is not a Deno KV database. Put a backup in its place, or set KV_PATH to " +
      "another file.";
  }
  if (error instanceof StoreTroubleError) return `${lowered(troubleText(error.fault))}. ${troubleAdvice(error.fault)}.`;
  if (error instanceof Deno.errors.NotCapable) {
    return "this process has no permission to read and write it. Start it through the deno task, or add " +
      "--allow-read and --allow-write for that path.";
  }
  if (/readonly|permission denied|os error 13|unable to open/i.test(text)) {
    return "the file or its folder cannot be opened for writing. Create the folder, give this user the right to " +
      "write there, or set KV_PATH to another file.";
  }
  return `${text.split("\n")[0]}. Set KV_PATH to a file in a folder that this user may write to.`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/**
 * Opens the existing store for an action and closes it afterwards. A missing store is not created: with a mistyped path
 * it would look like a hub without subscriptions.
 *
 * @throws {StoreError} If it does not exist or cannot be used.
 */
export async function withHubStore<T>(action: (kv: Store) => Promise<T>): Promise<T> {
  const path = kvLocation((name) => Deno.env.get(name));
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

async function isMissing(path: string): Promise<boolean> {
  if (!isStoreFile(path)) return false;
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    // For other errors the message of opening it is better.
    return error instanceof Deno.errors.NotFound;
  }
}
