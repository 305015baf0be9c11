import { writeOptionFile } from "./command/operator_file.ts";
import { SendError, sendMail } from "./alerts/alert_sender.ts";
import { readAlertSettings } from "./alerts/alert_settings.ts";
import { escapedControls, print, printError, untilPipeCloses } from "../terminal/print.ts";
import {
  type CommandLine,
  type CommandOptions,
  refuseArguments,
  runCommand,
  UsageError,
} from "./command/run_command.ts";
import { archivedBodies, archivedInsights } from "../domain/dataset/dataset_archive.ts";
import { readPublished } from "../domain/dataset/dataset_store.ts";
import { readRevisions } from "../domain/dataset/history.ts";
import { readReviewsDocument } from "../domain/documents/reviews_document.ts";
import { type MonthReport, monthReport } from "./report/month_report.ts";
import { reportHtml, reportSubject, reportText } from "./report/month_texts.ts";
import { withHubStore } from "../service/store/open_store.ts";

const HELP = `Report a month to people: figures, sources, what was said, what to answer.

  deno task report [--month 2026-10]

  --month MONTH  the month, written YYYY-MM; by default the last one
  --html FILE    write it as one page, ready to print
  --mail         mail it to the receivers of ALERTS that have a mail address
  --json         one object, for programs
  --help         this text

KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
  month: { type: "string" },
  html: { type: "string" },
  mail: { type: "boolean" },
  json: { type: "boolean" },
};

async function reportCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "report");
  const month = monthOption(line, new Date());
  const settings = readAlertSettings((name) => Deno.env.get(name)) ?? [];
  const mails = line.flag("mail") ? settings.filter(({ to }) => to.kind === "mail") : [];
  if (line.flag("mail") && mails.length === 0) {
    throw new UsageError("No receiver has a mail address. ALERTS names their file; docs/alerts.md says how.");
  }
  const report = await withHubStore(async (kv) => {
    const { archive } = await readPublished(kv);
    if (archive === null) {
      throw new UsageError("There are no reviews to report: import some, or start the service first.");
    }
    const { business, reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
    const records = (await readRevisions(kv)).entries.map(({ record }) => record);
    return monthReport({ business: business.name, reviews, insights: archivedInsights(archive) }, records, month);
  });
  const file = line.text("html");
  if (file !== null) await writeOptionFile("html", file, reportHtml(report));
  let code = 0;
  for (const { name, to } of mails) if (to.kind === "mail" && !await isMailed(name, to, report)) code = 1;
  if (file !== null || mails.length > 0) return code;
  return await untilPipeCloses(() => {
    print(line.flag("json") ? JSON.stringify(report, null, 2) : escapedControls(reportText(report)));
    return 0;
  });
}

function monthOption(line: CommandLine, now: Date): string {
  const month = line.text("month");
  if (month === null) {
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, "YYYY-MM".length);
  }
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) return month;
  throw new UsageError(`--month is ${JSON.stringify(month)}; allowed is a month such as 2026-10.`);
}

async function isMailed(name: string, to: Parameters<typeof sendMail>[0], report: MonthReport): Promise<boolean> {
  const message = { subject: reportSubject(report), text: reportText(report), html: reportHtml(report) };
  try {
    await sendMail(to, message, `report-${report.month}-${crypto.randomUUID()}`);
    print(`sent       ${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    printError(`failed     ${name}: ${error.message}`);
    return false;
  }
}

/** Runs `deno task report`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, reportCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
