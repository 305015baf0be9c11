import { Buffer } from "node:buffer";

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;

/** A picture of the business: media type and bytes in base64 (RFC 4648 4). */
export interface Picture {
  readonly type: typeof TYPES[number];
  readonly base64: string;
  /** Smaller versions, the smallest first; absent until they are made, and for SVG. */
  readonly sizes?: readonly PictureSize[];
}

/** A smaller version of a picture: a WebP file in base64, and its width in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly base64: string;
}

const MARKS: Readonly<Record<Picture["type"], RegExp>> = {
  "image/png": /^\x89PNG\r\n[^]\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/webp": /^RIFF[^]{4}WEBP/,
  "image/svg+xml": /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/,
};

/**
 * Reads a picture and removes its metadata, such as the place where a photo was taken. Colours and the orientation of a
 * JPEG stay.
 *
 * @returns Null for types that pages do not show, and for files whose parts do not fit together.
 */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString("latin1");
  const type = TYPES.find((type) => MARKS[type].test(start));
  if (type === undefined) return null;
  try {
    return { type, base64: Buffer.concat(WITHOUT_METADATA[type](Buffer.from(bytes))).toString("base64") };
  } catch (error) {
    // A length leads behind the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const WITHOUT_METADATA: Readonly<Record<Picture["type"], (bytes: Buffer) => readonly Buffer[]>> = {
  "image/png": pngParts,
  "image/jpeg": jpegParts,
  "image/webp": webpParts,
  "image/svg+xml": (bytes) => [
    Buffer.from(bytes.toString("latin1").replace(/<metadata(?:\s[^>]*)?>[^]*?<\/metadata\s*>/g, ""), "latin1"),
  ],
};

/** Ancillary chunks that change how a picture looks (PNG 11.3, with those of animations). */
const PNG_LOOKS = ["tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "acTL", "fcTL", "fdAT"];

/** Critical chunks begin with a capital (PNG 5.4). */
function pngParts(bytes: Buffer): readonly Buffer[] {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8, type = ""; type !== "IEND";) {
    const end = at + 12 + bytes.readUInt32BE(at);
    type = bytes.toString("latin1", at + 4, at + 8);
    if (/^[A-Z]/.test(type) || PNG_LOOKS.includes(type)) parts.push(part(bytes, at, end));
    at = end;
  }
  return parts;
}

const [JPEG_END, JPEG_SCAN, JPEG_EXIF] = [0xd9, 0xda, 0xe1];
/** Application segments and comments (ITU-T T.81 B.2.4); of them JFIF, a colour profile and Adobe's colours stay. */
const JPEG_METADATA = /^\xff(?:[\xe0-\xef]|\xfe)(?!..(?:JFIF\0|ICC_PROFILE\0|Adobe))/s;

function jpegParts(bytes: Buffer): readonly Buffer[] {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2;;) {
    const marker = bytes.readUInt16BE(at) - 0xff00;
    if (marker < 0) throw new RangeError("A segment does not begin with a marker.");
    if (marker === JPEG_END) return [...parts, part(bytes, at, at + 2)];
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    // Scans have no length: they end at the next marker that is neither a stuffed byte nor a restart.
    while (marker === JPEG_SCAN && !isMarker(bytes.readUInt16BE(end))) end++;
    const segment = part(bytes, at, end);
    if (!JPEG_METADATA.test(segment.toString("latin1", 0, 20))) parts.push(segment);
    else if (marker === JPEG_EXIF) parts.push(...orientation(segment));
    at = end;
  }
}

function isMarker(value: number): boolean {
  return value > 0xff00 && (value < 0xffd0 || value > 0xffd7);
}

/** An Exif segment with nothing but the orientation of the picture (Exif 4.6.5), if it has one. */
function orientation(segment: Buffer): readonly Buffer[] {
  const tiff = segment.subarray(10);
  if (segment.toString("latin1", 4, 8) !== "Exif") return [];
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const first = (isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)) + 2;
  for (let at = first; at < first + short(first - 2) * 12; at += 12) {
    if (short(at) !== 0x0112) continue;
    const copy = Buffer.from("ffe100224578696600004d4d002a0000000800010112000300000001000000000000" + "0000", "hex");
    copy.writeUInt16BE(short(at + 8), 28);
    return [copy];
  }
  return [];
}

/** Flags of the extended header for Exif and XMP (WebP container specification). */
const WEBP_METADATA_FLAGS = 0b1100;

function webpParts(bytes: Buffer): readonly Buffer[] {
  const head = Buffer.from(bytes.subarray(0, 12));
  const parts = [head];
  for (let at = 12; at < bytes.readUInt32LE(4) + 8;) {
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + length % 2;
    const chunk = Buffer.from(part(bytes, at, end));
    if (type === "VP8X") chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8);
    if (type !== "EXIF" && type !== "XMP ") parts.push(chunk);
    at = end;
  }
  head.writeUInt32LE(Buffer.concat(parts).length - 8, 4);
  return parts;
}

function part(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError("A part leads behind the end of the file.");
  return bytes.subarray(from, to);
}
