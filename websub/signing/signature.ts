import { createHmac } from "node:crypto";

/**
 * Value of the `X-Hub-Signature` field: the HMAC of the body with the subscriber's secret (WebSub 7.1). SHA-256 is
 * the least that WebSub 8.3 still calls strong.
 */
export function signature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
