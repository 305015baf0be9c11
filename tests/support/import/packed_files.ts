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

/** A cell of a sheet: a text, a number, a day as its serial number, or none. */
export type SheetCell = string | number | { readonly serial: number } | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/**
 * An Excel workbook as Excel itself writes it: shared strings, days as numbers with a date style, empty cells left out.
 *
 * @param sheets Rows by the name of the sheet.
 * @param hiddenRows Numbers of the rows, from 1, that a filter hides in each sheet.
 */
export async function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  hiddenRows: readonly number[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const strings = new Map<string, number>();
  const names = Object.keys(sheets);
  const parts = names.map((name, index) =>
    [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheets[name] ?? [], strings, hiddenRows)] as const
  );
  return await zipOf({
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `${HEAD}<workbook ${MAIN} ${RELATIONS}><sheets>${
      names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join("")
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships>${
      names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join("")
    }</Relationships>`,
    "xl/styles.xml":
      `${HEAD}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
      `<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    "xl/sharedStrings.xml": `${HEAD}<sst ${MAIN}>${
      [...strings.keys()].map((text) =>
        `<si><r><t xml:space="preserve">${escaped(text.slice(0, 3))}</t></r>` +
        `<r><t xml:space="preserve">${escaped(text.slice(3))}</t></r><rPh><t>ignored</t></rPh></si>`
      ).join("")
    }</sst>`,
  });
}

function sheetXml(
  rows: readonly (readonly SheetCell[])[],
  strings: Map<string, number>,
  hiddenRows: readonly number[],
): string {
  const xml = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`, strings)
    );
    const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : "";
    return `<row r="${row + 1}"${hidden}>${written.join("")}</row>`;
  });
  return `${HEAD}<worksheet ${MAIN}><sheetData>${xml.join("")}</sheetData></worksheet>`;
}

function cellXml(cell: SheetCell, reference: string, strings: Map<string, number>): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell !== "string") return `<c r="${reference}" s="1"><v>${cell.serial}</v></c>`;
  if (cell === "") return `<c r="${reference}" t="inlineStr"><is><t></t></is></c>`;
  const index = strings.get(cell) ?? strings.size;
  strings.set(cell, index);
  return `<c r="${reference}" t="s"><v>${index}</v></c>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "_x000D_");
}
