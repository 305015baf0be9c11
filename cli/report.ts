import { formatsOf } from "../routes/pages/frame/formats.ts";
import { sourceInWords } from "../routes/pages/parts/rating_figures.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../routes/request/page_address.ts";
import { writeOptionFile } from "./command/operator_file.ts";
import { insightsIn, ownerLocale } from "./command/owner_language.ts";
import { printSent } from "./alerts.ts";
import { sendAll, sendMail } from "./alerts/alert_sender.ts";
import { readAlertSettings, type Receiver } from "./alerts/alert_settings.ts";
import { escapedControls, print, untilPipeCloses } from "../terminal/print.ts";
import {
  type CommandLine,
  type CommandOptions,
  refuseArguments,
  runCommand,
  SENTENCES,
  UsageError,
  wordOption,
} from "./command/run_command.ts";
import { archivedBodies } from "../domain/dataset/dataset_archive.ts";
import { readPublished } from "../domain/dataset/dataset_store.ts";
import { readRevisions } from "../domain/dataset/history.ts";
import type { Store } from "../domain/store/store.ts";
import { readReviewsDocument } from "../domain/documents/reviews_document.ts";
import { monthName } from "../domain/insights/figures/monthly_figures.ts";
import { type MonthReport, monthReport } from "./report/month_report.ts";
import { reportHtml, reportLanguage, reportSubject, reportText } from "./report/month_texts.ts";
import { withHubStore } from "../service/store/open_store.ts";

const HELP = `Report a month to people: figures, sources, opinions, what to answer.

  deno task report [--month 2026-10]

  --month MONTH  the month, written YYYY-MM; by default the last one
  --language TAG its language: en, de, es or fr; by default en
  --html FILE    write it as one page, ready to print
  --mail         mail it to the receivers of ALERTS that have a mail address
  --json         one object, for programs; with --mail who got it
  --help         this text

KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
  month: { type: "string" },
  language: { type: "string" },
  html: { type: "string" },
  mail: { type: "boolean" },
  json: { type: "boolean" },
  ...SENTENCES,
};

async function reportCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "report");
  const month = line.text("month") ?? lastMonth(new Date());
  const settings = readAlertSettings((name) => Deno.env.get(name)) ?? [];
  const mails = line.flag("mail") ? mailReceivers(settings) : [];
  if (line.flag("mail") && mails.length === 0) {
    throw new UsageError(
      "No receiver has a mail address. ALERTS or a file beside the store names them; docs/alerts.md says how.",
    );
  }
  const language = wordOption(line, "language", PAGE_LANGUAGES) ?? "en";
  const report = await withHubStore((kv) => readReport(kv, month, language));
  const words = reportLanguage(report.locale);
  const file = line.text("html");
  if (file !== null) await writeOptionFile("html", file, reportHtml(report, words));
  if (mails.length > 0) return await printSent(mailReport(mails, report, words), line);
  if (file !== null) return 0;
  return await untilPipeCloses(() => {
    print(line.flag("json") ? JSON.stringify(report, null, 2) : escapedControls(reportText(report, words)));
    return 0;
  });
}

/** A report with the locale in which its owner reads it, such as `en-GB`. */
type LocalReport = MonthReport & { readonly locale: string };

/**
 * Makes the report on a month, with labels in a language.
 *
 * @throws {UsageError} If it is no month, or nothing is published.
 */
export async function readReport(kv: Store, month: string, language: PageLanguage): Promise<LocalReport> {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) {
    throw new UsageError(`--month is "${month}"; allowed is a month such as 2026-10.`);
  }
  const { before: { value: head }, archive } = await readPublished(kv);
  if (head === null || archive === null) throw new UsageError("There are no reviews to report: import some first.");
  const { business, reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const records = (await readRevisions(kv)).entries.map(({ record }) => record);
  const insights = insightsIn(language, head, archive, business);
  const locale = ownerLocale(language, business);
  const sourceLabel = sourceInWords.bind(null, formatsOf(locale).words);
  const shown = { business: business.name, reviews, insights, sourceLabel };
  return { ...monthReport(shown, records, month), locale };
}

/** The month before a time on this machine's clock, as `2026-10`: its first morning reports the month that ended. */
export function lastMonth(now: Date): string {
  return monthName(now.getFullYear() * 12 + now.getMonth() - 1);
}

/** The receivers of reports. */
export function mailReceivers(all: readonly Receiver[]): readonly Receiver[] {
  return all.filter(({ to }) => to.kind === "mail");
}

/** Mails a report to {@linkcode mailReceivers}. */
function mailReport(
  receivers: readonly Receiver[],
  report: MonthReport,
  language: ReturnType<typeof reportLanguage>,
): ReturnType<typeof sendAll> {
  const message = {
    subject: reportSubject(report, language),
    text: reportText(report, language),
    html: reportHtml(report, language),
  };
  return sendAll(receivers, async ({ to }) => {
    if (to.kind === "mail") await sendMail(to, message, `report-${report.month}-${crypto.randomUUID()}`);
  });
}

/** Runs `deno task report`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, reportCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
