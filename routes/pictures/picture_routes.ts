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
    const { business, lastModified } = snapshot;
    const rating = aggregateRatingOf(snapshot);
    const image = socialImage(business, rating, hostOf(services.site), await letters(), colourOf(snapshot));
    return bitmap(image, lastModified);
  }, "pages");

  const badges = perSnapshot(async (snapshot: Snapshot, theme: BadgeTheme) => {
    const { business, lastModified } = snapshot;
    const text = badge(aggregateRatingOf(snapshot), business, await letters(), theme);
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
  const ico = perSnapshot((snapshot: Snapshot | null) => bitmap(faviconPng(colourOf(snapshot)), null));
  app.get("/favicon.ico", ({ req }) => respond(req.raw, ico(services.snapshot("pages"))));
}

function colourOf(snapshot: Snapshot | null): Colour {
  return snapshot?.pages.color ?? DEFAULT_COLOUR;
}

async function letters(): Promise<Letters> {
  return (await import("./glyphs/letters.json", { with: { type: "json" } })).default;
}

function hostOf(site: Site): string {
  const { host, pathname } = new URL(absoluteUrl(site, "/"));
  return host + pathname.replace(/\/$/, "");
}

function bitmap(bytes: Uint8Array<ArrayBuffer>, lastModified: number | null): Representation {
  const bodies = { identity: encodedBody(bytes) };
  return { contentType: "image/png", bodies, lastModified, link: null, headers: ALONE };
}

const SIZE = 32;

function faviconSvg(accent: Colour): string {
  const points = star(5, 5, 22).map((value) => value.toFixed(1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="7" fill="${accent}"/><polygon fill="${
    starOn(accent)
  }" points="${points.join(" ")}"/></svg>\n`;
}

/** The same picture for clients that request `/favicon.ico` without a link; they read a PNG by its content. */
function faviconPng(accent: Colour): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas(SIZE, SIZE, accent);
  canvas.fill([star(4, 4, 24)], starOn(accent));
  return png(canvas);
}

function starOn(tile: Colour): Colour {
  const [red, green, blue] = channels(tile);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 170 ? "#1d1c1a" : "#ffffff";
}
