import { sentence } from "../../../domain/sentences/sentence.ts";
import { getOrMake } from "../../../domain/get_or_make.ts";
import { Parser } from "htmlparser2";
import { ImportFileError } from "./file_container.ts";
import type { ZipArchive } from "./zip_archive.ts";
import { type CsvRecord, MOST_COLUMNS, tooWide } from "./csv_records.ts";

const WORKBOOK = "xl/workbook.xml";
/** Ids of the built-in number formats for per cent, and for dates and times (ECMA-376 18.8.30). */
const PERCENT_FORMATS = new Set([9, 10]);
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 34, 35, 36, 45, 46, 47, 50, 57]);

interface Sheet {
  readonly name: string;
  readonly part: string;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  /** The names of the sheets that are not read. */
  readonly hiddenSheets: readonly string[];
  readonly strings: readonly string[];
  readonly kindOfStyle: (style: number) => "date" | "percent" | "plain";
  /** Whether days count from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** Whether an archive is an Excel workbook. */
export function isWorkbook(archive: ZipArchive): boolean {
  return archive.names.includes(WORKBOOK);
}

/** Reads sheet list, shared texts and styles. Throws an ImportFileError if a part is missing. */
export async function openWorkbook(archive: ZipArchive, file: string): Promise<Workbook> {
  const parts = await relationParts(archive, file);
  const sheets: Sheet[] = [];
  const hiddenSheets: string[] = [];
  let from1904 = false;
  const open: XmlEvents["open"] = (name, attributes) => {
    if (name === "workbookPr") from1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
    if (name !== "sheet") return;
    const isHidden = attributes.state === "hidden" || attributes.state === "veryHidden";
    if (isHidden) hiddenSheets.push(attributes.name ?? "");
    const part = parts.get(Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "");
    if (part !== undefined && !isHidden) sheets.push({ name: attributes.name ?? "", part });
  };
  await parsePart(archive, WORKBOOK, file, { open });
  return {
    sheets,
    hiddenSheets,
    strings: await sharedStrings(archive, file),
    kindOfStyle: await kindsOfStyles(archive, file),
    from1904,
  };
}

async function relationParts(archive: ZipArchive, file: string): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  const open: XmlEvents["open"] = (name, { Id = "", Target = "" }) => {
    if (name === "Relationship") parts.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  };
  await parsePart(archive, "xl/_rels/workbook.xml.rels", file, { open });
  return parts;
}

async function sharedStrings(archive: ZipArchive, file: string): Promise<readonly string[]> {
  const part = archive.names.find((name) => name.toLowerCase() === "xl/sharedstrings.xml");
  const strings: string[] = [];
  if (part === undefined) return strings;
  let [text, isText, isPhonetic] = ["", false, false];
  await parsePart(archive, part, file, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(text);
    },
  });
  return strings;
}

async function kindsOfStyles(archive: ZipArchive, file: string): Promise<Workbook["kindOfStyle"]> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let isInCells = false;
  if (!archive.names.includes("xl/styles.xml")) return () => "plain";
  const open: XmlEvents["open"] = (name, attributes) => {
    if (name === "numFmt") formats.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    if (name === "cellXfs" || name === "cellStyleXfs") isInCells = name === "cellXfs";
    if (name === "xf" && isInCells) styles.push(Number(attributes.numFmtId));
  };
  await parsePart(archive, "xl/styles.xml", file, { open });
  const kinds = styles.map((format) => {
    // A code shows a date or a time, as `yyyy-mm-dd` does, and not `[Red]0.00` or `"days" 0`.
    const code = (formats.get(format) ?? "").replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|general|e[+-]/gi, "");
    if (DATE_FORMATS.has(format) || /[ymdhs]/i.test(code)) return "date";
    return PERCENT_FORMATS.has(format) || code.includes("%") ? "percent" : "plain";
  });
  return (style) => kinds[style] ?? "plain";
}

async function parsePart(archive: ZipArchive, part: string, file: string, events: XmlEvents): Promise<void> {
  for await (const _ of xmlEvents(archive.stream(part), file, events)) { /* The events say all. */ }
}

const DAY_MS = 86_400_000;
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);

/**
 * The rows of a sheet as records of texts (ECMA-376 part 1, 18.3.1). Dates are written `YYYY-MM-DD HH:MM:SS`, numbers
 * as in the file. Rows below the first of merged cells get its value. The sheet is read as a stream, twice.
 * The `UnpackedLimit` of the archive bounds the length of all texts.
 */
export async function* sheetRecords(
  archive: ZipArchive,
  workbook: Workbook,
  sheet: Sheet,
  file: string,
): AsyncGenerator<CsvRecord> {
  const done: CsvRecord[] = [];
  const merges = await mergedCells(archive, sheet, file);
  const filled = new Map<number, { readonly last: number; readonly value: string }>();
  let [number, column, kind, style, value, isValue, isHidden] = [0, 0, "", 0, "", false, false];
  let cells: string[] = [];
  const events = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === "row") {
        number = Number(attributes.r ?? number + 1);
        [cells, column] = [[], 0];
        isHidden = attributes.hidden === "1" || attributes.hidden === "true";
      } else if (name === "c") {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        [kind, style, value] = [attributes.t ?? "n", Number(attributes.s ?? -1), ""];
      } else {
        isValue = name === "v" || name === "t";
      }
    },
    text: (piece: string) => {
      if (isValue) value += piece;
    },
    close: (name: string) => {
      isValue = false;
      if (name === "c" && value !== "" && column >= 1) {
        if (column > MOST_COLUMNS) throw tooWide(file);
        while (cells.length < column - 1) cells.push("");
        cells[column - 1] = cellText(kind, style, value, workbook);
      } else if (name === "row") {
        for (const { column, last } of merges.get(number) ?? []) {
          filled.set(column, { last, value: cells[column - 1] ?? "" });
        }
        for (const [column, { last, value }] of filled) {
          while (number <= last && cells.length < column) cells.push("");
          if (number <= last) cells[column - 1] ||= value;
          else filled.delete(column);
        }
        done.push({ cells, line: number, ...isHidden && { isHidden } });
      }
    },
  };
  for await (const _ of xmlEvents(archive.stream(sheet.part), file, events)) yield* done.splice(0);
}

/** The cells that are merged over several rows, each by its first row (ECMA-376 part 1, 18.3.1.54). */
async function mergedCells(archive: ZipArchive, { part }: Sheet, file: string) {
  const merges = new Map<number, { readonly column: number; readonly last: number }[]>();
  const open: XmlEvents["open"] = (name, { ref = "" }) => {
    const [, from = "", first, to = "", last] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(ref) ?? [];
    const column = columnOf(from);
    if (name !== "mergeCell" || first === last || columnOf(to) !== column || column > MOST_COLUMNS) return;
    getOrMake(merges, Number(first), () => []).push({ column, last: Number(last) });
  };
  await parsePart(archive, part, file, { open });
  return merges;
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function cellText(kind: string, style: number, value: string, workbook: Workbook): string {
  if (kind === "n") return numberText(value, workbook.kindOfStyle(style), workbook);
  if (kind === "b") return value === "1" ? "true" : "false";
  if (kind === "e") return "";
  return unescapedXml(kind === "s" ? workbook.strings[Number(value)] ?? "" : value).replace(/\r\n?/g, "\n");
}

/** A number as the workbook shows it: 0.95 with a format of per cent is `95 %`. */
function numberText(value: string, kind: ReturnType<Workbook["kindOfStyle"]>, { from1904 }: Workbook): string {
  const number = Number(value);
  if (kind === "percent" && value !== "") return `${Number((number * 100).toPrecision(12))} %`;
  if (kind !== "date" || !(number >= 1 && number < 3_000_000)) return value;
  const seconds = Math.round(((from1904 ? START_1904 : START_1900) + number * DAY_MS) / 1000);
  const text = new Date(seconds * 1000).toISOString().replace("T", " ");
  return text.slice(0, Number.isInteger(number) ? 10 : 19);
}

/** Decodes escapes such as `_x000D_`, for characters that XML cannot contain (ECMA-376 22.9.2.19). */
export function unescapedXml(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

/** Maximum bytes parsed at once. */
const PIECE_BYTES = 32_768;

/** Handlers of an XML document. Names have no namespace prefix. */
interface XmlEvents {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Parses XML as a stream, to never hold a long sheet. Yields after each piece. Throws if bytes are not UTF-8. */
async function* xmlEvents(stream: ReadableStream<Uint8Array>, file: string, events: XmlEvents): AsyncGenerator<void> {
  const parser = new Parser({
    onopentag: (name, attributes) => events.open(local(name), attributes),
    ontext: (text) => events.text?.(text),
    onclosetag: (name) => events.close?.(local(name)),
  }, { xmlMode: true, decodeEntities: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of stream) {
    // A highly compressed stream gives chunks of megabytes.
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      parser.write(decoded(decoder, chunk.subarray(at, at + PIECE_BYTES), file));
      yield;
    }
  }
  parser.end();
  yield;
}

function decoded(decoder: TextDecoder, chunk: Uint8Array, file: string): string {
  try {
    return decoder.decode(new Uint8Array(chunk), { stream: true });
  } catch {
    throw new ImportFileError(sentence("{file} is a damaged workbook: its parts are not UTF-8.", { file }));
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
