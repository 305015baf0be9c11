import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { suggestTaxonomy } from "../domain/insights/candidates/suggest_taxonomy.ts";
import { escapedControls, print, untilPipeCloses } from "./command/print.ts";
import { type CommandLine, type CommandOptions, runCommand, UsageError } from "./command/run_command.ts";
import {
  insightsJson,
  insightsReport,
  type PublishedDataset,
  readPublishedDataset,
} from "./insights/insights_report.ts";
import { withHubStore } from "./service/store/open_store.ts";
import { type Output, pageOptions } from "./insights/page.ts";

const HELP = `Report what the published reviews say: aspects, people, problems, months.

  deno task insights [options]

The figures agree with /insights.json. The end lists names that may be
technicians: guesses that are published nowhere.

  --width N   columns, 40 to 400; by default those of the terminal, or 100
  --all       whole lists instead of 10 entries and 12 months
  --json      one object with candidates and insights, for programs
  --taxonomy-help
              print a taxonomy suggested by the reviews instead, as JSON to
              edit and import
  --help      this text

Colours need a terminal and no NO_COLOR. KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
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
  return withHubStore(async (kv) => {
    const published = await readPublishedDataset(kv);
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

function suggestedTaxonomy({ business, reviews, taxonomy }: PublishedDataset): string {
  const suggested = suggestTaxonomy(reviews, textReader(business, taxonomy));
  if (suggested === null) throw new UsageError("The reviews repeat too few words to suggest a taxonomy from.");
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
