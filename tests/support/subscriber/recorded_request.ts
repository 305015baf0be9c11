/** A request as transmitted. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly target: string;
  /** In order, with names as written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

const END_OF_HEAD = "\r\n\r\n";

/**
 * Reads the requests of one HTTP/1.1 connection without normalising anything: an HTTP server would normalise the
 * target, which hides differences in bytes.
 *
 * @returns A function that reads the next request; null after the peer has closed the connection.
 */
export function requestReader(connection: Pick<Deno.Conn, "read">): () => Promise<WireRequest | null> {
  let buffered = new Uint8Array(0);
  async function fill(): Promise<boolean> {
    const chunk = new Uint8Array(65_536);
    const count = await connection.read(chunk);
    if (count === null) return false;
    const joined = new Uint8Array(buffered.length + count);
    joined.set(buffered);
    joined.set(chunk.subarray(0, count), buffered.length);
    buffered = joined;
    return true;
  }
  return async () => {
    let end = endOfHead(buffered);
    while (end === -1) {
      if (!await fill()) return null;
      end = endOfHead(buffered);
    }
    const [requestLine = "", ...lines] = latin1(buffered.subarray(0, end)).split("\r\n");
    const headers = lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    });
    const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
    const start = end + END_OF_HEAD.length;
    while (buffered.length < start + length) if (!await fill()) return null;
    const body = buffered.slice(start, start + length);
    buffered = buffered.slice(start + length);
    const [method = "", target = ""] = requestLine.split(" ");
    return { method, target, headers, body };
  };
}

function endOfHead(bytes: Uint8Array): number {
  return latin1(bytes.subarray(0, 32_768)).indexOf(END_OF_HEAD);
}

function latin1(bytes: Uint8Array): string {
  // Not TextDecoder("latin1"), which decodes Windows-1252.
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** The kind of a request from the hub: WebSub 5.3, 7 or 5.2; `other` is none of them. */
export type RequestKind = "verification" | "distribution" | "denial" | "other";

/** A request that a callback received. */
export interface RecordedRequest extends WireRequest {
  readonly kind: RequestKind;
  /** The decoded query; of a repeated name the last value counts, which is the hub's. */
  readonly query: ReadonlyMap<string, string>;
  /** Time of receipt, in milliseconds since 1970. */
  readonly at: number;
}

/** Classifies a request. */
export function recordedRequest(request: WireRequest, at: number): RecordedRequest {
  const question = request.target.indexOf("?");
  const query = new Map(new URLSearchParams(question === -1 ? "" : request.target.slice(question + 1)));
  return { ...request, query, kind: kindOf(request.method, query), at };
}

function kindOf(method: string, query: ReadonlyMap<string, string>): RequestKind {
  if (method === "POST") return "distribution";
  if (method !== "GET") return "other";
  if (query.get("hub.mode") === "denied") return "denial";
  return query.has("hub.mode") ? "verification" : "other";
}

/**
 * The value of a header field; null if absent.
 *
 * @throws {Error} If it occurs more than once.
 */
export function headerOf({ headers }: WireRequest, name: string): string | null {
  const values = headers.filter(([given]) => given.toLowerCase() === name.toLowerCase());
  if (values.length > 1) throw new Error(`The header ${name} occurs ${values.length} times; expected is at most once.`);
  return values[0]?.[1] ?? null;
}

/** The body as text. */
export function textOf({ body }: WireRequest): string {
  return new TextDecoder().decode(body);
}

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
