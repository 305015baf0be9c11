import type { CallbackUrl } from "./callback_url.ts";

/** One exchange with a subscriber's callback. */
export interface OutboundRequest {
  readonly method: "GET" | "POST";
  readonly callback: CallbackUrl;
  /** Path and query to ask for, sent byte for byte. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST. */
  readonly body?: Uint8Array;
  /** How many bytes of the answer's body are wanted; 0 when it does not matter. */
  readonly readBytes: number;
}

/** Why an exchange brought no answer. */
export type OutboundFailure = "timeout" | "address_not_allowed" | "name_not_found" | "certificate" | "network";

/** How an exchange ended. Redirects are answers like any other; they are never followed. */
export type OutboundAnswer =
  | {
    readonly kind: "answered";
    readonly status: number;
    /** Value of the `Retry-After` field, or null. */
    readonly retryAfter: string | null;
    /** The body; null when it is longer than was wanted, or was not wanted. */
    readonly body: Uint8Array | null;
  }
  | { readonly kind: "failed"; readonly failure: OutboundFailure };

/** Talks to callbacks; never rejects for what a subscriber does. */
export interface OutboundClient {
  readonly exchange: (request: OutboundRequest) => Promise<OutboundAnswer>;
  /** Ends exchanges that are under way (they count as `network` failures) and closes connections. */
  readonly close: () => Promise<void>;
}
