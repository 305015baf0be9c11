import { APIFY } from "./apify.ts";
import { GOOGLE_BUSINESS_PROFILE } from "./google_business_profile.ts";
import type { ImportFormat } from "./import_format.ts";
import { JUDGE_ME } from "./judge_me.ts";
import { NDJSON } from "./ndjson.ts";
import { OUTSCRAPER } from "./outscraper.ts";
import { REVIEWS_JSON } from "./reviews_json.ts";
import { TRUSTPILOT } from "./trustpilot.ts";

/**
 * The formats that a file can show by itself. The first that fits counts: those with names of their
 * own come before ours, whose names are plain words.
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

/** The names of all formats; "csv" is the one whose columns the operator maps. */
export const IMPORT_FORMAT_NAMES: readonly string[] = [
  ...IMPORT_FORMATS.map((format) => format.name),
  "csv",
];
