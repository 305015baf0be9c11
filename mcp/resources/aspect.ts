import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { TemplateResource } from "./template_resource.ts";

/** `reviews://aspect/{id}`: the figures of one aspect. None exist while sentiment is not measured. */
export const ASPECT_RESOURCE: TemplateResource = {
  name: "aspect",
  uriTemplate: "reviews://aspect/{id}",
  title: "An aspect",
  description: "What reviews say of one aspect. There are none until sentiment is measured.",
  ids: (snapshot) => insightsOf(snapshot).aspects.map(({ id }) => id),
  read: (snapshot, id) => insightsOf(snapshot).aspects.find((aspect) => aspect.id === id) ?? null,
};
