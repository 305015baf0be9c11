import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  encodeBodies,
  type EncodedBodies,
  encodedBody,
  type Representation,
} from "../../domain/documents/representation.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { preparedOnce, withSnapshot } from "../answer/with_snapshot.ts";
import { badge, BADGE_THEMES, type BadgeTheme } from "./badge.ts";
import { Canvas, channels, type Colour } from "./canvas.ts";
import type { Letters } from "./lettering.ts";
import { star } from "./outline.ts";
import { png } from "./png.ts";
import { DEFAULT_COLOUR, socialImage } from "./social_image.ts";
import type { Services } from "../services.ts";

const MOST_ICONS = 8;
const SVG = "image/svg+xml; charset=utf-8";
const ALONE = [["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"]] as const;

/**
 * Registers the pictures: GET `/social.png` (for previews of links), `/badge.svg`, `/favicon.svg` and `/favicon.ico`.
 */
export function registerPictures(app: OpenAPIHono, services: Services): void {
  const social = preparedOnce(async (snapshot) => {
    const [serif, sans] = await Promise.all([letters("serif"), letters("sans")]);
    const image = socialImage(
      snapshot.business,
      aggregateRatingOf(snapshot),
      hostOf(services.site),
      serif,
      sans,
      colourOf(snapshot),
    );
    return picture("image/png", { identity: encodedBody(image) }, snapshot.lastModified);
  });
  app.get(
    "/social.png",
    ({ req }) => withSnapshot(services, async (snapshot) => respond(req.raw, await social(snapshot, ""))),
  );

  const badges = preparedOnce<BadgeTheme>(async (snapshot, theme) => {
    const text = badge(aggregateRatingOf(snapshot), snapshot.business, await letters("sans"), theme);
    return picture(SVG, bodiesOf(text), snapshot.lastModified);
  });
  app.get("/badge.svg", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const named = req.query("theme") ?? "auto";
      const theme = BADGE_THEMES.find((theme) => theme === named);
      if (theme === undefined) return problemResponse(400, `theme is one of ${BADGE_THEMES.join(", ")}.`);
      return respond(req.raw, await badges(snapshot, theme));
    }));

  // Also before data is loaded: browsers request it with any page.
  const icons = new Map<string, Representation>();
  const icon = (name: string, make: (colour: Colour) => Representation): Representation => {
    const snapshot = services.snapshot();
    const colour = snapshot === null ? DEFAULT_COLOUR : colourOf(snapshot);
    const known = icons.get(name + colour) ?? make(colour);
    if (icons.size >= MOST_ICONS) icons.clear();
    icons.set(name + colour, known);
    return known;
  };
  app.get(
    "/favicon.svg",
    ({ req }) => respond(req.raw, icon("svg", (colour) => picture(SVG, bodiesOf(faviconSvg(colour)), null))),
  );
  app.get("/favicon.ico", ({ req }) => {
    const make = (colour: Colour) => picture("image/x-icon", { identity: encodedBody(faviconIco(colour)) }, null);
    return respond(req.raw, icon("ico", make));
  });
}

function colourOf({ pages }: Snapshot): Colour {
  return pages.color ?? DEFAULT_COLOUR;
}

async function letters(name: "serif" | "sans"): Promise<Letters> {
  const { default: found } = name === "serif"
    ? await import("./glyphs/serif.json", { with: { type: "json" } })
    : await import("./glyphs/sans.json", { with: { type: "json" } });
  return found;
}

function hostOf(site: Site): string {
  const { host, pathname } = new URL(absoluteUrl(site, "/"));
  return host + pathname.replace(/\/$/, "");
}

function bodiesOf(text: string): EncodedBodies {
  return encodeBodies(new TextEncoder().encode(text));
}

function picture(contentType: string, bodies: EncodedBodies, lastModified: number | null): Representation {
  return { contentType, bodies, lastModified, link: null, headers: ALONE };
}

const SIZE = 32;

function faviconSvg(accent: Colour): string {
  const points = star(5, 5, 22).map((value) => value.toFixed(1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="7" fill="${accent}"/><polygon fill="${
    starOn(accent)
  }" points="${points.join(" ")}"/></svg>\n`;
}

/** The same picture for clients that request `/favicon.ico` without a link: a PNG in an icon container. */
function faviconIco(accent: Colour): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(SIZE, SIZE, accent);
  canvas.fill([star(4, 4, 24)], starOn(accent));
  const picture = png(canvas);
  const header = new DataView(new ArrayBuffer(22));
  header.setUint16(2, 1, true);
  header.setUint16(4, 1, true);
  header.setUint8(6, SIZE);
  header.setUint8(7, SIZE);
  header.setUint16(10, 1, true);
  header.setUint16(12, 24, true);
  header.setUint32(14, picture.length, true);
  header.setUint32(18, 22, true);
  return new Uint8Array([...new Uint8Array(header.buffer), ...picture]);
}

function starOn(tile: Colour): Colour {
  const [red, green, blue] = channels(tile);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 170 ? "#1d1c1a" : "#ffffff";
}
