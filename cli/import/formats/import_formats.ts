import { APP_STORE } from "./app_store.ts";
import { APIFY, GOOGLE_BUSINESS_PROFILE, GOOGLE_PLACES, GOOGLE_PLAY, OUTSCRAPER, SERPAPI } from "./google.ts";
import { NDJSON, REVIEWS_JSON } from "./own.ts";
import { BIRDEYE, FACEBOOK, PODIUM, TRUSTPILOT, TRUSTPILOT_APIFY, YELP } from "./platforms.ts";
import { SCHEMA_ORG } from "./schema_org.ts";
import {
  AMAZON_APIFY,
  FEEFO,
  JUDGE_ME,
  LOOX,
  OKENDO,
  REVIEWS_IO,
  SHOPIFY_APP_STORE,
  SHOPIFY_PRODUCT_REVIEWS,
  STAMPED,
  YOTPO,
} from "./shops.ts";
import { AIRBNB, BOOKING, INSIDE_AIRBNB, TRIPADVISOR } from "./travel.ts";
import { SITE_REVIEWS, WOOCOMMERCE, WORDPRESS_EXPORT } from "./wordpress.ts";
import type { ImportFormat } from "./import_format.ts";

/**
 * The formats that can be recognised, in order of precedence: the more telling their names, the earlier. The service's own
 * come last, because their member names are common words.
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  GOOGLE_BUSINESS_PROFILE,
  GOOGLE_PLAY,
  SITE_REVIEWS,
  WORDPRESS_EXPORT,
  APP_STORE,
  TRUSTPILOT_APIFY,
  AMAZON_APIFY,
  STAMPED,
  REVIEWS_IO,
  OUTSCRAPER,
  SERPAPI,
  GOOGLE_PLACES,
  APIFY,
  SCHEMA_ORG,
  TRUSTPILOT,
  FACEBOOK,
  BOOKING,
  TRIPADVISOR,
  AIRBNB,
  INSIDE_AIRBNB,
  YELP,
  SHOPIFY_APP_STORE,
  SHOPIFY_PRODUCT_REVIEWS,
  JUDGE_ME,
  LOOX,
  YOTPO,
  OKENDO,
  WOOCOMMERCE,
  FEEFO,
  PODIUM,
  BIRDEYE,
  REVIEWS_JSON,
  NDJSON,
];

/** The names of all formats; "csv" needs a column map. */
export const IMPORT_FORMAT_NAMES: readonly string[] = [
  ...IMPORT_FORMATS.filter(({ refusal }) => refusal === undefined).map((format) => format.name),
  "csv",
];
