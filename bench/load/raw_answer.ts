import { Buffer } from "node:buffer";
import { get } from "node:http";

/** A response as transmitted: `fetch` would decode the body and drop its coding. */
export interface RawAnswer {
  readonly status: number;
  /** In order, names in lower case, without `date` and `connection`, which every server sets itself. */
  readonly headers: readonly [string, string][];
  readonly body: Uint8Array;
}

/** Requests a URL without decoding the response. */
export function rawAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false, timeout: 10_000 }, (incoming) => {
      const chunks: Uint8Array[] = [];
      incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: pairs(incoming.rawHeaders).filter(([name]) => name !== "date" && name !== "connection"),
          body: new Uint8Array(Buffer.concat(chunks)),
        }));
    });
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error(`${url} did not answer within 10 seconds.`)));
  });
}

function pairs(list: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) found.push([list[at]!.toLowerCase(), list[at + 1]!]);
  return found;
}
