import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";

/** What tools, resources and prompts are given: they read nothing else. */
export interface McpServices {
  readonly site: Site;
  /** The current snapshot; null before the first dataset is loaded. */
  readonly snapshot: () => Snapshot | null;
  /** Told of an error that nothing expected; the client is told only that there was one. */
  readonly onError?: (error: unknown) => void;
}

/** Which life of the protocol a request belongs to: up to 2025-11-25, with sessions, or from 2026-07-28 on, without. */
export type ProtocolLife = "legacy" | "modern";
