import type { GoldReading } from "./gold_reading.ts";
import { type GoldReview, spaced } from "./gold_set.ts";

const MOST_CHARACTERS = 90;

/**
 * What the analyser, with stars, reads otherwise than the labels, a line for each difference: aspects missed, read with
 * another polarity or claimed without a label, and problems missed or invented, each with the words of the label or the
 * beginning of the text.
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
    // That another firm is spoken of is no error: a claim about it would be.
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
