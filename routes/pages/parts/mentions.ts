import type { Review } from "../../../domain/review.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";

/** The technicians and services that a review mentions, each with the way to its page. */
export function mentionsOf({ snapshot: { business }, href, formats }: DataContext, review: Review): Markup {
  const technicians = review.mentioned_technicians.map((name) => {
    const id = business.technicians.find((technician) => technician.name === name)?.id ?? name;
    return markup`<li><a href="${href(`/technicians/${encodeURIComponent(id)}`)}"><bdi>${name}</bdi></a></li>`;
  });
  const services = review.mentioned_services.map((id) => {
    const label = business.services.find((service) => service.id === id)?.label ?? id;
    return markup`<li><a href="${href(`/services/${encodeURIComponent(id)}`)}"><bdi>${label}</bdi></a></li>`;
  });
  if (technicians.length + services.length === 0) return NOTHING;
  return markup`<ul class="tags" aria-label="${formats.words.mentions}">${technicians}${services}</ul>`;
}
