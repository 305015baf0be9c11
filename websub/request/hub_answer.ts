/** A fault of a subscription request. */
export interface RequestFault {
  /** The parameter at fault: `hub.callback`. */
  readonly parameter: string;
  readonly code: "missing" | "repeated" | "malformed" | "invalid" | "not_allowed";
  /** Names what is allowed and what was found, never a secret. */
  readonly message: string;
}

/** A fault of one value. */
export type ValueFault = Omit<RequestFault, "parameter">;

/** Answer to a subscription or unsubscription request (WebSub 5.1.2). */
export type HubAnswer =
  /** The hub verifies the request, if there is anything to verify. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly faults: readonly RequestFault[] }
  /** A limit is reached; the request may be accepted later. The reason is a sentence without its full stop. */
  | { readonly kind: "limited"; readonly reason: string; readonly retryAfterSeconds: number };

/** Takes the form-encoded body of a request from a client address, and answers before any callback is called. */
export type AcceptRequest = (body: string, clientAddress: string) => Promise<HubAnswer>;
