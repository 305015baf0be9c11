import { signature } from "./signature.ts";

/** A body, and the secrets to sign it with. The signatures come in their order, in messages of some. */
export interface ToSign {
  readonly body: Uint8Array;
  readonly secrets: readonly string[];
}

/** The used part of a worker's global scope; the compiler only knows the window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<ToSign>) => void;
  postMessage(signatures: readonly string[]): void;
}

// The first signatures are needed soon, and each message costs the thread that sends more than its contents.
const AT_ONCE = 64;

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { body, secrets } }) => {
  for (let from = 0; from < secrets.length; from += AT_ONCE) {
    scope.postMessage(secrets.slice(from, from + AT_ONCE).map((secret) => signature(secret, body)));
  }
};
