import type { Business } from "../../../domain/business.ts";
import { type Markup, markup } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { businessMark } from "../frame/page_frame.ts";
import { telephoneLink } from "./contact.ts";
import { openState } from "./opening_hours.ts";

const ICONS = {
  call: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2",
  directions: "M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.5 7 12 7 12zM12 6.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5",
  website: "M12 3a9 9 0 1 1 0 18 9 9 0 1 1 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  review: "M12 4l2.5 5 5.5.8-4 3.9.9 5.5L12 16.6 7.100 19.200l.9-5.5-4-3.9 5.5-.8z",
} as const;

const LONG_NAME = 40;

/** Head of the home page: logo, name, trade, town, whether the business is open, and what a visitor can do. */
export function identity(context: DataContext): Markup {
  const { snapshot } = context;
  const { name, category, address } = snapshot.business;
  const about = [category, townOf(address)].filter((part) => part !== null);
  return (
    <div class="hero">
      <div class="who">
        {businessMark(snapshot)}
        <div class="title">
          <h1 class={name.length > LONG_NAME ? "long" : undefined}>
            <bdi>{name}</bdi>
          </h1>
          {about.length > 0 && (
            <p class="quiet">
              {about.map((part, at) => (
                <>
                  {at > 0 && " · "}
                  <bdi>{part}</bdi>
                </>
              ))}
            </p>
          )}
          {openState(context)}
        </div>
      </div>
      {actions(context)}
    </div>
  );
}

/** Town, with its region if that is a short code: `Tamber Falls, OH`. */
function townOf(address: Business["address"]): string | null {
  const { locality = null, region = null } = address ?? {};
  return locality === null || region === null || region.length > 3 ? locality : `${locality}, ${region}`;
}

/** Address of directions to the business (Google's Maps URLs); null without a postal address. */
function directionsTo({ name, address, geo }: Business): string | null {
  const { street_address: street, postal_code: code, locality, country } = address ?? {};
  const place = [name, street, [code, locality].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  const to = street && locality ? place : geo === null ? null : `${geo.latitude},${geo.longitude}`;
  return to === null ? null : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`;
}

function actions({ snapshot: { business, pages }, formats: { words } }: DataContext): Markup {
  const { telephone, url, review_links: links } = business;
  const action = (icon: keyof typeof ICONS, href: string | null) =>
    href !== null && (
      <li>
        <a href={href} rel="nofollow noopener">
          {iconOf(icon)}
          {words[icon]}
        </a>
      </li>
    );
  const [first, ...others] = links;
  return (
    <>
      <ul class="actions">
        {!pages.hide.includes("contact") && (
          <>
            {action("call", telephone === null ? null : telephoneLink(telephone))}
            {action("directions", directionsTo(business))}
            {action("website", url)}
          </>
        )}
        {others.length === 0 ? action("review", first?.url ?? null) : (
          <li>
            <button type="button" popovertarget="write">
              {iconOf("review")}
              {words.review}
            </button>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <div class="sheet" id="write" popover="auto">
          <h2>{words.write_review}</h2>
          <ul>
            {links.map(({ url, label }) => (
              <li>
                <a href={url} rel="nofollow noopener">
                  <bdi>{label}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function iconOf(name: keyof typeof ICONS): Markup {
  return markup`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}
