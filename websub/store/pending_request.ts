import type { TraceParent } from "../../domain/tracing.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";

/** A request that was accepted and waits for its verification; the newest of its topic and callback (WebSub 5.1). */
export interface PendingRequest extends SubscriptionRequest {
  /** Milliseconds since 1970, as all times here. */
  readonly requestedAt: number;
  /** The version of the topic when the request came in: a subscriber is sent everything above it. */
  readonly topicVersion: number;
  /** Verification requests sent so far. */
  readonly attempts: number;
  /** No verification before this time; a process that verifies moves it ahead, so that no other does the same. */
  readonly nextAttemptAt: number;
  /** The network of the client who asked; its address is not stored. Absent in rows of earlier versions, as the next. */
  readonly network?: string;
  /** Whether there was such a subscription: its callback has confirmed before. */
  readonly isRenewal?: boolean;
  /** The span in which it was accepted; absent where that was not traced. */
  readonly traceParent?: TraceParent;
}
