import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { suggestTaxonomy } from "../domain/insights/candidates/suggest_taxonomy.ts";
import { escapedControls } from "./command/escaped_controls.ts";
import { untilPipeCloses } from "./command/closed_pipe.ts";
import { print } from "./command/print.ts";
import { type CommandLine, type CommandOptions, runCommand, UsageError } from "./command/run_command.ts";
import { insightsJson } from "./insights/insights_json.ts";
import { insightsReport } from "./insights/insights_report.ts";
import { type Output, pageOptions } from "./insights/page_options.ts";
import { type PublishedDataset, readPublishedDataset } from "./insights/published_dataset.ts";
import { withHubStore } from "./service/open_store.ts";

const HELP = `Report what the published reviews say: aspects, people, problems, months.

  deno task insights [options]

It reads what is published, so it agrees with /insights.json. At the end it names who may work for the
business besides the technicians of its roster: guesses for you alone, published nowhere.

  --width N   columns, 40 to 400; otherwise those of the terminal, or 100
  --all       lists as a whole; otherwise the first 10 entries, and 12 months
  --json      one object with the candidates and the insights, for programs
  --taxonomy-help
              instead: a taxonomy suggested by the reviews themselves, as JSON to edit and import:
              what they speak of, what they complain of, and their words for it
  --help      this text

Colours only on a terminal, and not when NO_COLOR is set. KV_PATH names the store.`;

const OPTIONS: CommandOptions = {
  width: { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
  "taxonomy-help": { type: "boolean" },
};

function insightsCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) {
    throw new UsageError(`insights takes no ${JSON.stringify(line.files[0])}. --help tells what there is.`);
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

if (import.meta.main) await runCommand(HELP, OPTIONS, insightsCommand);
