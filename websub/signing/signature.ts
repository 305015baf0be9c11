import { createHmac } from "node:crypto";

/** The content of a delivery, as its signatures cover it. */
export interface Message {
  /** Value of the `webhook-id` field: no full stop in it. */
  readonly id: string;
  /** The content before any content coding. */
  readonly content: Uint8Array;
  /** The bytes that are sent. */
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
 * Signs a delivery twice: `X-Hub-Signature` is the HMAC of the bytes sent (WebSub 7.1; SHA-256 is the least that 8.3
 * still calls strong), `webhook-signature` that of id, timestamp and content (Standard Webhooks 1.0.0). The latter
 * covers the content before its coding, because the libraries of that standard take text.
 */
export function sign(secret: string, { id, content, body }: Message, timestamp: number): Signatures {
  const signed = createHmac("sha256", webhookKey(secret)).update(`${id}.${timestamp}.`).update(content);
  return {
    hub: `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    webhook: `v1,${signed.digest("base64")}`,
  };
}

/** Key of `webhook-signature`: the bytes of a secret `whsec_` with base64, else the text of the secret in UTF-8. */
function webhookKey(secret: string): string | Uint8Array {
  const [, base64] = WEBHOOK_SECRET.exec(secret) ?? [];
  if (base64 === undefined) return secret;
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return secret;
  }
}
