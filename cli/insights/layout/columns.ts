import { cutText } from "./fit_text.ts";
import type { Page } from "./page.ts";
import { textWidth } from "./text_width.ts";

/** A column of plain text. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned to the right. */
  readonly isNumber: boolean;
}

const GAP = "  ";

/** Aligns plain texts in columns, the titles first. If the page is too narrow, the first column is cut. */
export function columnLines(
  page: Page,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, textWidth(row[index] ?? "")), textWidth(title))
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + GAP.length, 0);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(12, page.width - others));
  const line = (cells: readonly string[]) =>
    columns.map(({ isNumber }, index) => {
      const width = widths[index] ?? 0;
      const text = cutText(cells[index] ?? "", width);
      const space = " ".repeat(width - textWidth(text));
      return isNumber ? space + text : text + space;
    }).join(GAP).trimEnd();
  return [page.paint("faint", line(columns.map(({ title }) => title))), ...rows.map(line)];
}
