/** The form of a subscription or unsubscription request, validated by its published schema (WebSub 5.1). */
export interface SubscriptionForm {
  readonly "hub.mode": "subscribe" | "unsubscribe";
  readonly "hub.topic": string;
  readonly "hub.callback": string;
  /** Decimal digits, or empty. */
  readonly "hub.lease_seconds"?: string | undefined;
  readonly "hub.secret"?: string | undefined;
}

/** Answer to a subscription or unsubscription request (WebSub 5.1.2). */
export type HubAnswer =
  /** The request is valid, and the hub verifies it if it has an effect. */
  | { readonly kind: "accepted" }
  /** The subscription has a secret, which a renewal must not leave out. */
  | { readonly kind: "secret_missing" }
  /** A limit is reached; the request may be accepted later. `reason` is a sentence without a full stop. */
  | { readonly kind: "limited"; readonly reason: string; readonly retryAfterSeconds: number };

/** Accepts or refuses a request. Answers before any callback is called. */
export type AcceptRequest = (form: SubscriptionForm, clientAddress: string) => Promise<HubAnswer>;
