import { ImportFileError } from "../bytes/import_file_error.ts";
import { xmlEvents } from "../bytes/xml_events.ts";
import type { ZipArchive } from "../bytes/zip_archive.ts";

const WORKBOOK = "xl/workbook.xml";
const MOST_SHEETS = 300;
const MOST_OF_STRINGS = 400_000_000;
/** Built-in number formats that write dates (ECMA-376 18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 34, 35, 36, 45, 46, 47, 50, 57]);

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** The part of the archive that holds it. */
  readonly part: string;
}

/** What all sheets of a workbook share (ECMA-376 part 1, 18.2). */
export interface Workbook {
  /** The visible sheets, in their order. */
  readonly sheets: readonly Sheet[];
  readonly strings: readonly string[];
  /** Whether the number of a cell with this style is a date. */
  readonly isDateStyle: (style: number) => boolean;
  /** Whether days count from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** Whether an archive is an Excel workbook. */
export function isWorkbook(archive: ZipArchive): boolean {
  return archive.names.includes(WORKBOOK);
}

/**
 * Reads what the sheets of a workbook share.
 *
 * @throws {ImportFileError} If a part is missing, or its texts are more than memory should hold.
 */
export async function openWorkbook(archive: ZipArchive, file: string): Promise<Workbook> {
  const parts = await relationParts(archive, file);
  const sheets: Sheet[] = [];
  let from1904 = false;
  await events(archive, WORKBOOK, file, (name, attributes) => {
    if (name === "workbookPr") from1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
    if (name !== "sheet" || attributes.state === "hidden" || attributes.state === "veryHidden") return;
    const part = parts.get(attributes["r:id"] ?? "") ??
      parts.get(Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "");
    if (part !== undefined) sheets.push({ name: attributes.name ?? "", part });
    if (sheets.length > MOST_SHEETS) throw new ImportFileError(`${file} has more than ${MOST_SHEETS} sheets.`);
  });
  return {
    sheets,
    strings: await sharedStrings(archive, file),
    isDateStyle: await dateStyles(archive, file),
    from1904,
  };
}

async function relationParts(archive: ZipArchive, file: string): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  await events(archive, "xl/_rels/workbook.xml.rels", file, (name, { Id = "", Target = "" }) => {
    if (name === "Relationship") parts.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  });
  return parts;
}

async function sharedStrings(archive: ZipArchive, file: string): Promise<readonly string[]> {
  const part = archive.names.find((name) => name.toLowerCase() === "xl/sharedstrings.xml");
  const strings: string[] = [];
  if (part === undefined) return strings;
  let [text, isText, isPhonetic, length] = ["", false, false, 0];
  const events = {
    open: (name: string) => {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text: (piece: string) => {
      if (!isText) return;
      text += piece;
      length += piece.length;
    },
    close: (name: string) => {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(text);
    },
  };
  for await (
    const tooLong of xmlEvents(archive.stream(part), file, events, () => length > MOST_OF_STRINGS ? [true] : [])
  ) {
    if (tooLong) {
      throw new ImportFileError(`${file} holds more than 400 million characters of text: save its sheet as CSV.`);
    }
  }
  return strings;
}

async function dateStyles(archive: ZipArchive, file: string): Promise<(style: number) => boolean> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let isInCells = false;
  if (!archive.names.includes("xl/styles.xml")) return () => false;
  await events(archive, "xl/styles.xml", file, (name, attributes) => {
    if (name === "numFmt") formats.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    if (name === "cellXfs" || name === "cellStyleXfs") isInCells = name === "cellXfs";
    if (name === "xf" && isInCells) styles.push(Number(attributes.numFmtId));
  });
  const dates = styles.map((format) => DATE_FORMATS.has(format) || isDateCode(formats.get(format) ?? ""));
  return (style) => dates[style] ?? false;
}

/** Whether a format of numbers writes a day or a time: `yyyy-mm-dd`, but not `[Red]0.00` or `"days" 0`. */
function isDateCode(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "").replace(/general|e[+-]/gi, ""));
}

async function events(
  archive: ZipArchive,
  part: string,
  file: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  for await (const _ of xmlEvents(archive.stream(part), file, { open }, () => [])) { /* There are none. */ }
}
