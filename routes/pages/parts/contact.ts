import type { Business } from "../../../domain/business.ts";
import { countryCode } from "../../../domain/country.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { openingHours } from "./opening_hours.ts";

const MOST_AREAS = 30;

/** Contact details: how, when and where to reach the business, as far as known. */
export function contactDetails({ snapshot: { business }, formats }: DataContext): Markup {
  const { words } = formats;
  const { telephone, email, url, address, opening_hours, service_areas, same_as } = business;
  const link = (href: string | null, text: string) =>
    href === null ? markup`<bdi>${text}</bdi>` : markup`<a href="${href}"><bdi>${text}</bdi></a>`;
  const lines = (all: readonly Markup[]) => all.map((line) => markup`${line}<br>`);
  const listed = (all: readonly Markup[]) => all.map((one, at) => markup`${at === 0 ? "" : ", "}${one}`);
  const areas = listed(service_areas.slice(0, MOST_AREAS).map(({ label }) => markup`<bdi>${label}</bdi>`));
  const more = service_areas.length - areas.length;
  const entries: readonly (readonly [label: string, value: readonly Markup[]])[] = [
    [words.telephone, telephone === null ? [] : [link(telephoneLink(telephone), telephone)]],
    [words.mail, email === null ? [] : [link(contactLink(email), email)]],
    [words.website, url === null ? [] : [outside(url)]],
    [words.address, address === null ? [] : lines(addressLines(formats, address))],
    [words.open, lines(opening_hours.map((line) => markup`<bdi>${openingHours(formats, line)}</bdi>`))],
    [
      words.areas,
      more > 0 ? [...areas, markup` ${filled(words.and_more, { count: formats.number(more) })}`] : areas,
    ],
    [words.elsewhere, listed(same_as.map(outside))],
  ];
  const known = entries.filter(([, value]) => value.length > 0).map(([label, value]) =>
    markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`
  );
  return known.length === 0 ? NOTHING : markup`<dl class="facts">\n${known}</dl>`;
}

// Countries that write the postal code before the town (UPU S42), and countries that put it on a separate line.
const CODE_FIRST = ("AD AR AT BA BE BG BY CH CL CO CR CZ DE DK DO DZ EC EE ES FI FO FR GE GL GR GT HR HU IL IS IT KW " +
  "KZ LI LT LU MA MC MD ME MK MX MY NL NO PE PH PL PT PY RO RS RU SE SI SK SM SN TN TR UA UY VA VN ZM").split(" ");
const CODE_LAST = ["GB", "IE", "GG", "IM", "JE", "KE", "LK"];
// Countries with the code first whose addresses name the region.
const REGION_AFTER = ["AR", "ES", "IT", "MX", "MY", "PH"];

function addressLines(
  formats: DataContext["formats"],
  { street_address, locality, region, postal_code, country }: NonNullable<Business["address"]>,
): readonly Markup[] {
  const joined = (parts: readonly (string | null)[], by: string) =>
    parts.filter((part) => part !== null && part !== "").join(by);
  const code = countryCode(country ?? "") ?? "";
  const towns = CODE_FIRST.includes(code)
    ? [joined([joined([postal_code, locality], " "), REGION_AFTER.includes(code) ? region : null], ", ")]
    : CODE_LAST.includes(code)
    ? [locality, region === locality ? null : region, postal_code]
    : [joined([joined([locality, region], ", "), postal_code], " ")];
  // Texts other than country codes stay as the operator wrote them.
  const lines = [street_address, ...towns, country === null ? null : formats.country(country)];
  return lines.filter((line) => line !== null && line !== "").map((line) => markup`<bdi>${line}</bdi>`);
}

function outside(url: string): Markup {
  return markup`<a href="${url}" rel="nofollow noopener">${new URL(url).hostname.replace(/^www\./, "")}</a>`;
}

/** URL of an address as people write it: a page, an e-mail address or a telephone number; null for other texts. */
export function contactLink(text: string): string | null {
  if (/^https?:\/\/\S+$/.test(text)) return text;
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return `mailto:${encodeURIComponent(text).replace("%40", "@")}`;
  return telephoneLink(text);
}

// Letters on each telephone key from 2 on (ITU-T E.161), as in 1-800-FLOWERS.
const KEYS = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];
const EXTENSION = /[\s,;]*(?:extension|ext\.?|x|#)\s*(\d{1,7})$/i;
const [FEWEST_DIGITS, MOST_DIGITS] = [3, 15];

/**
 * `tel:` URL of a telephone number as people write it, with its extension (RFC 3966 5.1.5, 5.3). Null if the number is
 * ambiguous, because a wrong one would be called.
 */
export function telephoneLink(telephone: string): string | null {
  const extension = EXTENSION.exec(telephone);
  const written = telephone.slice(0, extension?.index).trim()
    // The zero is dialled only inside the country.
    .replace(/^(\+\d{1,3}[\s.-]*)\(0\)/, "$1")
    .replace(/(?<=\d[\s.-]*)[A-Z]+(?=[\s.-]|$)/g, (letters) => letters.replace(/./g, keyOf))
    .replaceAll(/[\s().\-\u2010-\u2015/\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  const [, digits = ""] = /^\+?(\d+)$/.exec(written) ?? [];
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return null;
  return `tel:${written}${extension === null ? "" : `;ext=${extension[1]}`}`;
}

function keyOf(letter: string): string {
  return String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}
