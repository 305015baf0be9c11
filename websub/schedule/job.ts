import type { TopicPath } from "../../domain/site.ts";

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

const KINDS: readonly unknown[] = ["verify", "distribute", "deliver", "deny"] satisfies Job["kind"][];

/** Whether a message of the queue is a job. Nobody else puts messages there, so its kind tells. */
export function isJob(value: unknown): value is Job {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.includes(value.kind);
}
