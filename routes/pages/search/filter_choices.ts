import type { EntityInsight } from "../../../domain/documents/insights_document.ts";
import { resolveService, resolveTechnician } from "../../../domain/roster.ts";
import { namedThings, resolveSubject } from "../../../domain/queries/named_things.ts";
import { UNKNOWN } from "../../../domain/insights/text/language_of.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { FACET_NAMES, facetKey, type FacetName } from "../../../domain/search/review_facets.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { DataContext } from "../frame/page_context.ts";
import { capital, type Formats } from "../frame/formats.ts";
import { sourceInWords } from "../parts/rating_figures.ts";
import { subjectLabel } from "../parts/subject_list.ts";
import type { FilterTexts } from "./page_filters.ts";

type Mentioned = Pick<EntityInsight, "id" | "label" | "mention_count">;

const SENTIMENTS = ["positive", "neutral", "negative"] as const;

interface Choice {
  readonly value: string;
  readonly label: string;
  /** Number of reviews with the value; null if it is not counted. */
  readonly count: number | null;
}

/** Choices of one filter. */
export interface FilterChoices {
  readonly name: keyof FilterTexts;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Chosen value in the form of the choices; empty for none. */
  readonly chosen: string;
}

/** Choices of each filter with a list of values: the values that some review has. A list without a choice is left out. */
export function filterChoices(context: DataContext, texts: FilterTexts): readonly FilterChoices[] {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { business, subjects } = snapshot;
  const { aspects, entities } = insightsOf(snapshot);
  const mentioned = (kind: "technicians" | "services") =>
    namedThings(snapshot, kind).map(({ id, label, insight }) => ({ id, label, count: insight?.mention_count ?? 0 }))
      .filter(({ count }) => count > 0);
  const found = (kind: "aspects" | "problems", things: readonly Mentioned[]) =>
    things.map((thing) => ({ value: thing.id, label: subjectLabel(context, kind, thing), count: thing.mention_count }));
  const chosen = (name: keyof FilterTexts, resolve: (called: string) => string | null) => {
    const text = texts[name];
    return text === undefined ? "" : resolve(text) ?? text;
  };
  const lists: readonly FilterChoices[] = [
    {
      name: "mentions_technician",
      label: words.technician,
      chosen: chosen("mentions_technician", (called) => resolveTechnician(business, called)),
      // By name, which technicians outside the roster have too.
      choices: mentioned("technicians").map(({ label, count }) => ({ value: label, label, count })),
    },
    {
      name: "mentions_service",
      label: words.service,
      chosen: chosen("mentions_service", (called) => resolveService(business, called)),
      choices: mentioned("services").map(({ id, ...service }) => ({ value: id, ...service })),
    },
    {
      name: "aspect",
      label: words.subject,
      chosen: chosen("aspect", (called) => resolveSubject(subjects, "aspects", called)),
      choices: found("aspects", aspects),
    },
    {
      name: "sentiment",
      label: words.opinion,
      chosen: texts.sentiment ?? "",
      choices: SENTIMENTS.map((value) => ({ value, label: capital(words[value]), count: null })),
    },
    {
      name: "problem",
      label: words.problem,
      chosen: chosen("problem", (called) => resolveSubject(subjects, "problems", called)),
      choices: found("problems", entities.problems),
    },
    ...FACET_NAMES.flatMap((name) => facetChoices(snapshot, name, texts[name], formats)),
  ];
  return lists.filter(({ choices, chosen }) => choices.length > 0 || chosen !== "");
}

function facetChoices(
  { search: { facets }, tally }: Snapshot,
  name: FacetName,
  chosen: string | undefined,
  { words, languageName }: Formats,
): readonly FilterChoices[] {
  const facet = facets[name];
  if (facet.size < 2 && chosen === undefined) return [];
  const labels: Readonly<Record<string, string>> = words;
  // The index contains the folded sources.
  const source = (value: string) => {
    const named = tally.sources.find(({ source }) => facetKey(source) === value) ?? { source: value };
    return sourceInWords(words, named.source);
  };
  const labelOf = (value: string) =>
    name === "language" ? languageName(value) : name === "source" ? source(value) : labels[`${name}_${value}`] ?? value;
  const choices: Choice[] = [...facet].filter(([value]) => value !== UNKNOWN)
    .toSorted(([a, { length: many }], [b, { length: more }]) => more - many || (a < b ? -1 : 1))
    .map(([value, ranks]) => ({ value, label: labelOf(value), count: ranks.length }));
  const value = chosen === undefined ? "" : facetKey(chosen);
  if (value !== "" && !facet.has(value)) choices.push({ value, label: labelOf(value), count: null });
  return [{ name, label: words[`filter_${name}`], chosen: value, choices }];
}
