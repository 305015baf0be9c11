import { BusinessFile } from "../../domain/business.ts";
import { offeredSubjects } from "../../domain/insights/offered_subjects.ts";
import { sharedTerms, termMatches } from "../../domain/insights/text/shared_terms.ts";
import { wordsOf } from "../../domain/insights/text/words_of.ts";
import { trainingReviews } from "./training_reviews.ts";
import { builtInTaxonomy, LEARNT_TRADES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { print, untilPipeCloses } from "../../terminal/print.ts";
import { type CommandLine, runCommand, UsageError } from "../../cli/command/run_command.ts";
import { aspectLines, evaluateAspects } from "./eval_aspects.ts";
import { detectionLine } from "./eval_figures.ts";
import { evaluateGold, summed } from "./eval_gold.ts";
import { labelAnswer } from "./eval_labels.ts";
import { evaluateProbes } from "./eval_probes.ts";
import { evaluateQuotes } from "./eval_quotes.ts";
import { evaluateReviews, evaluationReview, reviewLines } from "./eval_reviews.ts";
import { LabelledFileError, labelledSentences } from "./eval_sentences.ts";
import { goldLines, probeLines, quoteLine, ruleLines, setLine, shownLine } from "./gold_lines.ts";
import { type GoldReading, goldReading, namesIn, readTrades } from "./gold_reading.ts";
import { type GoldPart, goldProbes, type GoldReview, goldReviews, spaced } from "./gold_set.ts";
import { evaluateShown } from "./eval_shown.ts";
import vader from "vader-sentiment";
import { z } from "zod";

/** Minimum number of labelled reviews in a trade for its subjects. */
const FEWEST_REVIEWS = 60;
/** Minimum share of the reviews with a noun that must have a label on it, for the noun to be a subject. */
const LEAST_LABELLED = 0.5;
const OFFERED_FIRST = 10;

/**
 * Offers the first ten nouns for each trade without a built-in taxonomy and returns a line with the number of those that
 * are subjects: in half of the reviews with the noun, a labelled passage contains it.
 */
function subjectsLine(reviews: readonly GoldReview[]): string {
  const business = BusinessFile.parse({ name: "A business" });
  let [all, good] = [0, 0];
  const trades = Map.groupBy(reviews.filter(({ taxonomy }) => taxonomy === "other"), ({ trade }) => trade);
  for (const own of [...trades.values()].filter(({ length }) => length >= FEWEST_REVIEWS)) {
    const published = own.map(({ id, stars, text }) => ({ ...evaluationReview(stars, text), id }));
    for (const { words } of offeredSubjects(business, published, null).slice(0, OFFERED_FIRST)) {
      const terms = sharedTerms(words.map((word) => [word, 0] as const));
      const isIn = (text: string) => !termMatches(wordsOf(text), terms).next().done;
      const using = own.filter(({ text }) => isIn(text));
      const labelled = using.filter(({ mentions }) => mentions.some(({ words }) => isIn(words)));
      all++;
      if (labelled.length >= LEAST_LABELLED * using.length) good++;
    }
  }
  return `offered subjects: ${good} of ${all} are judged`;
}

const MOST_CHARACTERS = 90;

/**
 * One line for each difference between the analyser, with stars, and the labels. These are aspects missed, with another
 * polarity or without a label, and problems missed or invented. Each line shows the words of the label or the beginning
 * of the text.
 */
export function goldDifferences(reviews: readonly GoldReview[], reading: GoldReading): readonly string[] {
  return reviews.flatMap(({ id, taxonomy, stars, text, mentions }) => {
    const { aspects, problems } = reading.read(taxonomy, stars, text);
    const own = mentions.filter(({ fault }) => fault === "business");
    const beginning = spaced(text).slice(0, MOST_CHARACTERS);
    const labelled = own.flatMap(({ aspect, polarity, words }) => {
      if (aspect === null) return [];
      const read = aspects.find((one) => one.id === aspect)?.sentiment ?? "not found";
      const isMixed = own.some((other) => other.aspect === aspect && other.polarity === read);
      return isMixed ? [] : [`${id} ${aspect}: labelled ${polarity}, ${read}: ${spaced(words)}`];
    });
    // Finding an aspect of another firm is no error, unless an opinion is claimed.
    const claimed = aspects.filter((one) =>
      !mentions.some(({ aspect, fault }) => aspect === one.id && (fault === "business" || one.sentiment === "neutral"))
    )
      .map((one) => `${id} ${one.id}: not labelled, ${one.sentiment}: ${beginning}`);
    const missed = own.filter(({ problem }) => problem !== null && !problems.includes(problem))
      .map(({ problem, words }) => `${id} problem ${problem}: missed: ${spaced(words)}`);
    const invented = problems.filter((one) => !own.some(({ problem }) => problem === one))
      .map((one) => `${id} problem ${one}: not labelled: ${beginning}`);
    return [...labelled, ...claimed, ...missed, ...invented];
  });
}

const Vader = z.object({
  SentimentIntensityAnalyzer: z.custom<{ polarity_scores(text: string): unknown }>((value) =>
    typeof value === "function" && "polarity_scores" in value && typeof value.polarity_scores === "function"
  ),
});
const Scores = z.object({ compound: z.number() });
const { SentimentIntensityAnalyzer: analyzer } = Vader.parse(vader);

/** The compound score of VADER for a text, -1 to 1, from the package `vader-sentiment`. */
export function vaderScore(text: string): number {
  return Scores.parse(analyzer.polarity_scores(text)).compound;
}

const HELP = `Measure the analysis against reviews that people have labelled.

  deno task eval [options] [FOLDER]

It reads the labelled reviews in tests/fixtures/gold, also with the rules alone,
then those of other trades in tests/fixtures/trades. Choose one part:

  (none)          development reviews and probes: read them and learn from them
  --validation    validation reviews, figures only: judge a change by them
  --held          held-out reviews: measure them once, after the last change
  --list          development reviews that are read otherwise than labelled
  --reviews NAME  these reviews of the taxonomy NAME, for deno task import
  --labels FILE   labels of a labeller beside the rules: FILE is what
                  deno task export --all writes after such an import
  --subjects      nouns offered for the trades of the training reviews
  --help          this text

FOLDER, or REVIEWS_TEST_DATA, may hold further sets:

  NAME_reviews.json, NAME_gold.json   reviews with stars, and their sentiment
                                      from 1 (best) to 5
  NAME.xml, absa/NAME.xml             sentences as in SemEval-2014 task 4 and
                                      MAMS, or as in SemEval-2015 and 2016

Sentences are read by the restaurant taxonomy. Its aspects are mapped to the
categories of the set: staff and waiting time to service, drinks and menu to
food, unless the set has them; experience and place to miscellaneous.
A sentence in which nothing is found is miscellaneous. Sentences without labels
and aspects without a category are left out.

Polarity is that of the labelled category if it is found, else that of the
sentence or review. The commonest polarity and VADER are shown for comparison.`;

const TAXONOMIES = new Map(LEARNT_TRADES.map((name) => [name, builtInTaxonomy(name)]));

const GOLD = new URL("../../tests/fixtures/gold/", import.meta.url);

function evalCommand(line: CommandLine): Promise<number> {
  return untilPipeCloses(() => evaluate(line));
}

async function evaluate({ files, flag, text }: CommandLine): Promise<number> {
  if (flag("subjects")) {
    print(subjectsLine((await trainingReviews()).reviews));
    return 0;
  }
  const [labels, taxonomy] = [text("labels"), text("reviews")];
  if (labels !== null || taxonomy !== null) {
    print(await labelAnswer(await allReviews(chosenPart(flag)), labels, taxonomy));
    return 0;
  }
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
  if (measured === 0) throw new UsageError(`"${folder}" holds no labelled reviews; --help lists which are read.`);
  return 0;
}

/** The set of labelled reviews that the options select. Refuses to list held-out and validation reviews. */
function chosenPart(flag: CommandLine["flag"]): GoldPart {
  if (flag("held") && flag("validation")) {
    throw new UsageError("--held and --validation are different reviews: give one of them.");
  }
  if (flag("held") && flag("list")) {
    throw new UsageError("Held-out reviews are not listed: nobody may learn from them.");
  }
  if (flag("validation") && flag("list")) {
    throw new UsageError(
      "Validation reviews are not listed: words chosen to fit them would spoil their figures.",
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
    shownLine(evaluateShown(reviews, reading)),
  ].join("\n"));
  const probes = goldProbes(await Deno.readTextFile(new URL("probes.jsonl", GOLD)));
  print([`probes: ${probes.length}`, ...probeLines(evaluateProbes(probes, reading, vaderScore))].join("\n"));
}

/** Prints the figures of the labelled trades of a part, each read with its own taxonomy. */
async function printTrades(part: GoldPart, isListed: boolean): Promise<void> {
  const { trades, reviews } = await readTrades(part);
  if (trades.size === 0) return;
  const reading = goldReading(true, trades);
  if (isListed) return print(goldDifferences(reviews, reading).join("\n"));
  const all = evaluateGold(reviews, reading, true);
  print([
    `trades, ${part}: ${reviews.length} reviews`,
    ...[...trades.keys()].map((name) =>
      setLine(name, evaluateGold(reviews.filter(({ taxonomy }) => taxonomy === name), reading, true))
    ),
    setLine("all", all),
    setLine("all, by the rules alone", evaluateGold(reviews, goldReading(false, trades), true)),
    detectionLine("problems found", summed(all.problems)),
    quoteLine(evaluateQuotes(reviews, reading)),
    shownLine(evaluateShown(reviews, reading)),
  ].join("\n"));
}

/** Reads all labelled reviews of a part, and the taxonomies of its trades. */
async function allReviews(part: GoldPart) {
  const { trades, reviews } = await readTrades(part);
  const gold = goldReviews(await Deno.readTextFile(new URL(`${part}.jsonl`, GOLD)));
  return { trades, reviews: [...gold, ...reviews] };
}

async function sentencesIn(path: string) {
  try {
    return labelledSentences(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof LabelledFileError) throw new UsageError(`"${path}" is not well-formed XML: ${error.message}`);
    throw error;
  }
}

/** Runs `deno task eval`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  const isGiven = { type: "boolean" } as const;
  return runCommand(
    args,
    HELP,
    {
      held: isGiven,
      validation: isGiven,
      list: isGiven,
      subjects: isGiven,
      labels: { type: "string" },
      reviews: { type: "string" },
    },
    evalCommand,
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
