import { APIFY } from "./google/apify.ts";
import { GOOGLE_PLAY } from "./google/google_play.ts";
import { GOOGLE_BUSINESS_PROFILE } from "./google/google_business_profile.ts";
import { GOOGLE_PLACES } from "./google/google_places.ts";
import { OUTSCRAPER } from "./google/outscraper.ts";
import { SERPAPI } from "./google/serpapi.ts";
import type { ImportFormat } from "./import_format.ts";
import { NDJSON } from "./own/ndjson.ts";
import { REVIEWS_JSON } from "./own/reviews_json.ts";
import { APP_STORE } from "./platforms/app_store.ts";
import { BIRDEYE } from "./platforms/birdeye.ts";
import { FACEBOOK } from "./platforms/facebook.ts";
import { PODIUM } from "./platforms/podium.ts";
import { SCHEMA_ORG } from "./platforms/schema_org.ts";
import { TRUSTPILOT } from "./platforms/trustpilot.ts";
import { TRUSTPILOT_APIFY } from "./platforms/trustpilot_apify.ts";
import { YELP } from "./platforms/yelp.ts";
import { AMAZON_APIFY } from "./shops/amazon_apify.ts";
import { FEEFO } from "./shops/feefo.ts";
import { JUDGE_ME } from "./shops/judge_me.ts";
import { LOOX } from "./shops/loox.ts";
import { OKENDO } from "./shops/okendo.ts";
import { REVIEWS_IO } from "./shops/reviews_io.ts";
import { SHOPIFY_APP_STORE, SHOPIFY_PRODUCT_REVIEWS } from "./shops/shopify.ts";
import { SITE_REVIEWS } from "./shops/site_reviews.ts";
import { STAMPED } from "./shops/stamped.ts";
import { WOOCOMMERCE } from "./shops/woocommerce.ts";
import { WORDPRESS_EXPORT } from "./shops/wordpress_export.ts";
import { YOTPO } from "./shops/yotpo.ts";
import { AIRBNB, INSIDE_AIRBNB } from "./travel/airbnb.ts";
import { BOOKING } from "./travel/booking.ts";
import { TRIPADVISOR } from "./travel/tripadvisor.ts";

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
