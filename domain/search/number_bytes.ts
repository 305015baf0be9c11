/**
 * Growing list of variable-length integers: seven bits a byte, lowest first, so that small numbers take little memory.
 */
interface NumberBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Number of used bytes. */
  length: number;
}

const MOST_BYTES_OF_NUMBER = 5;

/** Creates an empty list with some capacity in bytes. */
export function createNumberBytes(room: number): NumberBytes {
  return { bytes: new Uint8Array(room + MOST_BYTES_OF_NUMBER), length: 0 };
}

/** Appends a number from 0 to 2^32 - 1. */
export function appendNumber(list: NumberBytes, number: number): void {
  if (list.length + MOST_BYTES_OF_NUMBER > list.bytes.length) widen(list);
  const { bytes } = list;
  let rest = number;
  while (rest > 127) {
    bytes[list.length++] = rest & 127 | 128;
    rest >>>= 7;
  }
  bytes[list.length++] = rest;
}

/** Number of bytes that {@linkcode appendNumber} uses. */
export function bytesOfNumber(number: number): number {
  let count = 1;
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) count++;
  return count;
}

/** The used bytes, in an array of exactly their length. */
export function packedBytes({ bytes, length }: NumberBytes): Uint8Array<ArrayBuffer> {
  return bytes.slice(0, length);
}

/**
 * Reads numbers in sequence. A class, because its methods are inlined in the loops of the search; a function that
 * returned number and position took twice the time.
 */
export class NumberReader {
  readonly #bytes: Uint8Array;
  /** Position of the next number. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Reads the next number. */
  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++]!;
    if (byte < 128) return byte;
    let number = byte & 127;
    let shift = 7;
    do {
      byte = bytes[this.at++]!;
      number |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return number >>> 0;
  }
}

function widen(list: NumberBytes): void {
  const wider = new Uint8Array(Math.ceil(list.bytes.length * 1.5) + MOST_BYTES_OF_NUMBER);
  wider.set(list.bytes);
  list.bytes = wider;
}
