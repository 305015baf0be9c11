import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import type { McpCaller } from "../mcp/protocol/endpoint.ts";
import type { AcceptRequest } from "../websub/request/hub_answer.ts";

/** That something is wrong although the service answers. */
export interface ServiceTrouble {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** One sentence for everybody. */
  readonly reason: string;
}

/** One thing that is not in order, though documents may be served. */
export interface NotReady {
  readonly check: "revision" | "store" | "hub";
  /** One sentence for everybody. */
  readonly reason: string;
}

/** Everything that the routes depend on. */
export interface Services {
  readonly site: Site;
  /** The current snapshot; null before the first dataset is loaded. */
  readonly snapshot: () => Snapshot | null;
  /** Handles subscription requests. */
  readonly hub: AcceptRequest;
  /** Answers requests to `/mcp`, without the headers of every response. */
  readonly mcp: (request: Request, caller?: McpCaller) => Promise<Response>;
  /** Whether an address belongs to a proxy whose `X-Forwarded-For` is trusted. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** What is wrong, if anything is. */
  readonly trouble: () => ServiceTrouble | null;
  /** Finds out what is not in order; nothing when everything is. */
  readonly readiness: () => Promise<readonly NotReady[]>;
  /** Called with every unexpected error before 500 is sent. */
  readonly onError: (error: unknown) => void;
}
