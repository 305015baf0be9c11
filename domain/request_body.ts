import { freeBytes } from "./buffers.ts";

/** Memory that unfinished bodies may take, in bytes: all, and those of one client network. */
const MOST_MEMORY = 12_000_000;
const MOST_OF_NETWORK = MOST_MEMORY / 2;
/** Memory of an unfinished body, and of each of its bytes, with the buffers of its connection; measured. */
const [BASE_MEMORY, MEMORY_PER_BYTE] = [80_000, 3];

/** A body of more chunks than the first number, with fewer bytes each on average than the second, is mostly framing. */
const [MOST_SMALL_CHUNKS, LEAST_CHUNK] = [256, 64];

/** Why a body is refused: an HTTP status, and a sentence for the client. */
export interface BodyFault {
  readonly status: 400 | 413 | 429;
  readonly message: string;
  /** Fields of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

const CUT_OFF = fault(400, "The body ended too early.");
const MOSTLY_FRAMING = fault(
  400,
  `The body has over ${MOST_SMALL_CHUNKS} chunks with fewer than ${LEAST_CHUNK} bytes on average; send larger chunks.`,
);
// The service closes the connection, so that it keeps none of the bytes.
const CROWDED = fault(429, "Too many bodies from your network are unfinished; send this one again later.", {
  "retry-after": "1",
  connection: "close",
});

/**
 * Reads the body of a request in time linear in its bytes.
 *
 * @param most Maximum length in bytes.
 * @param network Network of the client. If all unfinished bodies take too much memory, the newest one of the network
 * that takes most is refused.
 */
export async function readBody(
  request: Request,
  most: number,
  network = "",
): Promise<Uint8Array<ArrayBuffer> | BodyFault> {
  const { headers } = request;
  const declared = headers.has("transfer-encoding") ? null : headers.get("content-length");
  if (Number(declared) > most) return tooLong(most);
  const { promise: refused, resolve } = Promise.withResolvers<BodyFault>();
  // Chunks are read into a buffer of the longest body.
  const memory = BASE_MEMORY + (declared === null ? most : 0);
  const body: UnfinishedBody = { network, memory, refuse: () => resolve(CROWDED) };
  unfinished.add(body);
  count(body, Number(declared));
  // Unread, so that its connection keeps none of its bytes.
  if (!unfinished.has(body)) return CROWDED;
  const reading = declared === null
    ? readChunks(request.body, most, (length) => count(body, length))
    // The server ends a body at its declared length, and `bytes` takes half the time of a stream.
    : request.bytes();
  // Rejects if the connection ends before the body. After a refusal the server ends the reading.
  const read = await Promise.race([reading, refused]).catch(() => CUT_OFF);
  unfinished.delete(body);
  return read;
}

async function readChunks(
  body: Request["body"],
  most: number,
  onChunk: (length: number) => void,
): Promise<Uint8Array<ArrayBuffer> | BodyFault> {
  const bytes = new Uint8Array(most);
  let [length, chunks] = [0, 0];
  for await (const chunk of body ?? []) {
    // Leaving the loop cancels the stream: the rest is not read.
    if (length + chunk.length > most) return tooLong(most);
    bytes.set(chunk, length);
    length += chunk.length;
    onChunk(chunk.length);
    freeBytes(chunk);
    if (++chunks > MOST_SMALL_CHUNKS && length < chunks * LEAST_CHUNK) return MOSTLY_FRAMING;
  }
  return bytes.subarray(0, length);
}

function tooLong(most: number): BodyFault {
  return fault(413, `The body may have at most ${most} bytes.`);
}

function fault(status: BodyFault["status"], message: string, headers: BodyFault["headers"] = {}): BodyFault {
  return { status, message, headers };
}

/** A body that is being read. */
interface UnfinishedBody {
  readonly network: string;
  memory: number;
  /** Ends the reading with a fault. */
  readonly refuse: () => void;
}

/** Unfinished bodies of this process in the order of their arrival: few, as each takes some memory. */
const unfinished = new Set<UnfinishedBody>();

/** Counts bytes of a body. Refuses the bodies in excess, which may be this one. */
function count(body: UnfinishedBody, bytes: number): void {
  body.memory += MEMORY_PER_BYTE * bytes;
  for (let excess; (excess = bodyInExcess()) !== undefined; excess.refuse()) unfinished.delete(excess);
}

/** The newest body of the network that takes most, if that is above its share or all take too much. */
function bodyInExcess(): UnfinishedBody | undefined {
  const taken = new Map<string, number>();
  let all = 0;
  for (const { network, memory } of unfinished) {
    all += memory;
    taken.set(network, memory + (taken.get(network) ?? 0));
  }
  let [greatest, most] = ["", 0];
  for (const [network, memory] of taken) if (memory > most) [greatest, most] = [network, memory];
  if (most <= MOST_OF_NETWORK && all <= MOST_MEMORY) return undefined;
  return [...unfinished].findLast(({ network }) => network === greatest);
}
