import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import type { AcceptRequest } from "../websub/request/hub_answer.ts";

/** What the routes are given: they read nothing else. */
export interface Services {
  readonly site: Site;
  /** The current snapshot; null before the first dataset is loaded. */
  readonly snapshot: () => Snapshot | null;
  /** Takes subscription requests. */
  readonly hub: AcceptRequest;
  /** Answers what comes to `/mcp`, but for the headers that every answer has. */
  readonly mcp: (request: Request) => Promise<Response>;
  /** Tells whether an address is a proxy of the operator's, whose word on its client is taken. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Called with every error that a handler did not expect, before the client is told 500. */
  readonly onError: (error: unknown) => void;
}
