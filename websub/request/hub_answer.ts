/** A fault of a subscription request. */
export interface RequestFault {
  /** The parameter at fault: `hub.callback`. */
  readonly parameter: string;
  readonly code: "missing" | "repeated" | "malformed" | "invalid" | "not_allowed";
  /** Text that states the allowed and the found value, never a secret. */
  readonly message: string;
}

/** A fault of one value. */
export type ValueFault = Omit<RequestFault, "parameter">;

/** Answer to a subscription or unsubscription request (WebSub 5.1.2). */
export type HubAnswer =
  /** The request is valid, and the hub verifies it if it has an effect. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly faults: readonly RequestFault[] }
  /** A limit is reached; the request may be accepted later. `reason` is a sentence without a full stop. */
  | { readonly kind: "limited"; readonly reason: string; readonly retryAfterSeconds: number };

/** Accepts or refuses the form-encoded body of a request. Answers before any callback is called. */
export type AcceptRequest = (body: string, clientAddress: string) => Promise<HubAnswer>;
