import { CalendarDate } from "../domain/string_formats.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { suggestTaxonomy } from "../domain/insights/suggest_taxonomy.ts";
import { counted, escapedControls, print, untilPipeCloses } from "./command/print.ts";
import { type CommandLine, type CommandOptions, runCommand, UsageError } from "./command/run_command.ts";
import {
  insightsJson,
  insightsReport,
  type PublishedDataset,
  readPublishedDataset,
  type ReviewChoice,
} from "./insights/insights_report.ts";
import { withHubStore } from "./service/store/open_store.ts";
import { type Output, pageOptions } from "./insights/page.ts";

const HELP = `Report what the published reviews say: aspects, people, problems, months.

  deno task insights [options]

The figures agree with /insights.json.

  --since DAY, --until DAY
              only reviews from this day on, up to this day (YYYY-MM-DD)
  --source NAME
              only reviews of this source
  --width N   columns, 40 to 400; by default those of the terminal, or 100
  --all       whole lists instead of 10 entries and 12 months
  --json      one object, for programs
  --taxonomy-help
              print a taxonomy suggested by the reviews instead, as JSON to
              edit and import
  --help      this text

Colours need a terminal and no NO_COLOR. KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
  since: { type: "string" },
  until: { type: "string" },
  source: { type: "string" },
  width: { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
  "taxonomy-help": { type: "boolean" },
};

function insightsCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) {
    throw new UsageError(`insights takes no ${JSON.stringify(line.files[0])}. --help lists the options.`);
  }
  const page = pageOptions(line, output());
  const choice = choiceOf(line);
  return withHubStore(async (kv) => {
    const published = await readPublishedDataset(kv, choice);
    const report = line.flag("taxonomy-help")
      ? suggestedTaxonomy(published)
      : line.flag("json")
      ? insightsJson(published)
      : insightsReport(page, published);
    return untilPipeCloses(() => {
      print(report);
      return 0;
    });
  });
}

/** @throws {UsageError} If a day is none, or the last is before the first. */
function choiceOf(line: CommandLine): ReviewChoice | null {
  const [since, until, source] = [line.text("since"), line.text("until"), line.text("source")];
  for (const [name, day] of [["since", since], ["until", until]] as const) {
    if (day !== null && !CalendarDate.safeParse(day).success) {
      throw new UsageError(`--${name} is ${JSON.stringify(day)}; allowed is a day such as 2026-10-31.`);
    }
  }
  if (since !== null && until !== null && since > until) {
    throw new UsageError(`--until is ${until}; allowed is a day that is not before --since ${since}.`);
  }
  return since === null && until === null && source === null ? null : { since, until, source };
}

function suggestedTaxonomy({ business, reviews, taxonomy }: PublishedDataset): string {
  const suggested = suggestTaxonomy(reviews, textReader(business, taxonomy));
  if (suggested === null) {
    throw new UsageError(`The words of ${counted(reviews.length, "review")} repeat too little to suggest a taxonomy.`);
  }
  return escapedControls(JSON.stringify(suggested, null, 2));
}

function output(): Output {
  return {
    terminalWidth: Deno.stdout.isTerminal() ? Deno.consoleSize().columns : null,
    noColour: Deno.noColor,
  };
}

/** Runs `deno task insights`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, insightsCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
