import { sourceLabel } from "../../domain/documents/review_figures.ts";
import { markup } from "../../routes/pages/frame/markup.ts";
import { counted } from "../../terminal/print.ts";
import { type AspectLine, excerpt, type Figures, type MonthReport } from "./month_report.ts";

function stars(average: number | null): string {
  return average === null ? "–" : average.toFixed(2);
}

function summary({ months, total, month }: MonthReport): string {
  const [before, own] = months.slice(-2);
  const shown = (of: typeof own) =>
    of?.average == null ? "no review" : `${counted(of.count, "review")} with ${stars(of.average)} stars on average`;
  return `${month}: ${shown(own)}; the month before: ${shown(before)}. ` +
    `All ${total.count} together: ${stars(total.average)}.`;
}

function changes({ published }: MonthReport): string {
  const { publications, added, changed, removed, hidden } = published;
  return `${counted(publications, "publication")} that the store keeps: ${added} added, ${changed} changed, ` +
    `${removed} removed, ${hidden} hidden.`;
}

/** The subject of the report as a mail. */
export function reportSubject({ business, month }: MonthReport): string {
  return `${business.replace(/\s+/g, " ")}: reviews of ${month}`;
}

/** The report as plain text. */
export function reportText(report: MonthReport): string {
  const rows = (figures: readonly Figures[]) =>
    figures.map(({ label, count, average }) => `  ${label.padEnd(20)} ${String(count).padStart(6)}  ${stars(average)}`);
  const shown = (lines: readonly AspectLine[]) =>
    lines.flatMap(({ label, count, quote }) => [`  ${label}: ${count}`, ...quote === null ? [] : [`    “${quote}”`]]);
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [reportSubject(report), [summary(report)]],
    ["Months (reviews, stars)", rows(report.months)],
    ["By source", rows(report.sources)],
    ["Praised", shown(report.praised)],
    ["Criticised", shown(report.criticised)],
    [
      "At most three stars, without a reply",
      report.unanswered.map(({ rating, author, date, source, text }) =>
        `  ${rating} ${author}, ${date}, ${sourceLabel(source)}: ${excerpt(text ?? "-")}`
      ),
    ],
    ["What changed", [changes(report)]],
  ];
  return parts.map(([title, lines]) => [title, ...lines.length === 0 ? ["  none"] : lines].join("\n")).join("\n\n");
}

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
table { border-collapse: collapse } td, th { padding: .2rem 1rem .2rem 0; text-align: left }
td.n { text-align: right; font-variant-numeric: tabular-nums }
li { margin: .3rem 0 } q, small { color: #555 }
svg { max-width: 100%; height: auto }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid } li, tr { break-inside: avoid } }
`;

const WIDTH = 600;
const HEIGHT = 120;

function chart(months: readonly Figures[]): string {
  const most = Math.max(1, ...months.map(({ count }) => count));
  const step = WIDTH / months.length;
  const bars = months.map(({ label, count, average }, place) => {
    const height = Math.round(count / most * HEIGHT);
    const [x, middle, top] = [place * step + 4, place * step + step / 2, HEIGHT + 16 - height];
    return `<rect x="${x}" y="${top}" width="${step - 8}" height="${height}" fill="#4a7ab5"/>` +
      `<text x="${middle}" y="${top - 4}">${stars(average)}</text>` +
      `<text x="${middle}" y="${HEIGHT + 30}">${label.slice(2)}</text>` +
      `<text x="${middle}" y="${HEIGHT + 43}">${count}</text>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 48}" width="${WIDTH}" role="img" font-size="11" text-anchor="middle">` +
    `<title>Reviews of each month, with their average</title>${bars.join("")}</svg>`;
}

/** The report as one page without other files, ready to print. */
export function reportHtml(report: MonthReport): string {
  const rows = (figures: readonly Figures[]) =>
    figures.map(({ label, count, average }) =>
      markup`<tr><td>${label}</td><td class="n">${count}</td><td class="n">${stars(average)}</td></tr>`
    );
  const shown = (lines: readonly AspectLine[]) =>
    lines.length === 0
      ? markup`<p>none</p>`
      : markup`<ul>${
        lines.map(({ label, count, quote }) =>
          markup`<li>${label}: ${count}${quote === null ? "" : markup`<br><q>${quote}</q>`}</li>`
        )
      }</ul>`;
  const open = report.unanswered.map(({ rating, author, date, source, text, source_url }) =>
    markup`<li>${"★".repeat(rating)} ${author} <small>${date}, ${sourceLabel(source)}</small><br>${text ?? "–"}${
      source_url === null ? "" : markup` <a href="${source_url}">Answer</a>`
    }</li>`
  );
  return `<!doctype html>\n${
    String(
      markup`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${
        reportSubject(report)
      }</title><style>`,
    )
  }${STYLE}${
    String(
      markup`</style></head><body><h1>${report.business}</h1><p>${summary(report)}</p>`,
    )
  }<h2>Month by month</h2>${chart(report.months)}<p><small>A bar is as high as the reviews of its month are many; above
it stands their average, below it their number.</small></p>${
    String(
      markup`<h2>By source</h2><table>${rows(report.sources)}</table><h2>Praised</h2>${
        shown(report.praised)
      }<h2>Criticised</h2>${shown(report.criticised)}<h2>At most three stars, without a reply</h2><ul>${
        open.length === 0 ? markup`<li>none</li>` : open
      }</ul><h2>What changed</h2><p>${changes(report)}</p></body></html>\n`,
    )
  }`;
}
