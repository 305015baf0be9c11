/**
 * Reads a request body as strict UTF-8, up to a maximum length.
 *
 * @param most Maximum length in bytes.
 * @returns The text, or why it could not be read.
 */
export async function readBodyText(
  request: Request,
  most: number,
): Promise<{ readonly text: string } | "too long" | "not UTF-8" | "cut off"> {
  if (Number(request.headers.get("content-length")) > most) return "too long";
  // It rejects when the connection ends before the body does.
  const bytes = await readBytes(request.body, most).catch(() => undefined);
  if (bytes === undefined) return "cut off";
  if (bytes === null) return "too long";
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return "not UTF-8";
  }
}

async function readBytes(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(most);
  let length = 0;
  for await (const chunk of body ?? []) {
    // Leaving the loop cancels the stream: the rest is not read.
    if (length + chunk.length > most) return null;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}
