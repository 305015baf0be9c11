// Imported for its call of `configure`: the worker timer of zip.js would count as a leak.
import "../../../cli/import/bytes/zip_archive.ts";
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";

/**
 * A ZIP archive.
 *
 * @param files Contents by name, in their order.
 */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array | ReadableStream>>,
  password?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new BlobWriter(), password === undefined ? {} : { password });
  for (const [name, content] of Object.entries(files)) {
    const reader = content instanceof Uint8Array ? new Uint8ArrayReader(content) : content;
    await writer.add(name, typeof reader === "string" ? new TextReader(reader) : reader);
  }
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}
