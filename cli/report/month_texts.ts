import { type Formats, formatsOf, timeText } from "../../routes/pages/frame/formats.ts";
import { translator } from "../command/owner_language.ts";
import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import { namedDate } from "../../domain/review.ts";
import { sourceInWords } from "../../routes/pages/parts/rating_figures.ts";
import { markup } from "../../routes/pages/frame/markup.ts";
import { type AspectLine, excerpt, type Figures, type MonthReport } from "./month_report.ts";

/** How the report is written in one language. */
interface ReportLanguage {
  readonly formats: Formats;
  readonly say: (text: Text) => string;
}

/** The language and formats of a report, by its locale (BCP 47). */
export function reportLanguage(locale: string): ReportLanguage {
  const formats = formatsOf(locale);
  const translated = translator(formats);
  return { formats, say: (text) => translated(text) ?? String(text) };
}

function stars({ formats }: ReportLanguage, average: number | null): string {
  return average === null ? "–" : formats.alignedStars(average);
}

function summary({ months, total, month }: MonthReport, { formats, say }: ReportLanguage): string {
  const [before, own] = months.slice(-2);
  const figures = (of: typeof own) =>
    of?.average == null
      ? sentence("none")
      : sentence("{count|# review|# reviews}, {average:stars} stars", { count: of.count, average: of.average });
  return say(sentence("{month}: {own}. The month before: {before}. All together: {total}.", {
    ...{ month: formats.month(month), own: figures(own), before: figures(before), total: figures(total) },
  }));
}

function changes({ published }: MonthReport, { say }: ReportLanguage): string {
  return say(sentence("{added} added, {changed} changed, {removed} removed, {hidden} hidden.", published));
}

/** The subject of the report as a mail. */
export function reportSubject({ business, month }: MonthReport, { formats, say }: ReportLanguage): string {
  return say(sentence("{business}: reviews of {month}", {
    ...{ business: business.replace(/\s+/g, " "), month: formats.month(month) },
  }));
}

/** The titles of the parts of a report, in their order. */
const TITLES = {
  months: sentence("Month by month"),
  sources: sentence("By source"),
  praised: sentence("Praised"),
  criticised: sentence("Criticised"),
  unanswered: sentence("At most three stars, without a reply"),
  changes: sentence("What changed"),
};

/** The report as plain text. */
export function reportText(report: MonthReport, language: ReportLanguage): string {
  const { formats, say } = language;
  const rows = (figures: readonly Figures[], name = (label: string) => label) =>
    figures.map(({ label, count, average }) =>
      `  ${name(label).padEnd(20)} ${formats.number(count).padStart(6)}  ${stars(language, average)}`
    );
  const listed = (lines: readonly AspectLine[]) =>
    lines.flatMap(({ label, count, quote }) => [`  ${label}: ${count}`, ...quote === null ? [] : [`    “${quote}”`]]);
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [reportSubject(report, language), [summary(report, language)]],
    [say(TITLES.months), rows(report.months, formats.month)],
    [say(TITLES.sources), rows(report.sources)],
    [say(TITLES.praised), listed(report.praised)],
    [say(TITLES.criticised), listed(report.criticised)],
    [
      say(TITLES.unanswered),
      report.unanswered.map((review) =>
        `  ${review.rating} ${review.author}, ${timeText(formats, namedDate(review))}, ${
          sourceInWords(formats.words, review.source)
        }: ${excerpt(review.text ?? "-")}`
      ),
    ],
    [say(TITLES.changes), [changes(report, language)]],
  ];
  return parts.map(([title, lines]) => [title, ...lines.length === 0 ? ["  –"] : lines].join("\n")).join("\n\n");
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

function chart(months: readonly Figures[], language: ReportLanguage): string {
  const { formats, say } = language;
  const most = Math.max(1, ...months.map(({ count }) => count));
  const step = WIDTH / months.length;
  const bars = months.map(({ label, count, average }, place) => {
    const height = Math.round(count / most * HEIGHT);
    const [x, middle, top] = [place * step + 4, place * step + step / 2, HEIGHT + 16 - height];
    return `<rect x="${x}" y="${top}" width="${step - 8}" height="${height}" fill="#4a7ab5"/>` +
      `<text x="${middle}" y="${top - 4}">${stars(language, average)}</text>` +
      `<text x="${middle}" y="${HEIGHT + 30}">${formats.monthName(label)}</text>` +
      `<text x="${middle}" y="${HEIGHT + 43}">${count}</text>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 48}" width="${WIDTH}" role="img" font-size="11" text-anchor="middle">` +
    String(markup`<title>${say(sentence("Reviews of each month, with their average"))}</title>`) +
    `${bars.join("")}</svg>`;
}

/** The report as one page without other files, ready to print. */
export function reportHtml(report: MonthReport, language: ReportLanguage): string {
  const { formats, say } = language;
  const rows = (figures: readonly Figures[]) =>
    figures.map(({ label, count, average }) =>
      markup`<tr><td>${label}</td><td class="n">${count}</td><td class="n">${stars(language, average)}</td></tr>`
    );
  const listed = (lines: readonly AspectLine[]) =>
    lines.length === 0
      ? markup`<p>–</p>`
      : markup`<ul>${
        lines.map(({ label, count, quote }) =>
          markup`<li>${label}: ${count}${quote === null ? "" : markup`<br><q>${quote}</q>`}</li>`
        )
      }</ul>`;
  const open = report.unanswered.map((review) => {
    const { rating, author, source, text, source_url } = review;
    const day = timeText(formats, namedDate(review));
    return markup`<li>${"★".repeat(rating)} ${author} <small>${day}, ${
      sourceInWords(formats.words, source)
    }</small><br>${text ?? "–"}${
      source_url === null ? "" : markup` <a href="${source_url}">${say(sentence("Answer"))}</a>`
    }</li>`;
  });
  return `<!doctype html>\n${
    String(
      markup`<html lang="${formats.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${
        reportSubject(report, language)
      }</title><style>`,
    )
  }${STYLE}${
    String(
      markup`</style></head><body><h1>${report.business}</h1><p>${summary(report, language)}</p>`,
    )
  }${String(markup`<h2>${say(TITLES.months)}</h2>`)}${chart(report.months, language)}${
    String(
      markup`<p><small>${
        say(sentence("A bar shows the number of reviews; above it is their average."))
      }</small></p><h2>${say(TITLES.sources)}</h2><table>${rows(report.sources)}</table><h2>${
        say(TITLES.praised)
      }</h2>${listed(report.praised)}<h2>${say(TITLES.criticised)}</h2>${listed(report.criticised)}<h2>${
        say(TITLES.unanswered)
      }</h2><ul>${open.length === 0 ? markup`<li>–</li>` : open}</ul><h2>${say(TITLES.changes)}</h2><p>${
        changes(report, language)
      }</p></body></html>\n`,
    )
  }`;
}
