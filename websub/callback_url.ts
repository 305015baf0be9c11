/** A subscriber's callback that may be called (WebSub 5.1). */
export interface CallbackUrl {
  /** Exactly as it was sent. */
  readonly text: string;
  /** Lower-case host name, international names in their ASCII form; without the port. */
  readonly host: string;
  /** Where to connect to: `https://subscriber.example:8443`. */
  readonly origin: string;
  /** Path and query exactly as they were sent; `/` is put before a query without a path. */
  readonly target: string;
}
