import type { Detection, Polarity } from "./eval_figures.ts";
import type { GoldReading } from "./gold_reading.ts";
import type { GoldMention, GoldReview } from "./gold_set.ts";

/** The labelled and the predicted polarity of one aspect in a review. */
export interface PolarityPair {
  readonly aspect: string;
  readonly gold: Polarity;
  /** The polarity of the aspect, or of the whole review if the aspect was not found. */
  readonly predicted: Polarity;
  readonly isFound: boolean;
  readonly words: string;
  readonly text: string;
}

/** Results of the analyser on labelled reviews. */
export interface GoldFigures {
  /** Detection of the business's own aspects. An aspect of another firm is an error only if found with an opinion. */
  readonly aspects: ReadonlyMap<string, Detection>;
  readonly problems: ReadonlyMap<string, Detection>;
  /** Claims of praise and of criticism by aspect, with the number of right ones. */
  readonly claims: Readonly<Record<"positive" | "negative", ReadonlyMap<string, Detection>>>;
  /** One pair for each aspect whose labels agree on the polarity. */
  readonly pairs: readonly PolarityPair[];
}

/**
 * Compares the analyser with labelled reviews. Expects only labels about the business itself. An aspect with praise and
 * criticism counts for detection and claims, but not for polarity.
 *
 * @param withStars Whether the analyser gets the stars.
 */
export function evaluateGold(reviews: readonly GoldReview[], reading: GoldReading, withStars: boolean): GoldFigures {
  const aspects = new Tally();
  const problems = new Tally();
  const claims = { positive: new Tally(), negative: new Tally() };
  const pairs: PolarityPair[] = [];
  for (const { taxonomy, stars, text, mentions } of reviews) {
    const analysis = reading.read(taxonomy, withStars ? stars : null, text);
    const own = mentions.filter(({ fault }) => fault === "business");
    const foreign = new Set(mentions.filter(({ fault }) => fault !== "business").map(({ aspect }) => aspect));
    const said = aspectsOf(own);
    const found = analysis.aspects.filter(({ id, sentiment }) =>
      said.has(id) || !foreign.has(id) || sentiment !== "neutral"
    );
    aspects.add(new Set(said.keys()), new Set(found.map(({ id }) => id)));
    problems.add(
      new Set(own.flatMap(({ problem }) => problem === null ? [] : [problem])),
      new Set(analysis.problems),
    );
    for (const polarity of ["positive", "negative"] as const) {
      claims[polarity].add(
        new Set(
          [...said].flatMap(([aspect, labels]) => labels.some((one) => one.polarity === polarity) ? [aspect] : []),
        ),
        new Set(found.filter(({ sentiment }) => sentiment === polarity).map(({ id }) => id)),
      );
    }
    for (const [aspect, labels] of said) {
      const opinions = labels.filter(({ polarity }) => polarity !== "neutral");
      const [first = labels[0], ...others] = opinions;
      if (first === undefined || others.some(({ polarity }) => polarity !== first.polarity)) continue;
      const mention = analysis.aspects.find(({ id }) => id === aspect);
      pairs.push({
        aspect,
        gold: first.polarity,
        predicted: mention?.sentiment ?? analysis.sentiment,
        isFound: mention !== undefined,
        words: first.words,
        text,
      });
    }
  }
  return {
    aspects: aspects.counts,
    problems: problems.counts,
    claims: { positive: claims.positive.counts, negative: claims.negative.counts },
    pairs,
  };
}

/** The sum of all counts. */
export function summed(counts: ReadonlyMap<string, Detection>): Detection {
  return [...counts.values()].reduce((all, one) => ({
    found: all.found + one.found,
    right: all.right + one.right,
    expected: all.expected + one.expected,
  }), { found: 0, right: 0, expected: 0 });
}

function aspectsOf(mentions: readonly GoldMention[]): ReadonlyMap<string, readonly GoldMention[]> {
  const said = new Map<string, GoldMention[]>();
  for (const mention of mentions) {
    if (mention.aspect !== null) said.set(mention.aspect, [...said.get(mention.aspect) ?? [], mention]);
  }
  return said;
}

/** Counts found and expected ids over all reviews. */
class Tally {
  readonly counts = new Map<string, Detection>();

  add(expected: ReadonlySet<string>, found: ReadonlySet<string>): void {
    for (const id of expected.union(found)) {
      const before = this.counts.get(id) ?? { found: 0, right: 0, expected: 0 };
      this.counts.set(id, {
        found: before.found + Number(found.has(id)),
        right: before.right + Number(found.has(id) && expected.has(id)),
        expected: before.expected + Number(expected.has(id)),
      });
    }
  }
}
