import { createHmac } from "node:crypto";

/** Parts of a delivery that its signatures cover. */
export interface Message {
  /** Value of the `webhook-id` field, without full stops. */
  readonly id: string;
  /** Content before any content coding. */
  readonly content: Uint8Array;
  /** Bytes to send, in their content coding. */
  readonly body: Uint8Array;
}

/** Values of the signature fields of a delivery. */
export interface Signatures {
  /** Value of `X-Hub-Signature`. */
  readonly hub: string;
  /** Value of `webhook-signature`. */
  readonly webhook: string;
}

const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Returns both signatures of a delivery. `X-Hub-Signature` is the HMAC of the bytes sent (WebSub 7.1), with SHA-256,
 * the weakest hash that 8.3 calls strong. `webhook-signature` is the HMAC of id, timestamp and content (Standard
 * Webhooks 1.0.0). It covers the content before its coding, because the libraries of that standard take text.
 */
export function sign(secret: string, { id, content, body }: Message, timestamp: number): Signatures {
  const signed = createHmac("sha256", webhookKey(secret)).update(`${id}.${timestamp}.`).update(content);
  return {
    hub: `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    webhook: `v1,${signed.digest("base64")}`,
  };
}

/**
 * Returns the key of `webhook-signature`: the decoded bytes of a secret `whsec_<base64>`, else the text of the secret.
 */
function webhookKey(secret: string): string | Uint8Array {
  const [, base64] = WEBHOOK_SECRET.exec(secret) ?? [];
  if (base64 === undefined) return secret;
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return secret;
  }
}
