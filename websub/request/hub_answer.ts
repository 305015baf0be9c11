/** One fault of a subscription request. */
export interface RequestFault {
  /** The parameter at fault: `hub.callback`. */
  readonly parameter: string;
  readonly code: "missing" | "repeated" | "malformed" | "invalid" | "not_allowed";
  /** What is allowed and what was found, without a secret. */
  readonly message: string;
}

/** What is wrong with one value. */
export type ValueFault = Omit<RequestFault, "parameter">;

/** What the hub says to a subscription or unsubscription request (WebSub 5.1.2). */
export type HubAnswer =
  /** The callback is asked to confirm, if there is anything to confirm. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly faults: readonly RequestFault[] }
  /** A limit is reached; the same request may be taken later. The reason is a sentence without its full stop. */
  | { readonly kind: "limited"; readonly reason: string; readonly retryAfterSeconds: number };

/** Takes the form-encoded body of a request from a client address, and answers before any callback is called. */
export type AcceptRequest = (body: string, clientAddress: string) => Promise<HubAnswer>;
