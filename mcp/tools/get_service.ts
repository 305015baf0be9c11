import { z } from "zod";
import { CatalogueEntry } from "../../domain/business.ts";
import { findNamed, mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { MentionReport, mentionReport } from "../answers/mention_report.ts";
import { keepWithin } from "../wording/answer_limits.ts";
import { noneCalled } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";

const NAME = "Expected the id, the label or an alias of a service";
const MOST_ALIAS_BYTES = 4000;

/** The tool `get_service`. */
export const getService = defineTool({
  name: "get_service",
  title: "A service",
  description:
    "What customers say of one service: mentions, stars, sentiment (null where not measured) and examples of each " +
    "side. An unknown service is an error that lists the services. search_reviews with mentions_service has all of " +
    "these reviews.",
  input: z.object({
    service: z.string(NAME).min(1, NAME).max(200, NAME).meta({ description: "Id, label or alias of the service." }),
  }),
  examples: (snapshot) => ({ service: mostMentioned(namedThings(snapshot, "services"))?.id }),
  output: z.object({ service: z.object({ ...CatalogueEntry.shape, id: z.string() }), ...MentionReport.shape }),
  answer: (snapshot, { service }, site) => {
    const services = namedThings(snapshot, "services");
    const found = findNamed(services, service);
    if (found === null) return { fault: noneCalled("service", service, services) };
    const { id, label, insight } = found;
    const aliases = keepWithin(found.aliases, MOST_ALIAS_BYTES);
    const { data, text } = mentionReport(snapshot, { id, label, aliases, insight }, { services: [id] }, site);
    return { data: { service: { id, label, aliases }, ...data }, text };
  },
});
