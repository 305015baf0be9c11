import { signature } from "./signature.ts";

/** A body that is to be signed from now on, in the place of the one before. */
export interface BodyToSign {
  readonly body: Uint8Array;
}

/** Secrets that the body is to be signed with. */
export interface SecretsToSign {
  /** Given back with each answer. */
  readonly page: number;
  readonly secrets: readonly string[];
}

/** Signatures of the secrets from `from` on. */
export interface Signed {
  readonly page: number;
  readonly from: number;
  readonly signatures: readonly string[];
}

/** The used part of a worker's global scope; the compiler only knows the window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<BodyToSign | SecretsToSign>) => void;
  postMessage(message: Signed): void;
}

// Some two milliseconds of work with a body of 100 KB: the first signatures are needed soon.
const AT_ONCE = 12;

const scope = self as unknown as WorkerScope;
let body: Uint8Array = new Uint8Array();

scope.onmessage = ({ data }) => {
  if ("body" in data) return void (body = data.body);
  const { page, secrets } = data;
  for (let from = 0; from < secrets.length; from += AT_ONCE) {
    const signatures = secrets.slice(from, from + AT_ONCE).map((secret) => signature(secret, body));
    scope.postMessage({ page, from, signatures });
  }
};
