import { termWords } from "../insights/text/words_of.ts";
import type { Subject, Subjects } from "../snapshot/subjects.ts";

const forms = new WeakMap<Subject, readonly RegExp[]>();

/**
 * The id of the aspect or problem with this id, label or alias; null if there is none. Compared word by word, so that
 * capitals, hyphens and underscores make no difference; ids and labels come before aliases. An alias is a term of a
 * taxonomy, and each of its alternatives and endings counts: `(hourly|flat) rate*` is the hourly rates as well.
 */
export function resolveSubject(subjects: Subjects, kind: keyof Subjects, called: string): string | null {
  const wanted = plain(called);
  const isCalled = (name: string) => plain(name) === wanted;
  const named = subjects[kind].find(({ id, label }) => isCalled(id) || isCalled(label)) ??
    subjects[kind].find(({ aliases }) => aliases.some(isCalled)) ??
    subjects[kind].find((subject) => formsOf(subject).some((form) => form.test(wanted)));
  return named?.id ?? null;
}

function plain(name: string): string {
  return termWords(name.replaceAll("_", " ")).join(" ");
}

function formsOf(subject: Subject): readonly RegExp[] {
  const known = forms.get(subject) ?? subject.aliases.flatMap(formOf);
  forms.set(subject, known);
  return known;
}

/** What a term with alternatives or endings matches; nothing for other terms, and for those with gaps or numbers. */
function formOf(term: string): readonly RegExp[] {
  if (!/^[\p{L}\p{N}'’ *|()-]+$/u.test(term) || !/[*|]/.test(term)) return [];
  try {
    return [new RegExp(`^${term.toLowerCase().replaceAll("(", "(?:").replaceAll("*", "\\p{L}{0,3}")}$`, "u")];
  } catch {
    // Brackets that do not match.
    return [];
  }
}
