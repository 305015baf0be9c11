import { readCurrentDataset } from "../domain/dataset/publish_change.ts";
import { readErasedMarks } from "../domain/dataset/erased_marks.ts";
import { forgetLabeller } from "../domain/dataset/label_rows.ts";
import type { Store } from "../domain/store/store.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { labelTask } from "../domain/insights/labeller/label_prompt.ts";
import { proposalTask } from "../domain/insights/labeller/taxonomy_prompt.ts";
import { reviewAnalyzer } from "../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { chosenTaxonomy } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { readConfiguration } from "../service/configuration.ts";
import { environment } from "../service/store/kv_location.ts";
import { openStore } from "../service/store/open_store.ts";
import { counted, escapedControls, print, printError } from "../terminal/print.ts";
import { type CommandLine, refuseArguments, runCommand, UsageError } from "./command/run_command.ts";
import { cleanedImport, incomingDataset } from "./import/publish_import.ts";
import { readImportFiles } from "./import/reading/read_import_files.ts";
import { readLabeller } from "./labeller/labeller_client.ts";

const HELP = `Try the language model that labels reviews (docs/insights.md), or forget it.

  deno task labeller --try FILE       label the ten newest texts, store nothing
  deno task labeller --propose FILE   print a taxonomy proposed from sixty texts
  deno task labeller --forget         remove the labeller and its labels

Texts are sent as an import would publish them: without e-mail addresses and
telephone numbers, and none that is hidden or erased. --try prints the labels
beside what the rules find. --propose prints JSON to check, edit and give to
deno task import --taxonomy. LABELLER_URL, LABELLER_MODEL and LABELLER_KEY_FILE
name the endpoint. After --forget, the next publication counts
what the rules find.

  --help   this text`;

const MOST_TEXTS = 10;

async function labellerCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "labeller", "--try FILE names a file");
  const [tried, read] = [line.text("try"), line.text("propose")];
  if ([tried !== null, read !== null, line.flag("forget")].filter(Boolean).length !== 1) {
    throw new UsageError("Name one of --try FILE, --propose FILE and --forget.");
  }
  const { kv } = await openStore(readConfiguration(environment).kvPath);
  try {
    if (tried !== null) return await tryLabeller(kv, tried);
    if (read !== null) return await proposeTaxonomy(kv, read);
    await forgetLabeller(kv);
    print("The labeller and its labels are removed. The next import counts what the rules find.");
    return 0;
  } finally {
    kv.close();
  }
}

/** Returns the labeller, what an import of the file alone would publish, and its reviews with text. */
async function labellerAndTexts(kv: Store, file: string) {
  const labeller = readLabeller(environment);
  if (labeller === null) throw new UsageError("LABELLER_URL is not set; it names the endpoint.");
  const own = (await readCurrentDataset(kv)).current?.dataset ?? null;
  const files = await readImportFiles([file], { now: new Date() });
  const described = { business: null, insights: null, taxonomy: null, pages: null };
  const incoming = incomingDataset(files, described, { replace: "all", mergeDuplicates: false });
  const { dataset } = cleanedImport(own, incoming, await readErasedMarks(kv));
  const texts = dataset.reviews.filter(({ text }) => text !== null);
  if (texts.length === 0) throw new UsageError("The file has no text that can be read; an import of it says why.");
  return { ...labeller, dataset, texts };
}

async function proposeTaxonomy(kv: Store, file: string): Promise<number> {
  const { ask, texts } = await labellerAndTexts(kv, file);
  const answer = await ask(proposalTask(texts));
  if ("failure" in answer) throw new OperatorError(`The labeller has proposed no taxonomy: ${answer.failure}.`);
  print(escapedControls(JSON.stringify(answer.taxonomy, null, 2)));
  if (answer.dropped > 0) {
    const left = counted(answer.dropped, "entry", "entries");
    printError(`${left} left out: no valid entry, or no word of it stands in the texts.`);
  }
  return 0;
}

async function tryLabeller(kv: Store, file: string): Promise<number> {
  const { ask, texts: all, dataset: { business, taxonomy } } = await labellerAndTexts(kv, file);
  const texts = all.slice(0, MOST_TEXTS);
  const chosen = chosenTaxonomy(taxonomy, business);
  const analyze = reviewAnalyzer(textReader(business, chosen));
  let failed = 0;
  for (const review of texts) {
    const { text, rating } = review;
    const answer = await ask(labelTask(chosen, [review]));
    const { aspects, problems } = analyze(review);
    const rules = [...aspects.map(({ id, sentiment }) => `${id} ${sentiment}`), ...problems];
    const ofLabeller = "failure" in answer ? [answer.failure] : answer.labels.flatMap(({ aspects, problems }) => [
      ...aspects.map(({ id, polarity, start, end }) => `${id} ${polarity} "${text?.slice(start, end)}"`),
      ...problems,
      ...answer.dropped === 0 ? [] : [`${answer.dropped} dropped`],
    ]);
    if ("failure" in answer) failed++;
    print(escapedControls(`${counted(rating, "star")}: ${text}`));
    print(`  rules:  ${rules.join(", ") || "-"}`);
    print(escapedControls(`  labeller: ${ofLabeller.join(", ") || "-"}`));
  }
  print(`${counted(texts.length, "text")}, ${failed} without labels.`);
  return failed === 0 ? 0 : 1;
}

/** Runs `deno task labeller`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  const options = { try: { type: "string" }, propose: { type: "string" }, forget: { type: "boolean" } } as const;
  return runCommand(args, HELP, options, labellerCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
