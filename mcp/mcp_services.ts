import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";

/** Everything that tools, resources and prompts depend on. */
export interface McpServices {
  readonly site: Site;
  /** The current snapshot; null before the first dataset is loaded. */
  readonly snapshot: () => Snapshot | null;
  /** Puts a document's bytes into an answer as text; decodes them by default. */
  readonly sharedText?: (bytes: Uint8Array) => string;
  /** Called with every unexpected error; the client only learns that there was one. */
  readonly onError?: (error: unknown) => void;
}

/** Era of the protocol: `legacy` with sessions, up to 2025-11-25; `modern` without, from 2026-07-28. */
export type ProtocolLife = "legacy" | "modern";
