import type { LedgerLine } from "../domain/dataset/ledger.ts";
import type { Place } from "../domain/places.ts";
import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import type { McpEndpoint } from "../mcp/protocol/endpoint.ts";
import type { AcceptRequest } from "../websub/request/hub_answer.ts";

/** Trouble of a service that still answers. */
export interface ServiceTrouble {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** One public sentence. */
  readonly reason: string;
}

/** One failed readiness check. The service may still serve documents. */
export interface NotReady {
  readonly check: "revision" | "store" | "hub";
  /** One public sentence. */
  readonly reason: string;
}

/** Dependencies of the routes. */
export interface Services {
  readonly site: Site;
  /** The current snapshot for a place; null before the first dataset is loaded. */
  readonly snapshot: (place: Place) => Snapshot | null;
  /** Handles subscription requests. */
  readonly hub: AcceptRequest;
  /** True to allow callbacks at names of closed networks; false if absent. */
  readonly allowsLocalCallbacks?: boolean;
  /** Answers requests to `/mcp`, without the headers of every response. */
  readonly mcp: McpEndpoint["fetch"];
  /** Whether an address belongs to a proxy whose `X-Forwarded-For` is trusted. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Returns the network of a client's address, whose unfinished bodies have one share of memory. */
  readonly clientNetwork: (address: string) => string;
  /** Current trouble, if any. */
  readonly trouble: () => ServiceTrouble | null;
  /** Runs the readiness checks and returns those that fail. */
  readonly readiness: () => Promise<readonly NotReady[]>;
  /** Reads the lines of a page of the ledger; see `readLedger`. */
  readonly ledger: (page: number) => Promise<readonly LedgerLine[]>;
  /** Texts that prove to others whose site this is, by path; absent without. */
  readonly proofs?: Readonly<Record<string, string>>;
  /** Called with every unexpected error before 500 is sent. */
  readonly onError: (error: unknown) => void;
}
