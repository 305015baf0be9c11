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
