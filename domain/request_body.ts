import { freeBytes } from "./buffers.ts";

/** Maximum memory of all unfinished bodies, and of those of one client network, in bytes. */
const MOST_MEMORY = 12_000_000;
const MOST_OF_NETWORK = MOST_MEMORY / 2;
/** Memory of an unfinished body with the buffers of its connection, and of each of its bytes, in bytes; measured. */
const [BASE_MEMORY, MEMORY_PER_BYTE] = [80_000, 3];

/** A body is mostly framing if it has more chunks than the first number, with a mean length below the second. */
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
// The connection is closed, so that it keeps none of the bytes.
const CROWDED = fault(429, "Too many bodies from your network are unfinished; send this one again later.", {
  "retry-after": "1",
  connection: "close",
});

/**
 * Reads the body of a request in time linear in its bytes. Returns a fault if the body is too long or cut off, or if the
 * unfinished bodies take too much memory (`bodyInExcess`).
 *
 * @param most Maximum length in bytes.
 * @param network Network of the client.
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
  // Refused unread, so that the connection keeps none of the bytes.
  if (!count(body, Number(declared))) return CROWDED;
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
  hasRoom: (length: number) => boolean,
): Promise<Uint8Array<ArrayBuffer> | BodyFault> {
  const bytes = new Uint8Array(most);
  let [length, chunks] = [0, 0];
  for await (const chunk of body ?? []) {
    // Leaving the loop cancels the stream: the rest is not read.
    if (length + chunk.length > most) return tooLong(most);
    if (!hasRoom(chunk.length)) return CROWDED;
    bytes.set(chunk, length);
    length += chunk.length;
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

/** Unfinished bodies of this process in the order of their arrival. Few, because each takes `BASE_MEMORY`. */
const unfinished = new Set<UnfinishedBody>();

/** Counts read or declared bytes of a body, and refuses bodies in excess. Returns false if this one is refused. */
function count(body: UnfinishedBody, bytes: number): boolean {
  body.memory += MEMORY_PER_BYTE * bytes;
  for (let excess; (excess = bodyInExcess()) !== undefined; excess.refuse()) unfinished.delete(excess);
  return unfinished.has(body);
}

/** A network with so many unfinished bodies is no flood by itself. */
const FEW_BODIES = 4;

/**
 * The body that gives way if a network exceeds its share, or all bodies take too much: the newest of the network with the
 * most memory. If even that has few, the oldest of all, as many networks with an idle body each would else refuse everybody.
 */
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
  const bodies = [...unfinished].filter(({ network }) => network === greatest);
  return most > MOST_OF_NETWORK || bodies.length > FEW_BODIES ? bodies.at(-1) : unfinished.values().next().value;
}
