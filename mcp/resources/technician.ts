import { namedThings } from "../../domain/queries/named_things.ts";
import { mentionReport } from "../answers/mention_report.ts";
import type { TemplateResource } from "./template_resource.ts";

/** `reviews://technician/{id}`: the figures of one technician with example reviews. */
export const TECHNICIAN_RESOURCE: TemplateResource = {
  name: "technician",
  uriTemplate: "reviews://technician/{id}",
  title: "A technician",
  description: "What reviews say of one technician: figures and example reviews.",
  ids: (snapshot) => namedThings(snapshot, "technicians").map(({ id }) => id),
  read: (snapshot, wanted, site) => {
    const thing = namedThings(snapshot, "technicians").find(({ id }) => id === wanted);
    if (thing === undefined) return null;
    const { id, label, aliases } = thing;
    const { data } = mentionReport(snapshot, thing, { technicians: [label] }, site);
    return { technician: { id, name: label, aliases }, ...data };
  },
};
