import { DENOKV, startDenokv, WITHOUT_DENOKV } from "./denokv.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "./postgres_server.ts";

/** A store behind a network that can be away. */
export interface RemoteStore extends AsyncDisposable {
  readonly url: string;
  /** Ends it at once, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Restarts it with the same data. */
  readonly restart: () => Promise<void>;
}

/** The stores behind a network; `ignore` if a store is not installed, with the reason for the name of a test. */
export const REMOTE_STORES: readonly {
  readonly name: string;
  readonly ignore: boolean;
  readonly why: string;
  readonly start: () => Promise<RemoteStore>;
}[] = [
  { name: "KV Connect store", ignore: DENOKV === null, why: WITHOUT_DENOKV, start: startDenokv },
  { name: "PostgreSQL", ignore: POSTGRES === null, why: WITHOUT_POSTGRES, start: startPostgres },
];
