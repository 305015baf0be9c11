import { BusinessFile } from "../domain/business.ts";
import { Taxonomy } from "../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy, LEARNT_TRADES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { untilPipeCloses } from "./command/closed_pipe.ts";
import { print } from "./command/print.ts";
import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { aspectLines, evaluateAspects } from "./eval/eval_aspects.ts";
import { detectionLine } from "./eval/eval_figures.ts";
import { evaluateGold, summed } from "./eval/eval_gold.ts";
import { evaluateProbes } from "./eval/eval_probes.ts";
import { evaluateQuotes } from "./eval/eval_quotes.ts";
import { evaluateReviews, reviewLines } from "./eval/eval_reviews.ts";
import { LabelledFileError, labelledSentences } from "./eval/eval_sentences.ts";
import { vaderScore } from "./eval/eval_vader.ts";
import { goldDifferences } from "./eval/gold_differences.ts";
import { goldLines, probeLines, quoteLine, ruleLines, setLine } from "./eval/gold_lines.ts";
import { goldReading, type Trade } from "./eval/gold_reading.ts";
import { type GoldPart, goldProbes, goldReviews } from "./eval/gold_set.ts";

const HELP = `Measure the analyser against reviews that people have labelled.

  deno task eval [--validation | --held | --list] [FOLDER]

First the labelled reviews of this repository (tests/fixtures/gold): those for development, which may
be read and learnt from, and the probes; also by the rules alone, without the trained part. With --validation others instead, of which only figures are
shown: they tell whether a change helps with reviews that it was not made for. With --held the last
ones: they are there to be looked at once, after the last change. Then labelled reviews of trades
with taxonomies of their own (tests/fixtures/trades), a line for each trade; none are for validation.

The folder, or else REVIEWS_TEST_DATA, holds any of these; what is not there is not measured:

  NAME_reviews.json, NAME_gold.json   reviews with stars, and the sentiment of each (1 to 5, 1 the
                                      best), read by text and stars with each built-in taxonomy
  NAME.xml, absa/NAME.xml             sentences with <aspectCategory category= polarity=> (as of
                                      SemEval-2014 task 4 and MAMS) or <Opinion category= polarity=>
                                      (as of SemEval-2015 and 2016; the entity before # counts)

Sentences are read by the restaurant taxonomy. Its aspects are mapped to the categories that the set
has: staff and waiting time are service, drinks and menu are food, unless the set tells them apart;
experience is miscellaneous, and so is the place unless the set has a category of it. Miscellaneous
is what remains: a sentence is so when nothing else is found in it, and (in a set without places)
only then. That is the set's own definition; the taxonomy has no such aspect, and a review in which
nothing is found speaks of no aspect. A sentence without any label is left out, and an aspect of
which the set has no category is not counted.

Polarity is asked of the categories that people named, a conflict left out of it: that of the aspect
where it was found, else that of the sentence (in the labelled reviews: of the review). Always the
commonest, and VADER, are for comparison.

  --validation  the figures of the labelled reviews for validation instead of those for development
  --held        the figures of the held ones
  --list        what is read otherwise than labelled, a line for each; only of those for development
  --help        this text`;

const TAXONOMIES = new Map(LEARNT_TRADES.map((name) => [name, builtInTaxonomy(name)]));

const GOLD = new URL("../tests/fixtures/gold/", import.meta.url);
const TRADES = `${import.meta.dirname}/../tests/fixtures/trades`;

function evalCommand(line: CommandLine): Promise<number> {
  return untilPipeCloses(() => evaluate(line));
}

async function evaluate({ files, flag }: CommandLine): Promise<number> {
  await printGold(chosenPart(flag), flag("list"));
  await printTrades(chosenPart(flag), flag("list"));
  const folder = files[0] ?? Deno.env.get("REVIEWS_TEST_DATA");
  if (folder === undefined || folder === "") return 0;
  let measured = 0;
  for (const name of await namesIn(folder, "_gold.json")) {
    const [reviews, gold] = ["reviews", "gold"].map((part) => Deno.readTextFile(`${folder}/${name}_${part}.json`));
    const figures = evaluateReviews(await reviews ?? "", await gold ?? "", TAXONOMIES, vaderScore);
    print([`${name}: ${figures.reviews} reviews`, ...reviewLines(figures)].join("\n"));
    measured++;
  }
  for (const from of [folder, `${folder}/absa`]) {
    for (const name of await namesIn(from, ".xml")) {
      const sentences = await sentencesIn(`${from}/${name}.xml`);
      if (sentences.length === 0) continue;
      const figures = evaluateAspects(sentences, builtInTaxonomy("restaurant"), vaderScore);
      print([`${name}: ${figures.sentences} sentences`, ...aspectLines(figures)].join("\n"));
      measured++;
    }
  }
  if (measured === 0) throw new UsageError(`"${folder}" holds no labelled reviews; --help tells which are read.`);
  return 0;
}

/** The labelled reviews to measure, by the options. Those that are not to be learnt from are never listed. */
function chosenPart(flag: CommandLine["flag"]): GoldPart {
  if (flag("held") && flag("validation")) {
    throw new UsageError("--held and --validation are different reviews: give one of them.");
  }
  if (flag("held") && flag("list")) {
    throw new UsageError("The held reviews are not listed: nothing is to be learnt from them.");
  }
  if (flag("validation") && flag("list")) {
    throw new UsageError(
      "The reviews for validation are not listed: once words are chosen to fit them, their figures say nothing of others.",
    );
  }
  if (flag("held")) return "held";
  return flag("validation") ? "validation" : "development";
}

async function printGold(part: GoldPart, isListed: boolean): Promise<void> {
  const reviews = goldReviews(await Deno.readTextFile(new URL(`${part}.jsonl`, GOLD)));
  const reading = goldReading();
  const rules = goldReading(false);
  if (isListed) return print(goldDifferences(reviews, reading).join("\n"));
  const mentions = reviews.reduce((all, review) => all + review.mentions.length, 0);
  print([
    `${part}: ${reviews.length} reviews, ${mentions} mentions`,
    ...goldLines(evaluateGold(reviews, reading, true), evaluateGold(reviews, reading, false), vaderScore),
    ...ruleLines(evaluateGold(reviews, rules, true), evaluateGold(reviews, rules, false)),
    quoteLine(evaluateQuotes(reviews, reading)),
  ].join("\n"));
  const probes = goldProbes(await Deno.readTextFile(new URL("probes.jsonl", GOLD)));
  print([`probes: ${probes.length}`, ...probeLines(evaluateProbes(probes, reading, vaderScore))].join("\n"));
}

/** Measures the trades that have a taxonomy of their own: those for development, or the held ones. */
async function printTrades(part: GoldPart, isListed: boolean): Promise<void> {
  const names = await namesIn(`${TRADES}/${part}`, ".jsonl");
  if (names.length === 0) return;
  const fileOf = (name: string) => Deno.readTextFile(`${TRADES}/${part}/${name}`);
  const trades = new Map<string, Trade>();
  for (const name of names) {
    trades.set(name, {
      business: BusinessFile.parse(JSON.parse(await fileOf(`${name}.business.json`))),
      taxonomy: Taxonomy.parse(JSON.parse(await fileOf(`${name}.taxonomy.json`))),
    });
  }
  const reviews = (await Promise.all(names.map((name) => fileOf(`${name}.jsonl`)))).flatMap(goldReviews);
  const reading = goldReading(true, trades);
  if (isListed) return print(goldDifferences(reviews, reading).join("\n"));
  const all = evaluateGold(reviews, reading, true);
  print([
    `trades, ${part}: ${reviews.length} reviews`,
    ...names.map((name) =>
      setLine(name, evaluateGold(reviews.filter(({ taxonomy }) => taxonomy === name), reading, true))
    ),
    setLine("all", all),
    setLine("all, by the rules alone", evaluateGold(reviews, goldReading(false, trades), true)),
    detectionLine("problems found", summed(all.problems)),
    quoteLine(evaluateQuotes(reviews, reading)),
  ].join("\n"));
}

async function sentencesIn(path: string) {
  try {
    return labelledSentences(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof LabelledFileError) throw new UsageError(`"${path}" is not well-formed XML: ${error.message}`);
    throw error;
  }
}

/** The names in a folder with this ending, without it, sorted; none if the folder does not exist. */
async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (name.endsWith(ending)) names.push(name.slice(0, -ending.length));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

if (import.meta.main) {
  const isGiven = { type: "boolean" } as const;
  await runCommand(HELP, { held: isGiven, validation: isGiven, list: isGiven }, evalCommand);
}
