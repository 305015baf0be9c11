// The form of the business is a table: each field is a member of the business file, with its label and its format.

import { createHash } from "node:crypto";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { subjectsOf, TAXONOMY_NAMES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { UNNAMED } from "../../domain/business.ts";
import { foldName } from "../../domain/mentions.ts";
import { DEFAULT_PAGE_SETTINGS } from "../../domain/page_settings.ts";
import type { Picture } from "../../domain/picture.ts";
import { capital } from "../../routes/pages/frame/formats.ts";
import { openingHours } from "../../routes/pages/parts/opening_hours.ts";
import { DEFAULT_COLOUR } from "../../routes/pictures/social_image.ts";
import type { Input, Options } from "../frame/page.tsx";
import type { OwnerLocale, Words } from "../language/admin_language.ts";
import { openingHoursOf } from "./opening_hours.ts";

/** How a member of the business file stands in a field of the form, with the attributes of its input. */
interface Kind extends Input {
  /** By default a text, which is null if it is empty. */
  readonly format?: Format;
  readonly hint?: keyof Words;
  /** What follows the hint. */
  readonly example?: string;
  /** Smallest number of lines. */
  readonly rows?: number;
  readonly options?: (locale: OwnerLocale, chosen: string) => Options;
}

interface Format {
  readonly shown: (value: unknown, locale: OwnerLocale) => string;
  readonly read: (text: string, before: unknown, locale: OwnerLocale) => unknown;
}

type Members = Readonly<Record<string, unknown>>;

const TEXT: Format = { shown: (value) => String(value ?? ""), read: (text) => text.trim() || null };
const URL_TEXT: Format = { shown: TEXT.shown, read: (text) => completedUrl(text.trim()) || null };
const COLOUR: Format = {
  shown: (value) => String(value ?? DEFAULT_COLOUR),
  read: (text, before) => before === null && text === DEFAULT_COLOUR ? null : text,
};
const LINKS = listFormat(
  ({ label, url }: { readonly label: string; readonly url: string }) => `${label} ${url}`,
  (line) => {
    const url = completedUrl(line.replace(/^.*\s/, ""));
    return { label: line.replace(/\s*\S+$/, "") || platformAt(url), url };
  },
);

/** The platform that an address names, by the longest part of its host: `Trustpilot`. Another text is its own name. */
function platformAt(url: string): string {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: "" };
  if (/(?:^|\.)(?:g\.page|goo\.gl|google\.[a-z.]+)$/.test(hostname)) return "Google";
  return capital(hostname.split(".").slice(0, -1).reduce((a, b) => b.length > a.length ? b : a, "")) || url;
}

/** Adds `https://` to an address that begins with the name of a host. */
function completedUrl(text: string): string {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:?#]|$)/u.test(text) ? `https://${text}` : text;
}

/**
 * A list with an entry on each line. An unchanged line keeps its entry, with the members that the line does not show.
 *
 * @param made Makes the entry of a new line, or a list of any number.
 */
function listFormat<Entry>(
  shown: (entry: Entry, locale: OwnerLocale) => string,
  made: (line: string, at: number, before: readonly Entry[], locale: OwnerLocale) => unknown,
): Format {
  return {
    shown: (value, locale) => (value as readonly Entry[]).map((one) => shown(one, locale)).join("\n"),
    read: (text, value, locale) => {
      const before = value as readonly Entry[];
      const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
      const entryOf = (line: string, at: number) =>
        before.find((one) => shown(one, locale) === line) ?? made(line, at, before, locale);
      return lines.map(entryOf).flat();
    },
  };
}

/** Names with other names in brackets: `Daniel Roe (Dan, Danny)`. `name` is the member that has the first. */
function named(name: "name" | "label"): Format {
  type Named = Readonly<Record<string, string>> & { readonly aliases: readonly string[] };
  return listFormat(
    (entry: Named) => entry.aliases.length === 0 ? entry[name]! : `${entry[name]} (${entry.aliases.join(", ")})`,
    (line, at, before) => {
      const [, first = line, others = ""] = /^(.*\S)\s*\((.*)\)$/.exec(line) ?? [];
      const words = foldName(first).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
      return {
        // Its page keeps its address while the name is the same.
        id: before.find((entry) => entry[name] === first)?.["id"] ?? (words.slice(0, 90) || `entry-${at + 1}`),
        [name]: first,
        aliases: others.split(",").map((other) => other.trim()).filter(Boolean),
      };
    },
  );
}

/** Hours in the owner's days and times. A line that cannot be read stays, and is a fault of the business file. */
const HOURS = listFormat(
  (line: string, { formats }) => openingHours(formats, line),
  (line, _at, _before, { formats }) => openingHoursOf(line, formats.language) ?? line,
);

/** Choices whose texts are those that readers see in the review policy. */
function policyChoice(name: "invites" | "incentives", ...values: readonly string[]): Kind {
  const text = (value: string) => `${name}_${value || "unknown"}` as keyof Words;
  return { options: ({ words }) => ["", ...values].map((value) => [value, words[text(value)]]) };
}

/** Of a new and an earlier picture in the form the new one counts. */
const PICTURE: Kind = {
  format: { shown: TEXT.shown, read: (text) => text.split("\n").at(-1) || null },
  hint: "about_pictures",
  type: "file",
  accept: ".svg,.png,.jpg,.jpeg,.webp",
};
const UNVERIFIED: Kind = {
  format: { shown: String, read: (text) => text === "true" },
  options: ({ words }) => [["false", words.left_out], ["true", words.published]],
};
const TAXONOMY: Kind = {
  format: { shown: TEXT.shown, read: (text) => TAXONOMY_NAMES.includes(text) ? text : null },
  options: ({ words }, chosen) => {
    const options = TAXONOMY_NAMES.map((name) => [name, words[`kind_${name}` as keyof Words]] as const);
    // Once chosen, it can be changed, but not be left to the program again.
    return chosen === "" ? [["", words.kind_of_trade], ...options] : options;
  },
};

const LINES: Kind = { hint: "one_a_line", rows: 1 };
const OTHER_NAMES: Kind = { hint: "other_names", rows: 1 };

/** A field of the form: path in the business file, to which the taxonomy is added here; label; kind. */
export type BusinessField = readonly [path: string, label: keyof Words, kind?: Kind];

/** Groups of fields. Without a title the labels of the fields are one. */
export const GROUPS: readonly (readonly [title: keyof Words | null, fields: readonly BusinessField[]])[] = [
  ["business", [
    ["name", "name", { required: true }],
    ["category", "trade"],
    ["taxonomy", "kind", TAXONOMY],
    ["description", "description", { rows: 2 }],
    ["telephone", "telephone", { type: "tel" }],
    ["email", "mail", { type: "email" }],
    ["url", "website", { format: URL_TEXT, inputmode: "url" }],
    ["opening_hours", "opening_hours", { format: HOURS, hint: "about_hours", rows: 3 }],
  ]],
  ["address", [
    ["address.street_address", "address_street"],
    ["address.postal_code", "address_postcode"],
    ["address.locality", "address_town"],
    ["address.region", "address_region"],
    ["address.country", "address_country"],
  ]],
  [null, [
    ["technicians", "people", { ...OTHER_NAMES, format: named("name") }],
    ["services", "services", { ...OTHER_NAMES, format: named("label") }],
    ["service_areas", "areas", { ...OTHER_NAMES, format: named("label") }],
  ]],
  [null, [
    ["page.color", "colour", { format: COLOUR, type: "color" }],
    ["page.logo", "logo", PICTURE],
    ["page.cover", "cover", PICTURE],
    ["page.photos", "filter_has_photos", { ...PICTURE, format: listFormat(String, String), multiple: true }],
  ]],
  [null, [
    ["review_links", "write_review", { ...LINES, format: LINKS, example: "Google https://g.page/r/acme/review" }],
    ["same_as", "elsewhere", { ...LINES, format: listFormat(String, completedUrl), example: "https://…" }],
  ]],
  ["policy", [
    ["review_policy.invites", "q_collected", policyChoice("invites", "everybody", "some", "nobody")],
    ["review_policy.checks", "q_checked"],
    ["review_policy.incentives", "q_incentives", policyChoice("incentives", "none", "marked")],
    ["review_policy.report_to", "report_to"],
    ["publish_unverified", "unverified", UNVERIFIED],
  ]],
];
/** The fields of all groups. */
export const FIELDS = GROUPS.flatMap(([, fields]) => fields);

/** The business file of what is published, with the choice of taxonomy and the ids of pictures. */
export function fileOf({ business: { sample: _, ...business }, pages, taxonomy }: Dataset): Members {
  const { base } = subjectsOf(taxonomy);
  const { color, logo, cover, photos, off = {}, ...look } = { ...DEFAULT_PAGE_SETTINGS, ...pages };
  // The form has no field for what is left out of a source. An import keeps which unverified reviews are shown.
  const sources = Object.fromEntries(
    Object.entries(off).map(([name, parts]) => [name, Object.fromEntries(parts.map((part) => [part, false]))]),
  );
  return {
    ...business,
    name: business.name === UNNAMED ? "" : business.name,
    page: {
      color,
      logo: logo && pictureId(logo),
      cover: cover && pictureId(cover),
      photos: photos.map(pictureId),
      time_zone: look.timeZone,
      hide: look.hide,
      photo_hosts: look.photoHosts,
    },
    // One of the operator's own is kept.
    taxonomy: typeof base === "string" ? base : null,
    sources,
  };
}

/** The member at a path of the business file. */
function memberAt(file: Members, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Members | null)?.[name] ?? null, file);
}

/** The text of a member in its field. */
export function shownMember(
  locale: OwnerLocale,
  file: Members,
  [path, , { format = TEXT } = {}]: BusinessField,
): string {
  return format.shown(memberAt(file, path), locale);
}

/** The text of a member for readers: that of its option, if it is one. */
export function readMember(locale: OwnerLocale, file: Members, field: BusinessField): string {
  const text = shownMember(locale, file, field);
  return new Map(field[2]?.options?.(locale, text)).get(text) ?? text;
}

/** Reads the texts of the fields. An empty group, such as an address without any part, is null. */
export function readMembers(locale: OwnerLocale, before: Members, text: (path: string) => string): Members {
  const members: Record<string, unknown> = { ...before };
  for (const [path, , { format = TEXT } = {}] of FIELDS) {
    const [group = "", name] = path.split(".");
    const value = format.read(text(path), memberAt(before, path), locale);
    if (name === undefined) members[group] = value;
    else members[group] = { ...members[group] as Members | null, [name]: value };
  }
  const isEmpty = (group: unknown) => Object.values(group ?? {}).every((value) => value === null);
  const emptied = ["address", "review_policy"].filter((group) => isEmpty(members[group]));
  return { ...members, ...Object.fromEntries(emptied.map((group) => [group, null])) };
}

/** The label of the field with a member of the business file, and the line in it. */
export function memberName(locale: OwnerLocale, path: string): string {
  const [, label] = FIELDS.find(([one]) => `${path}.`.startsWith(`${one}.`)) ?? [];
  const [, line] = /\.(\d+)/.exec(path) ?? [];
  if (label === undefined) return path;
  const name = locale.words[label];
  return line === undefined ? name : locale.say("line_of", { name, line: Number(line) + 1 });
}

/** The id of a published picture in the form; that of a chosen one is the id of its upload. */
export function pictureId({ base64 }: Picture): string {
  return createHash("sha256").update(base64).digest("hex").slice(0, 32);
}
