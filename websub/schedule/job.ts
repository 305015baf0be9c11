import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";

/**
 * Work that is to be looked at, now or later. A job says only where to look: what is to be done follows from the
 * state in KV when it runs, so a job that runs twice or too late does no harm.
 */
export type Job =
  /** A request that waits for verification. */
  | { readonly kind: "verify"; readonly id: string }
  /** All subscriptions of a topic that are behind it. */
  | {
    readonly kind: "distribute";
    readonly path: TopicPath;
    /** The version that was published, where that is the reason. */
    readonly version?: number;
  }
  /** One subscription that failed and is to be tried again. */
  | { readonly kind: "deliver"; readonly path: TopicPath; readonly id: string }
  /** A subscriber who is to be told of a removal. */
  | { readonly kind: "deny"; readonly id: string };

/** Whether something that came out of the store is a job. */
export function isJob(value: unknown): value is Job {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  const path = "path" in value && (TOPIC_PATHS as readonly unknown[]).includes(value.path);
  const id = "id" in value && typeof value.id === "string";
  return value.kind === "distribute"
    ? path
    : value.kind === "deliver"
    ? path && id
    : (value.kind === "verify" || value.kind === "deny") && id;
}
