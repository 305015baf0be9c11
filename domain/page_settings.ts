import { z } from "zod";
import { DescribedBusiness } from "./business.ts";
import { completeMembers } from "./complete_members.ts";
import { Buffer } from "node:buffer";
import { PLACES, SourcesFile, type SwitchedOff } from "./places.ts";

const PAGE_PARTS = ["contact", "summary", "quotes", "trend", "aspects", "services", "technicians"] as const;

/** One part of the home page. */
export type PagePart = typeof PAGE_PARTS[number];

/** A picture of the business: media type and bytes in base64 (RFC 4648 4). */
export interface Picture {
  readonly type: "image/svg+xml" | "image/png" | "image/jpeg" | "image/webp";
  readonly base64: string;
}

/** Look of the business's pages, and what places leave out. Never part of published data. */
export interface PageSettings {
  /** Accent colour, written #rrggbb; null for the default. */
  readonly color: string | null;
  readonly logo: Picture | null;
  /** Wide picture at the head of the home page; null for a gradient of the colour. */
  readonly cover: Picture | null;
  readonly photos: readonly Picture[];
  /** Time zone of the opening hours (IANA); null if only the country may tell it. */
  readonly timeZone: string | null;
  /** Hidden parts of the home page. */
  readonly hide: readonly PagePart[];
  /** Hosts of photos that pages show, such as `*.photos.example`. */
  readonly photoHosts: readonly string[];
  /** Sources that places leave out; absent without an operator's choice. */
  readonly off?: SwitchedOff;
}

/** Look of the pages without an operator's settings. */
export const DEFAULT_PAGE_SETTINGS: PageSettings = {
  ...{ color: null, logo: null, cover: null, photos: [] },
  ...{ timeZone: null, hide: [], photoHosts: [] },
};

const COLOR = "Expected a colour written #rrggbb, such as #0b5d5b";
const LOGO = "Expected the name of a file beside this one: SVG, PNG, JPEG or WebP";
const HOST = "Expected the name of a host, such as photos.example or *.photos.example";
const PART = `Expected one of ${PAGE_PARTS.join(", ")}`;

/** The member `page` of an operator's file. */
export const PageFile = z.strictObject({
  color: z.string(COLOR).regex(/^#[0-9a-f]{6}$/i, COLOR).nullable(),
  logo: z.string(LOGO).min(1, LOGO).max(500, LOGO).nullable(),
  hide: z.array(z.enum(PAGE_PARTS, PART)).max(50),
  photo_hosts: z.array(z.string(HOST).regex(/^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/, HOST).max(253)).max(20),
});

/** The member that the schema of the same name describes. */
export type PageFile = Readonly<z.output<typeof PageFile>>;

const BusinessAndPage = DescribedBusiness.extend({ page: PageFile.nullable(), sources: SourcesFile.nullable() });

/** Parses a business file that may have the members `page` and `sources` (see `BusinessFile`). */
export const BusinessWithPage = z.preprocess((value) => completeMembers(BusinessAndPage, value), BusinessAndPage);

const MARKS: readonly (readonly [type: Picture["type"], mark: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n[^]\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/svg+xml", /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/],
];

/** Detects the media type of a picture by its first bytes; null for types that pages do not show. */
export function pictureType(bytes: Uint8Array): Picture["type"] | null {
  const start = String.fromCharCode(...bytes.subarray(0, 1000));
  return MARKS.find(([, mark]) => mark.test(start))?.[0] ?? null;
}

/** The settings in a full export, validated as those of a business file. The logo has its bytes. */
export const ExportedSettings = z.strictObject({
  color: PageFile.shape.color,
  logo: z.strictObject({ type: z.string(), base64: z.base64().max(400_000) })
    .transform(({ base64 }) => ({ type: pictureType(Buffer.from(base64, "base64")), base64 }))
    .refine(({ type }) => type !== null, "Expected a picture: SVG, PNG, JPEG or WebP").nullable(),
  hide: PageFile.shape.hide,
  photoHosts: PageFile.shape.photo_hosts,
  off: z.record(z.string().max(100), z.array(z.enum(PLACES)).max(PLACES.length)),
}).partial().transform((settings) => settings as Partial<PageSettings>);

/** True if pages show a photo: its URL uses HTTPS and one of the hosts. */
export function isShownPhoto(url: string, photoHosts: readonly string[]): boolean {
  const { protocol, hostname, port } = new URL(url);
  return protocol === "https:" && port === "" &&
    photoHosts.some((host) => host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host);
}
