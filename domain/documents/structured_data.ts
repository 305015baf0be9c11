import type { Business } from "../business.ts";
import { platformOf, type Review } from "../review.ts";
import { absoluteUrl, reviewUrl, type Site } from "../site.ts";
import type { AggregateRating } from "./aggregate_rating.ts";

/** A node of JSON-LD (JSON-LD 1.1, 9.2) in the vocabulary of schema.org; absent members are undefined. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** The types of schema.org that say more than `LocalBusiness`, by what a category names. The first that fits is taken. */
const TYPES: readonly (readonly [category: RegExp, type: string])[] = [
  // A category that names several trades is none of them.
  [/\b(?:and|&)\b|,/, "LocalBusiness"],
  [/\b(?:hvac|heating|cooling|air conditioning)\b/, "HVACBusiness"],
  [/\bplumb/, "Plumber"],
  [/\belectric/, "Electrician"],
  [/\broof/, "RoofingContractor"],
  [/\bpaint/, "HousePainter"],
  [/\block(?:smith)?\b/, "Locksmith"],
  [/\bmov(?:ing|ers?)\b/, "MovingCompany"],
  [/\b(?:contractor|builder|construction)/, "GeneralContractor"],
  [/\bdent(?:al|ist)/, "Dentist"],
  [/\b(?:auto|car) repair|\bgarage\b/, "AutoRepair"],
  [/\bhair|\bsalon\b/, "HairSalon"],
];
/** A line of schema.org's `openingHours`: days, then hours. */
const OPENING_HOURS =
  /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:-(?:Mo|Tu|We|Th|Fr|Sa|Su))?(?:,|(?= |$)))+(?: (?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-4]):[0-5]\d)?$/;
// Search engines take no longer name of an author.
const MOST_NAME_CHARACTERS = 100;

/**
 * The business with its aggregate rating and some reviews, for the home page.
 *
 * @param shown The reviews that the page shows: search engines want no markup of what readers cannot see.
 */
export function businessData(
  business: Business,
  rating: AggregateRating,
  shown: readonly Review[],
  site: Site,
): StructuredData {
  return {
    "@context": "https://schema.org",
    ...businessNode(business, site),
    aggregateRating: ratingNode(rating),
    review: shown.length === 0 ? undefined : shown.map((review) => reviewNode(review, business, site)),
  };
}

/** One review and what it is of, for its page. */
export function reviewData(business: Business, review: Review, site: Site): StructuredData {
  return {
    "@context": "https://schema.org",
    ...reviewNode(review, business, site),
    itemReviewed: businessNode(business, site),
  };
}

/**
 * JSON-LD as the text of a `script` element. No character in it can end the element or begin a comment (HTML 4.12.1.3),
 * nor end a line of a script; all of them are only in strings, where an escape means the same.
 */
export function scriptText(data: StructuredData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function businessNode(business: Business, site: Site): StructuredData {
  const { name, description, url, telephone, email, category, address, geo, same_as } = business;
  const folded = category?.toLowerCase() ?? "";
  const hours = business.opening_hours.filter((line) => OPENING_HOURS.test(line));
  return {
    "@type": TYPES.find(([pattern]) => pattern.test(folded))?.[1] ?? "LocalBusiness",
    "@id": absoluteUrl(site, "/#business"),
    name,
    description: description ?? undefined,
    url: url ?? absoluteUrl(site, "/"),
    image: absoluteUrl(site, "/social.png"),
    telephone: telephone ?? undefined,
    email: email ?? undefined,
    address: address === null ? undefined : {
      "@type": "PostalAddress",
      streetAddress: address.street_address ?? undefined,
      addressLocality: address.locality ?? undefined,
      addressRegion: address.region ?? undefined,
      postalCode: address.postal_code ?? undefined,
      addressCountry: address.country ?? undefined,
    },
    geo: geo === null ? undefined : { "@type": "GeoCoordinates", ...geo },
    openingHours: someOf(hours),
    areaServed: someOf(business.service_areas.map(({ label }) => ({ "@type": "Place", name: label }))),
    hasOfferCatalog: business.services.length === 0 ? undefined : {
      "@type": "OfferCatalog",
      name: "Services",
      itemListElement: business.services.map(({ label }) => ({ "@type": "Service", name: label })),
    },
    sameAs: someOf(same_as),
  };
}

function ratingNode({ rating_value, review_count, best_rating, worst_rating }: AggregateRating) {
  // Search engines refuse a rating of nothing.
  if (rating_value === null) return undefined;
  return {
    "@type": "AggregateRating",
    ratingValue: rating_value,
    reviewCount: review_count,
    bestRating: best_rating,
    worstRating: worst_rating,
  };
}

function reviewNode(review: Review, business: Business, site: Site): StructuredData {
  const { id, author, date, text, rating, source_url, owner_reply } = review;
  const platform = platformOf(review);
  return {
    "@type": "Review",
    "@id": reviewUrl(site, id),
    url: reviewUrl(site, id),
    author: { "@type": "Person", name: shortName(author) },
    datePublished: date,
    reviewBody: text ?? undefined,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    publisher: platform === null ? undefined : { "@type": "Organization", name: platform },
    isBasedOn: source_url ?? undefined,
    comment: owner_reply === null ? undefined : {
      "@type": "Comment",
      text: owner_reply.text,
      datePublished: owner_reply.date,
      author: { "@type": "Organization", name: business.name },
    },
  };
}

function someOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}

function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= MOST_NAME_CHARACTERS
    ? name
    : `${characters.slice(0, MOST_NAME_CHARACTERS - 1).join("")}…`;
}
