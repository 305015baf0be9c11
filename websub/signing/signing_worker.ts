import { type Message, sign } from "./signature.ts";

/**
 * Request to the worker: a message and the secrets to sign it with. The worker answers with several texts, in the order
 * of the secrets. Each line of a text has both signatures of one secret, separated by a space. Texts, because objects
 * would cost both threads several times as much.
 */
export interface ToSign {
  readonly message: Message;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly secrets: readonly string[];
}

/** Used part of the global scope of a worker. The compiler knows only that of a window. */
interface WorkerScope {
  onmessage: (event: MessageEvent<ToSign>) => void;
  postMessage(signatures: string): void;
}

// Number of secrets per answer. Small, because the first signatures are needed soon; above one, because each answer
// costs time.
const AT_ONCE = 64;

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { message, timestamp, secrets } }) => {
  for (let from = 0; from < secrets.length; from += AT_ONCE) {
    const signed = secrets.slice(from, from + AT_ONCE).map((secret) => sign(secret, message, timestamp));
    scope.postMessage(signed.map(({ hub, webhook }) => `${hub} ${webhook}`).join("\n"));
  }
};
