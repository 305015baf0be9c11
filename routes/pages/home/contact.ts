import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";

const MOST_AREAS = 30;

/** How to reach the business, when and where, as far as it is known. */
export function contactDetails({ snapshot: { business }, formats }: DataContext): Markup {
  const { telephone, email, url, address, opening_hours, service_areas, same_as } = business;
  const place = address === null ? [] : addressLines(address);
  const call = telephone === null ? null : telephoneLink(telephone);
  const entry = (label: string, value: Markup) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
  const areas = service_areas.slice(0, MOST_AREAS);
  const entries = [
    ...telephone === null ? [] : [
      entry(
        "Telephone",
        call === null ? markup`<bdi>${telephone}</bdi>` : markup`<a href="${call}"><bdi>${telephone}</bdi></a>`,
      ),
    ],
    ...email === null
      ? []
      : [entry("Mail", markup`<a href="mailto:${encodeURIComponent(email).replace("%40", "@")}">${email}</a>`)],
    ...url === null ? [] : [entry("Website", outside(url))],
    ...place.length === 0 ? [] : [entry("Address", markup`${place.map((line) => markup`<bdi>${line}</bdi><br>`)}`)],
    ...opening_hours.length === 0
      ? []
      : [entry("Open", markup`${opening_hours.map((line) => markup`<bdi>${line}</bdi><br>`)}`)],
    ...areas.length === 0 ? [] : [
      entry(
        "Areas",
        markup`${areas.map(({ label }, at) => markup`${at === 0 ? "" : ", "}<bdi>${label}</bdi>`)}${
          service_areas.length > areas.length ? ` and ${formats.number(service_areas.length - areas.length)} more` : ""
        }`,
      ),
    ],
    ...same_as.length === 0
      ? []
      : [entry("Elsewhere", markup`${same_as.map((page, at) => markup`${at === 0 ? "" : ", "}${outside(page)}`)}`)],
  ];
  return entries.length === 0 ? NOTHING : markup`<dl class="facts">\n${entries}</dl>`;
}

/** The address that calls a number as people write it (RFC 3966); null if it has no digits. */
export function telephoneLink(telephone: string): string | null {
  const number = telephone.replaceAll(/[^\d+]/g, "");
  return number === "" ? null : `tel:${number}`;
}

/** A link to another host, by its name there. */
function outside(url: string): Markup {
  return markup`<a href="${url}" rel="nofollow noopener">${new URL(url).hostname.replace(/^www\./, "")}</a>`;
}

function addressLines(
  address: Readonly<Record<"street_address" | "locality" | "region" | "postal_code" | "country", string | null>>,
): readonly string[] {
  const { street_address, locality, region, postal_code, country } = address;
  const town = [[locality, region].filter((part) => part !== null).join(", "), postal_code ?? ""].filter((part) =>
    part !== ""
  ).join(" ");
  return [street_address, town, country].filter((line): line is string => line !== null && line !== "");
}
