import { shortened } from "../cut_text.ts";
import { type Business, OPENING_HOURS } from "../business.ts";
import { namedDate, platformOf, type Review } from "../review.ts";
import { absoluteUrl, reviewUrl, type Site } from "../site.ts";
import { schemaType } from "../trades.ts";
import { POLICY_WORDS } from "./policy_words.ts";
import type { AggregateRating } from "./aggregate_rating.ts";

/** A node of JSON-LD (JSON-LD 1.1, 9.2) in the vocabulary of schema.org; absent members are undefined. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** Path of the drawn preview, with name and rating. */
export const DRAWN_PREVIEW = "/social.png";

// Search engines reject longer names of authors.
const MOST_NAME_CHARACTERS = 100;

/**
 * Sources through which a business collects reviews itself: tables that name no platform, its own site, and apps in its
 * own shop. Search engines want no markup of reviews from other sites, so any other source counts as one.
 */
const OWN_SOURCES: readonly string[] = [
  "csv",
  "judge-me",
  "loox",
  "okendo",
  "shopify",
  "site-reviews",
  "stamped",
  "website",
  "woocommerce",
  "yotpo",
];

/** Whether the business itself collected the reviews of a source, so that search engines may get them as markup. */
export function isOwnReview({ source, verification }: Pick<Review, "source" | "verification">): boolean {
  return verification !== "platform" && OWN_SOURCES.includes(source);
}

/**
 * Structured data of the home page: the business, with its rating and some reviews as far as it collected them itself.
 * The rating is absent if any review comes from another site.
 *
 * @param shown Reviews on the page: search engines reject markup of invisible content.
 * @param isAllOwn Whether the business collected all reviews of the rating itself.
 * @param image Path of a picture of the business.
 */
export function businessData(
  business: Business,
  rating: AggregateRating,
  shown: readonly Review[],
  isAllOwn: boolean,
  site: Site,
  image = DRAWN_PREVIEW,
): StructuredData {
  const own = shown.filter(isOwnReview);
  return {
    "@context": "https://schema.org",
    ...businessNode(business, site, image),
    aggregateRating: isAllOwn ? ratingNode(rating) : undefined,
    review: own.length === 0 ? undefined : own.map((review) => reviewNode(review, business, site)),
  };
}

/** Structured data of the page of a review that the business collected itself. */
export function reviewData(
  business: Business,
  review: Review,
  site: Site,
  image = DRAWN_PREVIEW,
): StructuredData {
  return {
    "@context": "https://schema.org",
    ...reviewNode(review, business, site),
    itemReviewed: businessNode(business, site, image),
  };
}

/**
 * Serialises JSON-LD for a `script` element. Escapes every character that could end the element, begin a comment (HTML
 * 4.12.1.3), or end a line of a script. They occur only in strings, where the escape is equivalent.
 */
export function scriptText(data: StructuredData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function businessNode(business: Business, site: Site, image: string): StructuredData {
  const { name, description, url, telephone, email, address, geo, same_as } = business;
  const hours = business.opening_hours.filter((line) => OPENING_HOURS.test(line));
  return {
    "@type": schemaType(business),
    "@id": absoluteUrl(site, "/#business"),
    name,
    description: description ?? undefined,
    url: url ?? absoluteUrl(site, "/"),
    image: absoluteUrl(site, image),
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
    publishingPrinciples: absoluteUrl(site, "/policy"),
  };
}

function ratingNode({ rating_value, review_count, best_rating, worst_rating }: AggregateRating) {
  // Search engines reject an aggregate rating without reviews.
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
  const { id, author, text, rating, source_url, owner_reply, relation } = review;
  const platform = platformOf(review);
  return {
    "@type": "Review",
    "@id": reviewUrl(site, id),
    url: reviewUrl(site, id),
    author: {
      "@type": "Person",
      name: shortened(author, MOST_NAME_CHARACTERS),
      description: relation && POLICY_WORDS[`relation_${relation}`],
    },
    datePublished: namedDate(review),
    reviewBody: text ?? undefined,
    reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5, worstRating: 1 },
    publisher: platform === null ? undefined : { "@type": "Organization", name: platform },
    isBasedOn: source_url ?? undefined,
    comment: owner_reply === null ? undefined : {
      "@type": "Comment",
      text: owner_reply.text,
      datePublished: namedDate(review, owner_reply.date),
      author: { "@type": "Organization", name: business.name },
    },
  };
}

function someOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}
