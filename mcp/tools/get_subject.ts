import { z } from "zod";
import { findNamed, resolveSubject } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { noneCalled, unknownNames } from "../../domain/queries/known_names.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { SUBJECT_KINDS, subjectReport, subjectsOf } from "../answers/subject_report.ts";
import { defineTool } from "./define_tool.ts";
import { nameArgument, REVIEW_SCOPE, withPeriodRule } from "./tool_schema.ts";

const KIND = `Expected ${SUBJECT_KINDS.slice(0, -1).join(", ")} or ${SUBJECT_KINDS.at(-1)}`;

/** The tool `get_subject`. */
export const getSubject = defineTool({
  name: "get_subject",
  title: "One subject",
  description: "What reviews say of one technician, service, aspect, problem, topic or area: counts, stars, praise, " +
    "criticism, the last year and the one before, examples. An unknown name is an error that lists names.",
  input: withPeriodRule(z.object({
    kind: z.enum(SUBJECT_KINDS, KIND).meta({ description: "What it is.", examples: ["aspect"] }),
    name: nameArgument("Name, id, label or another name of it."),
    ...REVIEW_SCOPE,
  })),
  examples: (snapshot) => ({
    name: insightsOf(snapshot).aspects[0]?.id ?? "punctuality",
    source: snapshot.tally.sources[0]?.source,
  }),
  answer: (snapshot, { kind, name, ...scope }) => {
    const [unknown] = unknownNames(snapshot, scope);
    if (unknown !== undefined) return { fault: unknown };
    const subjects = subjectsOf(snapshot, kind);
    const id = kind === "aspect" || kind === "problem" ? resolveSubject(snapshot.subjects, `${kind}s`, name) : null;
    const found = subjects.find((one) => one.id === id) ?? findNamed(subjects, name);
    if (found === null) return { fault: noneCalled(kind.replace("_", " "), name, subjects) };
    return subjectReport(snapshot, kind, found, searchCriteria(snapshot, scope));
  },
});
