import { z } from "zod";
import { CatalogueEntry } from "../../domain/business.ts";
import { findNamed, namedThings } from "../../domain/queries/named_things.ts";
import { MentionReport, mentionReport } from "../answers/mention_report.ts";
import { keepWithin } from "../wording/answer_limits.ts";
import { knownNames } from "../wording/known_names.ts";
import { quoted } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id, the label or an alias of a service";
const MOST_ALIAS_BYTES = 4000;

/** The tool `get_service`. */
export const getService = defineTool({
  name: "get_service",
  title: "A service",
  description:
    "Tells what customers say of one service: how many reviews mention it, their average and distribution of stars, " +
    "the sentiment where it is measured (else null), and up to five example reviews. The id, the label or an alias is " +
    "taken, upper and lower case being alike. A service that does not exist is answered with an error that lists the " +
    "services. For all reviews of the service use search_reviews with mentions_service.",
  input: z.object({
    service: z.string(NAME).min(1, NAME).max(200, NAME).meta({
      description: "Id, label or alias of the service.",
      examples: ["water-heater"],
    }),
  }),
  output: z.object({
    service: z.object({ ...CatalogueEntry.shape, id: z.string() }),
    ...MentionReport.shape,
  }),
  answer: (snapshot, { service }, site) => {
    const services = namedThings(snapshot, "services");
    const found = findNamed(services, service);
    if (found === null) {
      return { fault: `No service is called ${quoted(service)}. Known services: ${knownNames(services)}.` };
    }
    const { id, label, insight } = found;
    const aliases = keepWithin(found.aliases, MOST_ALIAS_BYTES);
    const { data, text } = mentionReport(snapshot, { id, label, aliases, insight }, { services: [id] }, site);
    return { data: { service: { id, label, aliases }, ...data }, text };
  },
});
