import type { ReviewReader } from "../../domain/insights/analysis/text_reader.ts";
import { clauseFeatures, FeatureList } from "../../domain/insights/model/word_features.ts";
import { scoreSentence } from "../../domain/insights/sentiment/score_sentence.ts";
import { type ReadSentence, readSentence, tellingWords } from "../../domain/insights/subjects/read_sentence.ts";
import { ruleFeatures } from "../../domain/insights/subjects/rule_features.ts";
import { subjectClasses } from "../../domain/insights/subjects/subject_detector.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { type GoldMention, type GoldReview, passagesOf, spanOf } from "../eval/gold_set.ts";
import type { Example } from "./fit_linear.ts";

/** A labelled passage of a text, with its classes. */
interface Passage {
  readonly from: number;
  readonly to: number;
  readonly classes: readonly number[];
}

interface Clause {
  readonly from: number;
  readonly to: number;
  readonly keys: Int32Array;
  readonly classes: Set<number>;
}

/**
 * Minimum overlap of a clause and a passage, as a share of the shorter one, for the clause to get the passage's
 * classes.
 */
const SHARE = 0.5;

/**
 * Creates an example for each clause of labelled reviews, for the aspects and problems of a taxonomy. Uses only the
 * labelled passages about the business itself.
 */
export function subjectExamples(reviews: readonly GoldReview[], reader: ReviewReader): readonly Example[] {
  const places = new Map(subjectClasses(reader.taxonomy).map((name, place) => [name, place]));
  const keysOf = clauseKeys(reader.taxonomy);
  return reviews.flatMap((review) => {
    const clauses = clausesOf(review, reader, keysOf);
    const passages = passagesIn(review, places);
    for (const passage of passages) mark(clauses, passage);
    // A label quotes only the clearest passage. Other clauses of the review may express the same class, so for them the
    // class counts as unknown.
    const said = new Set(passages.flatMap(({ classes }) => classes));
    return clauses.map(({ keys, classes }) => ({
      keys,
      classes: [...classes],
      unknown: [...said.difference(classes)],
    }));
  });
}

/** Computes the feature keys of a clause in a review with `rating` stars. */
export type ClauseKeys = (sentence: ReadSentence, clause: number, rating: number) => Int32Array;

/** Builds the function that computes the features of clauses, as a taxonomy's detector does. */
export function clauseKeys(taxonomy: Taxonomy): ClauseKeys {
  const { ofWord, ofPairs } = clauseFeatures();
  const ofRules = ruleFeatures(taxonomy);
  const list = new FeatureList();
  return (sentence, clause, rating) => {
    list.clear();
    const add = (key: number, times = 1) => {
      for (let time = 0; time < times; time++) list.add(key);
    };
    const words = tellingWords(sentence, clause);
    for (const word of words) ofWord(word, add);
    ofPairs(words, add);
    ofRules(sentence, clause, rating, add);
    return list.keys.slice(0, list.length);
  };
}

function clausesOf(
  { text, stars }: GoldReview,
  { sentencesOf, lexicon, subjectsOf, taxonomy }: ReviewReader,
  keysOf: ClauseKeys,
): readonly Clause[] {
  const sentences = sentencesOf(text);
  const read = sentences.map((sentence) => readSentence(scoreSentence(sentence, lexicon), subjectsOf, taxonomy, stars));
  let at = 0;
  return read.flatMap((sentence, place) =>
    sentence.scored.clauses.map((clause, index) => {
      if (index === 0) at = Math.max(at, text.indexOf(sentences[place] ?? "", at));
      const from = text.indexOf(clause.text, at);
      at = from + clause.text.length;
      return { from, to: at, keys: keysOf(sentence, index, stars), classes: new Set() };
    })
  );
}

function passagesIn({ text, mentions }: GoldReview, places: ReadonlyMap<string, number>): readonly Passage[] {
  return mentions.filter(({ fault }) => fault === "business").flatMap((mention: GoldMention) => {
    const classes = [`aspect ${mention.aspect}`, `problem ${mention.problem}`].flatMap((name) =>
      places.get(name) ?? []
    );
    return passagesOf(mention).flatMap((words) => spanOf(text, words)).map((span) => ({ ...span, classes }));
  });
}

function mark(clauses: readonly Clause[], { from, to, classes }: Passage): void {
  const shared = (clause: Clause) => Math.min(to, clause.to) - Math.max(from, clause.from);
  const within = clauses.filter((clause) =>
    shared(clause) > 0 && shared(clause) >= SHARE * Math.min(to - from, clause.to - clause.from)
  );
  const most = Math.max(0, ...clauses.map(shared));
  const marked = within.length > 0
    ? within
    : clauses.filter((clause) => most > 0 && shared(clause) === most).slice(0, 1);
  for (const clause of marked) for (const one of classes) clause.classes.add(one);
}
