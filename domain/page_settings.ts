import { type PlainText } from "./sentences/sentence.ts";
import { z } from "zod";
import { DescribedBusiness, OPENING_HOURS } from "./business.ts";
import { completeMembers } from "./complete_members.ts";
import { Buffer } from "node:buffer";
import { type Picture, pictureOf } from "./picture.ts";
import { PLACES, SourcesFile, type SwitchedOff } from "./places.ts";
import { Subjects } from "./subjects.ts";

const PAGE_PARTS = ["contact", "summary", "quotes", "trend", "aspects", "services", "technicians"] as const;

/** One part of the home page. */
export type PagePart = typeof PAGE_PARTS[number];

/** Look of the business's pages, and which reviews they and other places leave out. Never part of published data. */
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
  /** Whether reviews that their source does not verify are published, by its folded name (see `foldText`). */
  readonly unverified?: Readonly<Record<string, boolean>>;
}

/** Look of the pages without an operator's settings. */
export const DEFAULT_PAGE_SETTINGS: PageSettings = {
  color: null,
  logo: null,
  cover: null,
  photos: [],
  timeZone: null,
  hide: [],
  photoHosts: [],
};

const COLOR: PlainText = "Expected a colour written #rrggbb, such as #0b5d5b";
const PICTURE = "Expected the name of a file beside this one: SVG, PNG, JPEG or WebP";
const ZONE = "Expected a time zone, such as Europe/Berlin";
const HOST = "Expected the name of a host, such as photos.example or *.photos.example";
const HOURS: PlainText = "Expected days (Mo, Tu, We, Th, Fr, Sa, Su) and times, such as Mo-Fr 07:30-18:00";

const MOST_PHOTOS = 8;

/** Maximum size of a picture, in bytes. Every service keeps all of them in memory. */
export const MOST_PICTURE_BYTES = 1_000_000;

const PictureFile = z.string(PICTURE).min(1, PICTURE).max(500, PICTURE);

/** The member `page` of an operator's file. */
export const PageFile = z.strictObject({
  color: z.string(COLOR).regex(/^#[0-9a-f]{6}$/i, COLOR).nullable(),
  logo: PictureFile.nullable(),
  cover: PictureFile.nullable(),
  photos: z.array(PictureFile).max(MOST_PHOTOS),
  time_zone: z.string(ZONE).refine(isTimeZone, ZONE).nullable(),
  hide: z.array(z.enum(PAGE_PARTS)).max(50),
  photo_hosts: z.array(z.string(HOST).regex(/^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/, HOST).max(253)).max(20),
});

/** The member that the schema of the same name describes. */
export type PageFile = Readonly<z.output<typeof PageFile>>;

const BusinessAndPage = DescribedBusiness.extend({
  // Stricter than published data: a line that cannot be read takes "Open now" from the page.
  opening_hours: z.array(z.string(HOURS).regex(OPENING_HOURS, HOURS)).max(50),
  page: PageFile.nullable(),
  sources: SourcesFile.nullable(),
  subjects: Subjects.nullable(),
});

/** Parses a business file that may have the members `page`, `sources` and `subjects` (see `BusinessFile`). */
export const BusinessWithPage = z.preprocess((value) => completeMembers(BusinessAndPage, value), BusinessAndPage);

const PictureBytes = z.base64().max(MOST_PICTURE_BYTES * 4 / 3 + 4);
const PictureSizes = z.array(z.strictObject({ width: z.int().positive(), base64: PictureBytes })).max(3);
const ExportedPicture = z.strictObject({ type: z.string(), base64: PictureBytes, sizes: PictureSizes.optional() })
  .transform(({ base64, sizes }) => {
    const picture = pictureOf(Buffer.from(base64, "base64"));
    return picture && { ...picture, ...sizes && { sizes } };
  })
  .refine((picture) => picture !== null, "Expected a picture: SVG, PNG, JPEG or WebP" satisfies PlainText);

/** The settings in a full export, validated as those of a business file. Pictures have their bytes. */
export const ExportedSettings = z.strictObject({
  color: PageFile.shape.color,
  logo: ExportedPicture.nullable(),
  cover: ExportedPicture.nullable(),
  photos: z.array(ExportedPicture).max(MOST_PHOTOS),
  timeZone: PageFile.shape.time_zone,
  hide: PageFile.shape.hide,
  photoHosts: PageFile.shape.photo_hosts,
  off: z.record(z.string().max(100), z.array(z.enum(PLACES)).max(PLACES.length)),
  unverified: z.record(z.string().max(100), z.boolean()),
}).partial().transform((settings) => settings as Partial<PageSettings>);

/** True if pages show a photo: its URL uses HTTPS and one of the hosts. */
export function isShownPhoto(url: string, photoHosts: readonly string[]): boolean {
  const { protocol, hostname, port } = new URL(url);
  return protocol === "https:" && port === "" &&
    photoHosts.some((host) => host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host);
}

/** Whether a name is that of a time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
