import { weightedValues } from "../../../domain/quality_values.ts";

/** The locale of readers who name none. */
export const DEFAULT_LOCALE = "en";

const MOST_KEPT = 256;
const MOST_TAGS = 8;
const LONGEST_FIELD = 200;
const known = new Map<string, string>();

/**
 * The locale in which a reader wants dates and numbers, by `Accept-Language` (RFC 9110 12.5.4): the first of the
 * preferred languages that the runtime knows, without extensions. One of a finite set, so that pages can be kept by it.
 *
 * @param field The field's value; null if absent.
 */
export function readerLocale(field: string | null): string {
  if (field === null || field.length > LONGEST_FIELD) return DEFAULT_LOCALE;
  let locale = known.get(field);
  if (locale === undefined) {
    // Browsers send a handful of values; the limit is against a client that makes up new ones.
    if (known.size >= MOST_KEPT) known.clear();
    locale = preferredLocale(field);
    known.set(field, locale);
  }
  return locale;
}

function preferredLocale(field: string): string {
  const tags = weightedValues(field).slice(0, MOST_TAGS).filter(({ name, weight }) => weight > 0 && name !== "*")
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of tags) {
    const locale = supportedLocale(name);
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALE;
}

/** The locale that formats for a language tag (BCP 47); null if the tag is malformed or its language unknown. */
function supportedLocale(tag: string): string | null {
  try {
    const { baseName } = new Intl.Locale(tag);
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(baseName);
    return supported === undefined ? null : new Intl.DateTimeFormat(supported).resolvedOptions().locale;
  } catch {
    return null;
  }
}
