import { APIFY } from "./apify.ts";
import { GOOGLE_BUSINESS_PROFILE } from "./google_business_profile.ts";
import type { ImportFormat } from "./import_format.ts";
import { JUDGE_ME } from "./judge_me.ts";
import { NDJSON } from "./ndjson.ts";
import { OUTSCRAPER } from "./outscraper.ts";
import { REVIEWS_JSON } from "./reviews_json.ts";
import { TRUSTPILOT } from "./trustpilot.ts";

/**
 * The formats that can be recognised, in order of precedence. The service's own come last, because their member names
 * are common words.
 */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  GOOGLE_BUSINESS_PROFILE,
  OUTSCRAPER,
  APIFY,
  TRUSTPILOT,
  JUDGE_ME,
  REVIEWS_JSON,
  NDJSON,
];

/** The names of all formats; "csv" needs a column map. */
export const IMPORT_FORMAT_NAMES: readonly string[] = [
  ...IMPORT_FORMATS.map((format) => format.name),
  "csv",
];
