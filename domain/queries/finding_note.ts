import { counted } from "../insights/prose/wording.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import { readWordQuery } from "../search/word_query.ts";
import { insightsOf } from "./snapshot_insights.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot, Subject } from "../snapshot/snapshot.ts";

type Criteria = Omit<SearchCriteria, "limit" | "after">;

/**
 * Writes the note on a search by aspect, problem or sentiment: its matches come from the analysis, which may err. Adds
 * how many texts have the words of the subject, and names other subjects that count the same words.
 *
 * @returns Sentences; null for a search without these criteria.
 */
export function findingNote(snapshot: Snapshot, criteria: Criteria): string | null {
  const { aspect, problem, sentiment, ...others } = criteria;
  if (aspect === undefined && problem === undefined && sentiment === undefined) return null;
  const { aspects, problems } = snapshot.subjects;
  const names = [[aspects, aspect] as const, [problems, problem] as const].flatMap(([subjects, wanted]) =>
    wanted === undefined ? [] : [subjects.find(({ id }) => id === wanted)?.label.toLowerCase() ?? wanted]
  ).join(" ");
  const words = [...criteria.words ?? [], ...readWordQuery(names)];
  return [
    "The analysis found these; it misses some and errs in one to three of ten.",
    names === ""
      ? "The stars are exact: rating, min_rating and max_rating filter by them."
      : `The texts are exact: with ${JSON.stringify(names)} as words instead, ${
        reviewsFound(snapshot, { ...others, words })
      }.`,
    ...relatedSubjects(snapshot, { aspect, problem }).map((related) => relatedSentence(snapshot, related, others)),
  ].join(" ");
}

/** An aspect or problem that counts the same words as another subject. */
interface RelatedSubject {
  readonly kind: "aspect" | "problem";
  readonly subject: Subject;
}

/**
 * Returns the published subjects that count the same words as an aspect or problem: lateness is a problem, and a part
 * of punctuality.
 */
export function relatedSubjects(
  snapshot: Snapshot,
  { aspect, problem }: Pick<Criteria, "aspect" | "problem">,
): readonly RelatedSubject[] {
  const { aspects, entities: { problems } } = insightsOf(snapshot);
  const published = new Set([...aspects, ...problems].map(({ id }) => id));
  const isPublished = (pair: readonly Subject[]) =>
    pair.every(({ id }) => id === aspect || id === problem || published.has(id));
  return sharedWords(snapshot).filter(isPublished).flatMap(([ofProblem, ofAspect]): readonly RelatedSubject[] => {
    const [isProblem, isAspect] = [ofProblem.id === problem, ofAspect.id === aspect];
    if (isProblem === isAspect) return [];
    return [isProblem ? { kind: "aspect", subject: ofAspect } : { kind: "problem", subject: ofProblem }];
  });
}

function relatedSentence(
  snapshot: Snapshot,
  { kind, subject: { id, label } }: RelatedSubject,
  others: Criteria,
): string {
  const criteria = { ...others, [kind]: id };
  const negative = searchIndex(snapshot.search, { ...criteria, sentiment: "negative", limit: 0 }).matched;
  return `The ${kind} ${JSON.stringify(label)} counts some of the same: ${reviewsFound(snapshot, criteria)}` +
    (kind === "aspect" ? `, ${negative} negative.` : ".");
}

/** Each problem that shares words with aspects, with each aspect that shares at least half as many as the first. */
const sharedWords = perSnapshot(({ subjects: { aspects, problems } }) => {
  const bare = ({ aliases }: Subject) => new Set(aliases.map((term) => term.replaceAll(/[=*]/g, "").toLowerCase()));
  const known = aspects.map((aspect) => ({ aspect, words: bare(aspect) }));
  return problems.flatMap((problem): readonly (readonly [problem: Subject, aspect: Subject])[] => {
    const words = bare(problem);
    const sharing = known.map((one) => ({ ...one, shared: one.words.intersection(words).size }));
    const most = Math.max(1, ...sharing.map(({ shared }) => shared));
    return sharing.filter(({ shared }) => 2 * shared >= most).map(({ aspect }) => [problem, aspect]);
  });
});

function reviewsFound({ search }: Snapshot, criteria: Criteria): string {
  return counted(searchIndex(search, { ...criteria, limit: 0 }).matched, "review");
}
