import { type Message, sign } from "./signature.ts";

/**
 * A message and the secrets to sign it with. The worker answers in their order with texts of some lines, one a secret:
 * both signatures with a space between them. A text costs both threads a fraction of the same number of objects.
 */
export interface ToSign {
  readonly message: Message;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly secrets: readonly string[];
}

/** The used part of a worker's global scope; the compiler only knows the window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<ToSign>) => void;
  postMessage(signatures: string): void;
}

// Secrets an answer: few, because the first signatures are needed soon; not one, because each message has its cost.
const AT_ONCE = 64;

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { message, timestamp, secrets } }) => {
  for (let from = 0; from < secrets.length; from += AT_ONCE) {
    const signed = secrets.slice(from, from + AT_ONCE).map((secret) => sign(secret, message, timestamp));
    scope.postMessage(signed.map(({ hub, webhook }) => `${hub} ${webhook}`).join("\n"));
  }
};
