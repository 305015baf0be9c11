/** What a subscriber was sent, a line of JSON each. Times are milliseconds since 1970. */
export type FleetEvent =
  /** The hub asks whether it is wanted (WebSub 5.3). */
  | {
    readonly kind: "verification";
    readonly at: number;
    readonly name: string;
    readonly mode: string;
    readonly leaseSeconds: number | null;
    readonly isConfirmed: boolean;
  }
  /** The hub says that it is over (WebSub 5.2). */
  | { readonly kind: "denial"; readonly at: number; readonly name: string; readonly reason: string }
  /** Content (WebSub 7). */
  | {
    readonly kind: "delivery";
    readonly at: number;
    readonly name: string;
    /** SHA-256 of the body. */
    readonly hash: string;
    /** The number of the newest change that the body has; see `changes.ts`. */
    readonly newest: number;
    /** Whether the body is all that its type needs: JSON that parses, a feed with its end. */
    readonly isWhole: boolean;
    /** Which secret the signature is of; null where there is none; -1 when it is of no secret of this subscriber. */
    readonly generation: number | null;
    /** Whether it was answered with a 2xx. */
    readonly isTaken: boolean;
  }
  | { readonly kind: "other"; readonly at: number; readonly name: string; readonly request: string };
