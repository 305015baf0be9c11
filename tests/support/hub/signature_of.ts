/**
 * Computes the signature of a body (WebSub 7.1), independently of the hub's code.
 *
 * @returns The value of `X-Hub-Signature`.
 */
export async function signatureOf(secret: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
  return `sha256=${new Uint8Array(await crypto.subtle.sign("HMAC", key, body)).toHex()}`;
}
