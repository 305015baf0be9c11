import type { TopicPath } from "../../domain/site.ts";
import type { CallbackUrl } from "../request/callback_url.ts";

/** That a subscription has ended and its subscriber is to be told (WebSub 5.2). */
export interface Denial {
  readonly path: TopicPath;
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** For the subscriber to read. */
  readonly reason: string;
  /**
   * When the subscription ended; milliseconds since 1970. The times to tell it again count from there. Absent in rows of
   * earlier versions.
   */
  readonly deniedAt?: number;
  /** Denial requests sent so far. */
  readonly attempts: number;
  /** No attempt before this time; a process that sends moves it ahead. */
  readonly nextAttemptAt: number;
}
