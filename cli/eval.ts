import { Taxonomy } from "../domain/insights/taxonomy.ts";
import homeServices from "../domain/insights/taxonomies/home_services.json" with { type: "json" };
import restaurant from "../domain/insights/taxonomies/restaurant.json" with { type: "json" };
import { aspectLines, evaluateAspects } from "./eval_mams.ts";
import { evaluateReviews, reviewLines } from "./eval_nhs.ts";
import { print } from "./print.ts";
import { type CommandLine, runCommand, UsageError } from "./run_command.ts";

const HELP = `Measure the analyser against reviews that people have labelled.

  deno task eval [FOLDER]

The folder, or else REVIEWS_TEST_DATA, holds pairs NAME_reviews.json and NAME_gold.json, and
absa/NAME.xml with aspect categories. What is not there is not measured.

  --help    this text`;

const VADER: string = "vader-sentiment";

async function evalCommand({ files }: CommandLine): Promise<number> {
  const folder = files[0] ?? Deno.env.get("REVIEWS_TEST_DATA");
  if (folder === undefined) throw new UsageError("Name the folder of the labelled reviews, or set REVIEWS_TEST_DATA.");
  const vader = await vaderScorer();
  if (vader === null) print("vader-sentiment is not installed: its figures are left out.");
  let measured = 0;
  for (const name of namesIn(folder, "_gold.json")) {
    const [reviews, gold] = ["reviews", "gold"].map((part) => Deno.readTextFile(`${folder}/${name}_${part}.json`));
    const figures = evaluateReviews(await reviews ?? "", await gold ?? "", Taxonomy.parse(homeServices), vader);
    print([`${name}: ${figures.reviews} reviews`, ...reviewLines(figures)].join("\n"));
    measured++;
  }
  for (const name of namesIn(`${folder}/absa`, ".xml")) {
    const xml = await Deno.readTextFile(`${folder}/absa/${name}.xml`);
    const figures = evaluateAspects(xml, Taxonomy.parse(restaurant), vader);
    print([`${name}: ${figures.sentences} sentences`, ...aspectLines(figures)].join("\n"));
    measured++;
  }
  if (measured === 0) throw new UsageError(`"${folder}" holds no labelled reviews; --help tells which are read.`);
  return 0;
}

function namesIn(folder: string, ending: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name }) =>
      name.endsWith(ending) ? name.slice(0, -ending.length) : []
    )
      .sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** The scorer of the package `vader-sentiment`, which only this command compares with; null without it. */
async function vaderScorer(): Promise<((text: string) => number) | null> {
  try {
    const { default: { SentimentIntensityAnalyzer: vader } } = await import(VADER);
    return (text) => vader.polarity_scores(text).compound;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

if (import.meta.main) await runCommand(HELP, {}, evalCommand);
