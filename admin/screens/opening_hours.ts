// Opening hours as people write them in four languages, as lines of schema.org's `openingHours`.

import { OPENING_HOURS } from "../../domain/business.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../routes/request/page_address.ts";

/** The days in schema.org. */
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
/** 5 January 1970 was a Monday. */
const MONDAY = Date.UTC(1970, 0, 5);
const DAY_MS = 86_400_000;
/** Words for several days at the head of a line, as days. */
const SEVERAL_DAYS = [
  [/^(?:daily|every day|täglich|todos los días|a diario|tous les jours)/i, "mo-su"],
  [/^(?:weekdays|entre semana|en semaine)/i, "mo-fr"],
  [/^(?:weekends?|(?:am )?wochenende|fin(?:es)? de semana|(?:le )?week-ends?)/i, "sa-su"],
] as const;
/** Words for a day without hours, and around hours. */
const [CLOSED, AROUND] = [
  /(?<!\p{L})(?:closed|geschlossen|ruhetag|zu|cerrado|fermé)(?!\p{L})/iu,
  /à|\b(?:uhr|from|von|de|desde|bis|to|until|a|h|and|und|y|et|through|al?)\b/gi,
];
/** Languages in which 5 may be five in the afternoon. */
const TWELVE_HOURS: readonly PageLanguage[] = ["en", "es"];
const TIME = /(\d{1,2})(?:(?:[:.]|\s?(?:h|uhr)\b\s?|h)(\d{2})?)?\s*(a\.?m\.?|p\.?m\.?)?/gi;

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Names of the days in a language. */
function dayNames(language: string): readonly string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return DAYS.map((_, nth) => folded(format(MONDAY + nth * DAY_MS)));
}

const NAMES = PAGE_LANGUAGES.map((language) => [language, dayNames(language)] as const);

/** The number of a day, whose name may be cut to two letters; -1 if it is none. The owner's language counts first. */
function dayOf(word: string, own: PageLanguage): number {
  const name = folded(word);
  if (name.length < 2) return -1;
  const ordered = NAMES.toSorted(([a], [b]) => Number(b === own) - Number(a === own));
  // "Sundays", "montags", "les lundis"
  const single = name.replace(/s$/, "");
  const found = ordered.map(([, names]) => names.findIndex((one) => one.startsWith(name) || one === single));
  return found.find((day) => day !== -1) ?? -1;
}

/**
 * Reads a line such as `Di–Fr 9–18 Uhr` or `Tue-Fri 9am-1pm, 2-6pm`.
 *
 * @returns Lines as in `Tu-Fr 09:00-18:00`, one for each part of the day; none for a closed day. Null if unreadable.
 */
export function openingHoursOf(line: string, language: PageLanguage): readonly string[] | null {
  if (OPENING_HOURS.test(line)) return [line];
  const dashed = line.replace(/[–—−]/g, "-");
  const text = SEVERAL_DAYS.reduce((all, [words, days]) => all.replace(words, days), dashed);
  const at = text.search(/\d/);
  const head = at === -1 ? text.replace(CLOSED, "") : text.slice(0, at);
  const days = daysOf(head, language);
  if (days === null) return null;
  if (at === -1) return CLOSED.test(text) ? [] : null;
  const times = [...text.slice(at).matchAll(TIME)];
  const rest = text.slice(at).replace(TIME, "").replace(AROUND, "").replace(/[\s\-,;/+&.]/g, "");
  if (rest !== "" || times.length === 0 || times.length % 2 === 1) return null;
  const isTwelve = TWELVE_HOURS.includes(language) && times.every(([, hour]) => Number(hour) <= 12);
  let before = "";
  const clocks = times.map((time, nth) => {
    const read = clock(time, nth % 2 === 0 ? times[nth + 1]![3] : undefined);
    const isLater = isTwelve && time[3] === undefined && !time[1]!.startsWith("0") && read <= before &&
      afternoon(read) > before;
    return before = isLater ? afternoon(read) : read;
  });
  const lines = Array.from({ length: times.length / 2 }, (_, nth) => {
    const [from, until] = [times[2 * nth]!, times[2 * nth + 1]!];
    // Without a word or sign between them the second may be the minutes of the first.
    return from.index + from[0].length === until.index ? "" : `${days} ${clocks[2 * nth]}-${clocks[2 * nth + 1]}`;
  });
  return lines.every((one) => OPENING_HOURS.test(one)) ? lines : null;
}

/** Days as in schema.org: `mon to fri, sun` is `Mo-Fr,Su`; null if a word is no day. */
function daysOf(text: string, language: PageLanguage): string | null {
  const ranges = text.replace(/\b(?:to|through|until|bis|au?|al?)\b|à/gi, "-").split(/[,;/&+]|\b(?:and|und|y|et)\b/i)
    .map((range) =>
      range.split("-").map((word) => word.replace(/[.:\s]|\b(?:von|from|de|du|lo?s|les?|on|am)\b/gi, "")).filter(
        Boolean,
      )
    )
    .filter((range) => range.length > 0);
  const found = ranges.map((range) => range.map((word) => DAYS[dayOf(word, language)]));
  const isRead = found.length > 0 && found.every((range) => range.length < 3 && !range.includes(undefined));
  return isRead ? found.map((range) => range.join("-")).join(",") : null;
}

/** A time of 24 hours. `later` has the half of the day if only the end names it: `2-6pm`. */
function clock([, hour = "", minute = "00", own]: RegExpExecArray, later?: string): string {
  const half = (own ?? later)?.[0]?.toLowerCase();
  const hours = half === "p" && Number(hour) < 12 && !(own === undefined && Number(hour) > 7)
    ? Number(hour) + 12
    : half === "a" && hour === "12"
    ? 0
    : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** The time twelve hours later. */
function afternoon(time: string): string {
  return `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`;
}
