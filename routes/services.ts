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

/** How a source of reviews stands that is looked at again and again. */
export interface SourceHealth {
  readonly name: string;
  readonly kind: "folder" | "url" | "google";
  readonly result: "published" | "unchanged" | "nothing" | "failed";
  /** Milliseconds since 1970, as all times here. */
  readonly lookedAt: number;
  readonly nextLookAt: number;
  /** When something was imported the last time; null for never. */
  readonly importedAt: number | null;
  /** Why the last look failed, in a sentence for everybody; null when it did not. */
  readonly reason: string | null;
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
  /** The sources that are looked at; absent where nobody looks. */
  readonly sources?: () => readonly SourceHealth[];
  /** Whether so many bytes of an answer that is made for one request may be compressed now; by default what the process shares. */
  readonly compressionBudget?: (bytes: number) => boolean;
  /** Called with every unexpected error before 500 is sent. */
  readonly onError: (error: unknown) => void;
}
