import { termWords } from "../insights/text/words_of.ts";
import type { Subject, Subjects } from "../snapshot/subjects.ts";

/**
 * The id of the aspect or problem with this id, label or alias; null if there is none. Compared word by word, so that
 * capitals, hyphens and underscores make no difference; ids and labels come before aliases.
 */
export function resolveSubject(subjects: Subjects, kind: keyof Subjects, called: string): string | null {
  const wanted = plain(called);
  const isCalled = (name: string) => plain(name) === wanted;
  const named = subjects[kind].find(({ id, label }) => isCalled(id) || isCalled(label)) ??
    subjects[kind].find(({ aliases }: Subject) => aliases.flatMap(alternatives).some(isCalled));
  return named?.id ?? null;
}

/** The words of a term that is nothing but alternatives, `(cost|costs)`; else the term itself. */
function alternatives(term: string): readonly string[] {
  return term.match(/^\(([^()]*)\)$/)?.[1]?.split("|") ?? [term];
}

function plain(name: string): string {
  return termWords(name.replaceAll("_", " ")).join(" ");
}
