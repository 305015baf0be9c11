import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodedBody, type Representation, textRepresentation } from "../../domain/documents/representation.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { registerPrepared, withSnapshot } from "../answer/with_snapshot.ts";
import { badge, BADGE_THEMES, type BadgeTheme } from "./badge.ts";
import { Canvas, channels, type Colour } from "./canvas.ts";
import type { Letters } from "./lettering.ts";
import { star } from "./outline.ts";
import { png } from "./png.ts";
import { DEFAULT_COLOUR, socialImage } from "./social_image.ts";
import type { Services } from "../services.ts";

const SVG = "image/svg+xml; charset=utf-8";
const ALONE = [["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"]] as const;

/**
 * Registers the pictures: GET `/social.png` (for previews of links), `/badge.svg`, `/favicon.svg` and `/favicon.ico`.
 */
export function registerPictures(app: OpenAPIHono, services: Services): void {
  registerPrepared(app, services, "/social.png", async (snapshot) => {
    const [serif, sans] = await Promise.all([letters("serif"), letters("sans")]);
    const { business, lastModified } = snapshot;
    const rating = aggregateRatingOf(snapshot);
    const image = socialImage(business, rating, hostOf(services.site), serif, sans, colourOf(snapshot));
    return bitmap("image/png", image, lastModified);
  }, "pages");

  const badges = perSnapshot(async (snapshot: Snapshot, theme: BadgeTheme) => {
    const { business, lastModified } = snapshot;
    const text = badge(aggregateRatingOf(snapshot), business, await letters("sans"), theme);
    return textRepresentation(SVG, text, { lastModified, headers: ALONE });
  });
  app.get("/badge.svg", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const named = req.query("theme") ?? "auto";
      const theme = BADGE_THEMES.find((theme) => theme === named);
      if (theme === undefined) return problemResponse(400, `theme is one of ${BADGE_THEMES.join(", ")}.`);
      return respond(req.raw, await badges(snapshot, theme));
    }, "pages"));

  // Also before data is loaded: browsers request it with any page.
  const svg = perSnapshot((snapshot: Snapshot | null) =>
    textRepresentation(SVG, faviconSvg(colourOf(snapshot)), { headers: ALONE })
  );
  app.get("/favicon.svg", ({ req }) => respond(req.raw, svg(services.snapshot("pages"))));
  const ico = perSnapshot((snapshot: Snapshot | null) => bitmap("image/x-icon", faviconIco(colourOf(snapshot)), null));
  app.get("/favicon.ico", ({ req }) => respond(req.raw, ico(services.snapshot("pages"))));
}

function colourOf(snapshot: Snapshot | null): Colour {
  return snapshot?.pages.color ?? DEFAULT_COLOUR;
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

function bitmap(contentType: string, bytes: Uint8Array<ArrayBuffer>, lastModified: number | null): Representation {
  return { contentType, bodies: { identity: encodedBody(bytes) }, lastModified, link: null, headers: ALONE };
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
