import { sentence } from "../../../domain/sentences/sentence.ts";
import { ImportFileError, UnknownFormatError } from "../bytes/file_container.ts";
import { shownValue } from "../cells/row_reader.ts";
import { ZipArchive } from "../bytes/zip_archive.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { readSource } from "./read_source.ts";
import { readTableReviews } from "./read_table_reviews.ts";
import { isWorkbook, openWorkbook, sheetRecords } from "../bytes/workbook.ts";

const READABLE = /\.(?:csv|tsv|txt|json|jsonl|ndjson|html?|xml)$/i;
const PART_OF_WORKBOOK = /\.(?:xml|rels)$/i;
const NOT_READ = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store|archive_browser\.html$)/;

/**
 * Reads the reviews in a ZIP archive, such as a downloaded Takeout, or in the sheets of a workbook. Files and sheets of
 * no known format are left out, as long as others hold reviews.
 *
 * @returns In `leftOut` the names of those.
 * @throws {ImportFileError} If no file in it is recognised. The message is that of its first file.
 */
export async function readZipFile(path: string, file: string, options: FileOptions) {
  const isReadable = (name: string) => READABLE.test(name) && !NOT_READ.test(name);
  using archive = await ZipArchive.open(path, file, (name) => isReadable(name) || PART_OF_WORKBOOK.test(name));
  if (["content.xml", "META-INF/manifest.xml"].every((name) => archive.names.includes(name))) {
    const parts = { file, format: "OpenDocument" };
    throw new ImportFileError(sentence("{file} has the format {format}: save it as .xlsx or CSV.", parts));
  }
  const workbook = isWorkbook(archive) ? await openWorkbook(archive, file) : null;
  for (const name of workbook?.hiddenSheets ?? []) {
    options.onWarning(
      sentence('{file}: the sheet "{name}" is hidden, so it is left out.', { file, name: shownValue(name) }),
    );
  }
  const parts = workbook?.sheets ?? archive.names.filter(isReadable).map((name) => ({ name, part: name }));
  const read = async (part: typeof parts[number]) => {
    if (workbook !== null) {
      const shown = parts.length === 1 ? file : `${file}/${part.name}`;
      return await readTableReviews(sheetRecords(archive, workbook, part, shown), shown, options);
    }
    using source = await archive.source(part.name);
    return await readSource(source, options);
  };
  const contents: FileContent[] = [];
  const leftOut: string[] = [];
  let first: UnknownFormatError | null = null;
  for (const part of parts) {
    try {
      contents.push(await read(part));
    } catch (error) {
      if (!(error instanceof UnknownFormatError)) throw error;
      leftOut.push(`${file}/${part.name}`);
      first ??= error;
    }
  }
  if (contents.length > 0) return { contents, leftOut };
  throw first ?? new UnknownFormatError(sentence("{file} holds no CSV, JSON, JSON Lines, HTML or XML file.", { file }));
}
