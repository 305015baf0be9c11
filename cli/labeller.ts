import { changeDataset } from "../domain/dataset/change_dataset.ts";
import { readErasedMarks } from "../domain/dataset/erased_marks.ts";
import { readRevisions } from "../domain/dataset/history.ts";
import { forgetLabeller } from "../domain/dataset/label_rows.ts";
import { readCurrentDataset } from "../domain/dataset/publish_change.ts";
import { reviewAnalyzer } from "../domain/insights/analysis/analyze_review.ts";
import { labelledAnalysis } from "../domain/insights/analysis/labelled_analysis.ts";
import { textReader } from "../domain/insights/analysis/text_reader.ts";
import { chosenTaxonomy } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import type { Store } from "../domain/store/store.ts";
import { readConfiguration } from "../service/configuration.ts";
import { environment } from "../service/store/kv_location.ts";
import { openStore } from "../service/store/open_store.ts";
import { counted, escapedControls, print, printError } from "../terminal/print.ts";
import { type CommandLine, refuseArguments, runCommand, UsageError } from "./command/run_command.ts";
import { cleanedImport, incomingDataset, NOTHING_DESCRIBED } from "./import/publish_import.ts";
import { readImportFiles } from "./import/reading/read_import_files.ts";
import { type Labeller, labellerOf } from "./labeller/labeller_client.ts";
import { labelReviews, plannedLabels } from "./labeller/label_reviews.ts";
import { readLabellerSettings } from "./labeller/labeller_settings.ts";
import { writePlan } from "./launch/due_programs.ts";

const HELP = `Let a language model label the published reviews (docs/insights.md).

  deno task labeller                  label the new ones, and publish the labels
  deno task labeller --dry-run        how many reviews and tokens it would send
  deno task labeller --try FILE       label the ten newest texts, store nothing
  deno task labeller --forget         remove the labeller and its labels

LABELLER_URL, LABELLER_MODEL and LABELLER_KEY_FILE name the endpoint. With them,
\`deno task start\` runs it after each publication. Texts are sent as an import
publishes them: without e-mail addresses and telephone numbers, and none that is
hidden or erased. --try prints the labels beside what the rules find.

  --check  send nothing; exit with 1 if a setting is wrong
  --due    once after each publication of others; used by the launcher
  --help   this text`;

const COMMAND = "labeller";
const MOST_TEXTS = 10;
/** Interval of runs without a publication, in milliseconds; a publication starts one at once. */
const IDLE_MS = 24 * 3_600_000;

async function labellerCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, COMMAND, "--try FILE names a file");
  const [tried, isForgotten] = [line.text("try"), line.flag("forget")];
  const settings = readLabellerSettings(environment);
  if (settings === null && !isForgotten) throw new UsageError("LABELLER_URL is not set; it names the endpoint.");
  if (line.flag("check")) return 0;
  const { kv } = await openStore(readConfiguration(environment).kvPath);
  try {
    if (settings === null || isForgotten) return await forget(kv);
    const labeller = labellerOf(settings);
    if (tried !== null) return await tryLabeller(kv, labeller, tried);
    return await (line.flag("due") ? labelWhenDue(kv, labeller) : labelNow(kv, labeller, line.flag("dry-run")));
  } finally {
    kv.close();
  }
}

/** Publishes the current dataset with stored labels. Returns the revision's number if that changed anything. */
async function publishLabels(kv: Store): Promise<number | undefined> {
  const { current } = await readCurrentDataset(kv);
  if (current === null) return undefined;
  const { end, head } = await changeDataset(kv, {
    publisher: { command: COMMAND, sources: [] },
    decide: (newest) => ({ dataset: (newest ?? current).dataset }),
    dryRun: false,
    keptRevisions: readConfiguration(environment).keptRevisions,
    now: () => new Date(),
  });
  return end === "published" ? head?.number : undefined;
}

/** Labels what is published, or says what that would send. */
async function labelNow(kv: Store, labeller: Labeller, isDry: boolean): Promise<number> {
  const { current } = await readCurrentDataset(kv);
  if (current === null) throw new UsageError("Nothing is published yet; deno task import publishes reviews.");
  if (isDry) {
    print(await plannedLabels(kv, current.dataset, labeller));
    return 0;
  }
  const { labelled, lines } = await labelReviews(kv, current.dataset, current.head.revision, labeller);
  for (const text of lines) printError(escapedControls(text));
  const number = labelled === 0 ? undefined : await publishLabels(kv);
  const published = number === undefined ? "nothing changes" : `revision ${number} counts the labels`;
  print(`${counted(labelled, "review")} labelled; ${published}.`);
  return labelled === 0 && lines.length > 0 ? 1 : 0;
}

/** Labels once after each publication of others, so that LABELLER_MOST_REVIEWS bounds what each of them costs. */
async function labelWhenDue(kv: Store, labeller: Labeller): Promise<number> {
  const { entries, published } = await readRevisions(kv);
  const newest = entries.find(({ record }) => record.head.number === published);
  if (newest !== undefined && newest.record.publication?.command !== COMMAND) await labelNow(kv, labeller, false);
  await writePlan({ wait: IDLE_MS, folders: [] });
  return 0;
}

async function forget(kv: Store): Promise<number> {
  await forgetLabeller(kv);
  await publishLabels(kv);
  print("The labeller and its labels are removed. The insights are what the rules find.");
  return 0;
}

/** Labels the newest texts of a file, as an import of the file alone would publish them. */
async function tryLabeller(kv: Store, { ask }: Labeller, file: string): Promise<number> {
  const own = (await readCurrentDataset(kv)).current?.dataset ?? null;
  const files = await readImportFiles([file], { now: new Date() });
  const incoming = incomingDataset(files, NOTHING_DESCRIBED, { replace: "all", mergeDuplicates: false });
  const { dataset: { business, taxonomy, reviews } } = cleanedImport(own, incoming, await readErasedMarks(kv));
  const texts = reviews.filter(({ text }) => text !== null).slice(0, MOST_TEXTS);
  if (texts.length === 0) throw new UsageError("The file has no text that can be read; an import of it says why.");
  const chosen = chosenTaxonomy(taxonomy, business);
  const reader = textReader(business, chosen);
  const analyze = reviewAnalyzer(reader);
  let failed = 0;
  for (const review of texts) {
    const { text, rating } = review;
    const answer = await ask(chosen, review);
    const byRules = analyze(review);
    const found = ({ aspects, problems }: Pick<typeof byRules, "aspects" | "problems">) => [
      ...aspects.map(({ id, sentiment, spans: [start, end] }) => `${id} ${sentiment} "${text?.slice(start, end)}"`),
      ...problems,
    ];
    print(escapedControls(`${counted(rating, "star")}: ${text}`));
    print(escapedControls(`  rules:    ${found(byRules).join(", ") || "-"}`));
    if ("failure" in answer) failed++;
    const labels = "failure" in answer ? [answer.failure] : [
      ...found(labelledAnalysis(byRules, { text, rating, labels: answer.labels }, reader)),
      ...answer.dropped === 0 ? [] : [`${answer.dropped} dropped`],
    ];
    print(escapedControls(`  labeller: ${labels.join(", ") || "-"}`));
  }
  print(`${counted(texts.length, "text")}, ${failed} without labels.`);
  return failed === 0 ? 0 : 1;
}

const FLAG = { type: "boolean" } as const;
const OPTIONS = { try: { type: "string" }, forget: FLAG, "dry-run": FLAG, check: FLAG, due: FLAG } as const;

/** Runs `deno task labeller`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, labellerCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
