import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import type { Subjects } from "../../../domain/snapshot/snapshot.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/formats.ts";
import { filled } from "../language/page_language.ts";
import { bar } from "./rating_figures.ts";

/** Label of an aspect, problem or topic in the language of the page, if its taxonomy has one; else its own label. */
export function subjectLabel(
  { snapshot, formats }: DataContext,
  kind: keyof Subjects,
  { id, label }: { readonly id: string; readonly label: string },
): string {
  return snapshot.subjects[kind].find((subject) => subject.id === id)?.labels[formats.language] ?? label;
}

/** Heading of what reviews speak of, with what the business calls its customers. */
export function subjectsHeading({ snapshot, formats: { words } }: DataContext): string {
  return filled(words.subjects, { customers: insightsOf(snapshot).customer?.many ?? "customers" });
}

/** Aspects with their counts and bars; each count leads to its reviews. Nothing without aspects. */
export function aspectList(
  context: DataContext,
  aspects: InsightsDocument["aspects"],
  /** Further content of an aspect. */
  more: (aspect: InsightsDocument["aspects"][number]) => Markup,
): Markup {
  if (aspects.length === 0) return NOTHING;
  const { formats } = context;
  const items = aspects.map((aspect) => {
    const { positive_count: good, neutral_count: mid, negative_count: bad } = aspect;
    const query = `aspect=${encodeURIComponent(aspect.id)}`;
    const share = 100 / Math.max(1, good + mid + bad);
    const side = (opinion: "praise_it" | "criticise_it", count: number, sentiment: string) => {
      const written = counted(formats, count, opinion);
      return count === 0 ? written : markup`<a href="/?${query}&sentiment=${sentiment}#reviews">${written}</a>`;
    };
    return markup`<li><p><a href="/?${query}#reviews"><bdi>${
      subjectLabel(context, "aspects", aspect)
    }</bdi></a> <span class="quiet">${side("praise_it", good, "positive")}, ${
      side("criticise_it", bad, "negative")
    }</span></p>${bar(["good", good * share], ["mid", mid * share], ["bad", bad * share])}${more(aspect)}</li>\n`;
  });
  return markup`<ul class="aspects">\n${items}</ul>`;
}
