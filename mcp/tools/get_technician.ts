import { z } from "zod";
import { Technician } from "../../domain/business.ts";
import { findNamed, mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { MentionReport, mentionReport } from "../answers/mention_report.ts";
import { keepWithin } from "../wording/answer_limits.ts";
import { noneCalled } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the name, an alias or the id of a technician";
const MOST_ALIAS_BYTES = 4000;

/** The tool `get_technician`. */
export const getTechnician = defineTool({
  name: "get_technician",
  title: "A technician",
  description:
    "What customers say of one technician: mentions, stars, sentiment (null where not measured) and examples of each " +
    "side. An unknown name is an error that lists the technicians. search_reviews with mentions_technician has all of " +
    "these reviews.",
  input: z.object({
    name: z.string(NAME).min(1, NAME).max(200, NAME).meta({ description: "Name, alias or id of the technician." }),
  }),
  examples: (snapshot) => ({ name: mostMentioned(namedThings(snapshot, "technicians"))?.label }),
  output: z.object({
    // A technician outside the roster has the name as id.
    technician: z.object({ ...Technician.shape, id: z.string() }),
    ...MentionReport.shape,
  }),
  answer: (snapshot, { name }, site) => {
    const technicians = namedThings(snapshot, "technicians");
    const found = findNamed(technicians, name);
    if (found === null) return { fault: noneCalled("technician", name, technicians) };
    const thing = { ...found, aliases: keepWithin(found.aliases, MOST_ALIAS_BYTES) };
    const { data, text } = mentionReport(snapshot, thing, { technicians: [thing.label] }, site);
    return { data: { technician: { id: thing.id, name: thing.label, aliases: thing.aliases }, ...data }, text };
  },
});
