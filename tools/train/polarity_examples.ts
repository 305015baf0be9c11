import type { ReviewReader } from "../../domain/insights/analysis/text_reader.ts";
import { FeatureList } from "../../domain/insights/model/word_features.ts";
import { type JudgedMention, polarityFeatures } from "../../domain/insights/polarity/polarity_features.ts";
import { POLARITIES } from "../../domain/insights/polarity/polarity_judge.ts";
import { type MentionedAspect, mentionedAspects } from "../../domain/insights/polarity/mentioned_aspects.ts";
import { aspectScoreOf } from "../../domain/insights/sentiment/review_score.ts";
import { scoreSentence } from "../../domain/insights/sentiment/score_sentence.ts";
import { type ReadSentence, readSentence } from "../../domain/insights/subjects/read_sentence.ts";
import { categoriesOf } from "../eval/eval_categories.ts";
import type { LabelledSentence } from "../eval/eval_sentences.ts";
import { type GoldReview, passagesOf, spanOf } from "../eval/gold_set.ts";
import type { Example } from "./fit_linear.ts";

/**
 * Origin of an example. {@linkcode polarityExamples} creates the first three, {@linkcode sentenceExamples} the last.
 */
export type PolarityOrigin = "found" | "passage" | "bare" | "sentence";

/** A mention of an aspect as an example. */
export interface PolarityExample extends Example {
  readonly origin: PolarityOrigin;
  readonly mention: JudgedMention;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Neutral stars for texts without a rating. */
const SILENT_STARS = 3;
const NEUTRAL = POLARITIES.indexOf("neutral");
/** Index for an aspect that the taxonomy lacks. */
const NO_ASPECT = -1;

const addFeatures = polarityFeatures();
const list = new FeatureList();

/**
 * Creates examples from labelled reviews. `found`: aspects that the rules find and people labelled. `passage`: the
 * clauses of labelled passages, as if a detector had found the aspect there. `bare`: aspects that the rules find
 * without a label, as neutral.
 */
export function polarityExamples(reviews: readonly GoldReview[], reader: ReviewReader): readonly PolarityExample[] {
  const placeOf = new Map(reader.taxonomy.aspects.map(({ id }, place) => [id, place]));
  return reviews.flatMap(({ text, stars, mentions }): readonly PolarityExample[] => {
    const read = readAll(text, stars, reader);
    const spans = clauseSpans(text, reader.sentencesOf(text), read);
    const example = (said: MentionedAspect, origin: PolarityOrigin, polarity: number) =>
      exampleOf(read, said, origin, polarity);
    const said = mentionedAspects(read);
    const found = reader.taxonomy.aspects.flatMap(({ id }, aspect) => {
      const ofIt = said.get(aspect);
      const labels = mentions.filter((one) => one.aspect === id && one.fault === "business");
      const polarity = polarityOf(labels.map(({ polarity }) => polarity));
      return ofIt === undefined || polarity === null ? [] : [example(ofIt, "found", polarity)];
    });
    const passages = mentions.map((mention) => ({
      mention,
      spans: passagesOf(mention).flatMap((words) => spanOf(text, words)),
    }));
    const labelled = passages.flatMap(({ mention: { aspect, fault, polarity }, spans: told }) => {
      const clauses = clausesAt(spans, told);
      if (fault !== "business" || aspect === null || clauses.length === 0) return [];
      const index = placeOf.get(aspect) ?? NO_ASPECT;
      const ofIt = mentionedAspects(read.map((sentence, at) => withAspect(sentence, at, clauses, index))).get(index);
      return ofIt === undefined ? [] : [example(ofIt, "passage", POLARITIES.indexOf(polarity))];
    });
    const told = passages.flatMap(({ spans }) => spans);
    const bare = [...said].flatMap(([aspect, ofIt]) => {
      const { id } = reader.taxonomy.aspects[aspect] ?? { id: "" };
      if (mentions.some((one) => one.aspect === id)) return [];
      const isTold = told.some((span) => overlaps(spans, ofIt.clauses, span));
      return isTold ? [] : [example(ofIt, "bare", NEUTRAL)];
    });
    return [...found, ...labelled, ...bare];
  });
}

/** Creates examples from the aspects that the rules find in labelled sentences, except those labelled as conflict. */
export function sentenceExamples(
  sentences: readonly LabelledSentence[],
  reader: ReviewReader,
): readonly PolarityExample[] {
  const known = new Set(sentences.flatMap(({ categories }) => [...categories.keys()]));
  return sentences.flatMap(({ text, categories }): readonly PolarityExample[] => {
    const read = readAll(text, SILENT_STARS, reader);
    return [...mentionedAspects(read)].flatMap(([aspect, said]) => {
      const [category = ""] = categoriesOf([reader.taxonomy.aspects[aspect]?.id ?? ""], known).keys();
      const polarity = POLARITIES.indexOf(categories.get(category) ?? "");
      return polarity < 0 ? [] : [exampleOf(read, said, "sentence", polarity)];
    });
  });
}

function readAll(text: string, stars: number, reader: ReviewReader): readonly ReadSentence[] {
  return reader.sentencesOf(text).map((sentence) =>
    readSentence(scoreSentence(sentence, reader.lexicon), reader.subjectsOf, reader.taxonomy, stars)
  );
}

function exampleOf(
  read: readonly ReadSentence[],
  said: MentionedAspect,
  origin: PolarityOrigin,
  polarity: number,
): PolarityExample {
  const sentences = read.map(({ scored }) => scored);
  const { clauses, parts, places } = said;
  const mention = { sentences, clauses, parts, places, ruled: aspectScoreOf(SILENT_STARS, said.scores) };
  addFeatures(list, mention);
  const keys = list.keys.slice(0, list.length);
  return { origin, keys, classes: [polarity], mention };
}

function polarityOf(labels: readonly string[]): number | null {
  const opinions = new Set(labels.filter((one) => one !== "neutral"));
  if (labels.length === 0 || opinions.size > 1) return null;
  return POLARITIES.indexOf([...opinions][0] ?? "neutral");
}

/** The span of each clause in the text, by sentence. */
function clauseSpans(
  text: string,
  sentences: readonly string[],
  read: readonly ReadSentence[],
): readonly (readonly Span[])[] {
  let at = 0;
  return read.map(({ scored }, place) => {
    at = Math.max(at, text.indexOf(sentences[place] ?? "", at));
    return scored.clauses.map((clause) => {
      const from = text.indexOf(clause.text, at);
      at = from + clause.text.length;
      return { from, to: at };
    });
  });
}

function clausesAt(spans: readonly (readonly Span[])[], told: readonly Span[]): readonly number[] {
  return spans.flatMap((clauses, sentence) =>
    clauses.flatMap(({ from, to }, clause) =>
      told.some((span) => span.from < to && span.to > from) ? [sentence, clause] : []
    )
  );
}

function overlaps(spans: readonly (readonly Span[])[], clauses: readonly number[], { from, to }: Span): boolean {
  for (let at = 0; at < clauses.length; at += 2) {
    const clause = spans[clauses[at] ?? 0]?.[clauses[at + 1] ?? 0];
    if (clause !== undefined && clause.from < to && clause.to > from) return true;
  }
  return false;
}

/** Returns the sentence as if the aspect had been found in exactly these clauses. */
function withAspect(sentence: ReadSentence, at: number, clauses: readonly number[], aspect: number): ReadSentence {
  return {
    ...sentence,
    aspects: sentence.aspects.map((found, index) => {
      const changed = new Map(found);
      changed.delete(aspect);
      for (let place = 0; place < clauses.length; place += 2) {
        if (clauses[place] === at && clauses[place + 1] === index) changed.set(aspect, found.get(aspect) ?? []);
      }
      return changed;
    }),
  };
}
