import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  encodeBodies,
  type EncodedBodies,
  encodedBody,
  type Representation,
} from "../../domain/documents/representation.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { preparedOnce } from "../answer/prepared_once.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import type { Services } from "../services.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { badge, BADGE_THEMES, type BadgeTheme } from "./badge.ts";
import type { Colour } from "./canvas.ts";
import { faviconIco, faviconSvg } from "./favicon.ts";
import type { Letters } from "./lettering.ts";
import { DEFAULT_COLOUR, socialImage } from "./social_image.ts";

const MOST_ICONS = 8;
const SVG = "image/svg+xml; charset=utf-8";
/** A picture that is opened by itself runs nothing and asks nobody; its style is its own. */
const ALONE = [["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"]] as const;

/**
 * Registers the pictures that are made here: GET `/social.png` (for previews of links), `/badge.svg`, `/favicon.svg` and
 * `/favicon.ico`.
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

  // Before there are data too: browsers ask for it with whatever page they get.
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

/** The colour that the operator chose for the business. */
function colourOf({ pages }: Snapshot): Colour {
  return pages.color ?? DEFAULT_COLOUR;
}

/** The outlines of letters, read when the first picture wants them. */
async function letters(name: "serif" | "sans"): Promise<Letters> {
  const { default: found } = name === "serif"
    ? await import("./glyphs/serif.json", { with: { type: "json" } })
    : await import("./glyphs/sans.json", { with: { type: "json" } });
  return found;
}

/** The address of a site as people write it. */
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
