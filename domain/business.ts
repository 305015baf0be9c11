import { type PlainText } from "./sentences/sentence.ts";
import { z } from "zod";
import { completeMembers } from "./complete_members.ts";
import { WebUrl } from "./string_formats.ts";

const HYPHENS: PlainText = "Expected lower-case words joined by hyphens";
const LETTERS: PlainText = "Expected a name with a letter or digit";
const MAIL: PlainText = "Expected a mail address";
const shortText = z.string().min(1).max(500);
const entityId = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, HYPHENS).max(100);
const aliases = z.array(
  z.string().regex(/[\p{L}\p{N}]/u, LETTERS)
    .max(200)
    // A regular expression with flags has no JSON Schema form, so the published pattern is weaker.
    .meta({ pattern: "\\S" }),
)
  .max(100).meta({ description: "Other names by which texts mention it." });

const DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su)";
const DAYS = `${DAY}(?:-${DAY})?`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
/** Days, and opening and closing time, of a line of schema.org's `openingHours`: `Mo-Fr 07:30-18:00`. */
export const OPENING_HOURS = new RegExp(`^(${DAYS}(?:,${DAYS})*)(?: (${TIME})-(${TIME}|24:00))?$`);

/** A service or a service area of the business; texts mention it by its label or an alias. */
export const CatalogueEntry = z.object({
  id: entityId.meta({ description: "Stable id, lower-case words joined by hyphens." }),
  label: shortText.meta({ description: "Name for people." }),
  aliases,
}).meta({ id: "CatalogueEntry", description: "A service or a service area of the business." });

/** A technician of the business; texts mention the person by the name or an alias. */
export const Technician = z.object({
  id: entityId.meta({ description: "Stable id, lower-case words joined by hyphens." }),
  name: shortText.meta({ description: "Full name." }),
  aliases,
}).meta({ id: "Technician", description: "A technician of the business." });

const PostalAddress = z.object({
  street_address: shortText.nullable().meta({ description: "Street and number, or null." }),
  locality: shortText.nullable().meta({ description: "City or town, or null." }),
  region: shortText.nullable().meta({ description: "State or province, or null." }),
  postal_code: shortText.nullable().meta({ description: "Postal code, or null." }),
  country: shortText.nullable().meta({ description: "Country, as a name or a code, or null." }),
}).meta({ id: "PostalAddress", description: "A postal address." });

const GeoPosition = z.object({
  latitude: z.number().min(-90).max(90).meta({ description: "Degrees north of the equator." }),
  longitude: z.number().min(-180).max(180).meta({ description: "Degrees east of Greenwich." }),
}).meta({ id: "GeoPosition", description: "A position in degrees (WGS 84)." });

const ReviewPolicy = z.object({
  invites: z.enum(["everybody", "some", "nobody"]).nullable().meta({
    description: "Which customers the business asks for a review, or null.",
  }),
  checks: shortText.nullable().meta({
    description: "How the business checks that a reviewer was its customer, as a sentence, or null.",
  }),
  incentives: z.enum(["none", "marked"]).nullable().meta({
    description: "Whether reviewers get something for a review: none do, or their reviews are marked; or null.",
  }),
  report_to: shortText.nullable().meta({
    description: "Where to report a review: an e-mail address, a telephone number or a page, or null.",
  }),
}).meta({ id: "ReviewPolicyChoices", description: "What the business says of how it handles reviews." });

const BusinessWords = z.object({
  technician: shortText.optional().meta({ description: "One of its people, such as Teacher." }),
  technicians: shortText.optional().meta({ description: "Several, such as Teachers." }),
  service: shortText.optional().meta({ description: "One of its services, such as Course." }),
  services: shortText.optional().meta({ description: "Several, such as Courses." }),
}).strict();

const ReviewLink = z.object({
  label: shortText.meta({ description: "Name of the place, such as Google." }),
  url: WebUrl.meta({ description: "Its address." }),
}).meta({ id: "ReviewLink", description: "A page where customers write a review." });

/** The business whose reviews are published. Every key is present; unknown values are null. */
export const Business = z.object({
  name: shortText.meta({ description: "Name of the business." }),
  description: z.string().min(1).max(5000).nullable().meta({ description: "What the business does, or null." }),
  url: WebUrl.nullable().meta({ description: "Its website, or null." }),
  telephone: shortText.nullable().meta({ description: "Its telephone number as people write it, or null." }),
  email: z.email(MAIL).max(254).nullable().meta({ description: "Its address for mail, or null." }),
  category: shortText.nullable().meta({ description: "What kind of business it is, or null." }),
  address: PostalAddress.nullable(),
  geo: GeoPosition.nullable(),
  opening_hours: z.array(shortText).max(50).meta({ description: "When it is open, one line each." }),
  service_areas: z.array(CatalogueEntry).max(500).meta({ description: "Places that it serves." }),
  services: z.array(CatalogueEntry).max(500).meta({ description: "What it offers." }),
  technicians: z.array(Technician).max(500).meta({ description: "Who works for it." }),
  same_as: z.array(WebUrl).max(50).meta({ description: "Pages elsewhere about the same business." }),
  review_links: z.array(ReviewLink).max(10).meta({ description: "Where customers write a review." }),
  publish_unverified: z.boolean().meta({
    description:
      "Whether reviews of all sources that do not verify them are published, with `verified: false`. Each source may also have an answer of its own.",
  }),
  review_policy: ReviewPolicy.nullable(),
  words: BusinessWords.optional().meta({
    id: "BusinessWords",
    description: "How the business calls its people and services; absent if it does not say.",
  }),
  sample: z.boolean().meta({ description: "Whether business and reviews are the fictional sample." }),
}).meta({ id: "Business", description: "The business whose reviews are published." });

/** Schema of an operator's business file. `sample` must be false: operators cannot import the fictional sample. */
export const DescribedBusiness = Business.extend({
  publish_unverified: Business.shape.publish_unverified.default(false),
  sample: z.literal(false, "Expected false, as the fictional sample is not imported").default(false),
}).strict();

/**
 * Parses an operator's business file. Only `name` is required; absent members become null or an empty list. Unknown
 * members are errors, because they are probably misspelt.
 */
export const BusinessFile = z.preprocess((value) => completeMembers(DescribedBusiness, value), DescribedBusiness);

/** The business that the schema of the same name describes. */
export type Business = Readonly<z.output<typeof Business>>;
/** A service or a service area of the business. */
export type CatalogueEntry = Readonly<z.output<typeof CatalogueEntry>>;
/** A technician of the business. */
export type Technician = Readonly<z.output<typeof Technician>>;

/** Placeholder name of a business; fits into sentences: "This business has 150 reviews". */
export const UNNAMED = "This business";

/** Prefixes a title with "Sample: " if the reviews are the fictional sample. */
export function titled({ sample }: Pick<Business, "sample">, title: string): string {
  return sample ? `Sample: ${title}` : title;
}
