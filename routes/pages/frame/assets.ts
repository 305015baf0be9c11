import { Buffer } from "node:buffer";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodeBodies, type Representation } from "../../../domain/documents/representation.ts";
import type { Logo } from "../../../domain/page_settings.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../../answer/problem_response.ts";
import { respond } from "../../answer/respond.ts";
import type { Services } from "../../services.ts";
import { compactCss, themeCss } from "./theme.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const HASH_LENGTH = 12;
const EXTENSIONS = { "image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;
// An SVG may contain scripts, which run when it is opened on its own.
const LOGO_HEADERS = [["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"]] as const;

interface Asset {
  readonly path: string;
  readonly representation: Representation;
}

let script: Asset | undefined;
let style: string | undefined;
// Stylesheets by colour: one at a time, or two while a revision is replaced.
const styles = new Map<string | null, Asset>();
const MOST_STYLES = 8;
const logos = new WeakMap<Logo, Asset>();

/** Path of the script of all pages. */
export function scriptPath(): string {
  return scriptAsset().path;
}

/** Path of the stylesheet of all pages, with the colours that the operator chose. */
export function stylesheetPath(snapshot: Snapshot | null): string {
  return stylesheetAsset(snapshot).path;
}

/** Path of the logo of the business; null if it has none. */
export function logoPath(snapshot: Snapshot | null): string | null {
  return logoAsset(snapshot)?.path ?? null;
}

/**
 * Registers GET `/assets/{name}`. The name contains the hash of the content, so caches may keep it forever. Names of
 * other versions get the current content, uncacheable.
 */
export function registerAssets(app: OpenAPIHono, services: Services): void {
  app.get("/assets/:name", ({ req }) => {
    const name = req.param("name");
    const asset = name.startsWith("style-")
      ? stylesheetAsset(services.snapshot())
      : name.startsWith("script-")
      ? scriptAsset()
      : name.startsWith("logo-")
      ? logoAsset(services.snapshot())
      : null;
    if (asset === null) return problemResponse(404, "There is no such file.");
    const { representation } = asset;
    return respond(
      req.raw,
      asset.path.endsWith(`/${name}`) ? representation : { ...representation, cacheControl: "no-cache" },
    );
  });
}

function scriptAsset(): Asset {
  return script ??= asset("script", "js", "text/javascript; charset=utf-8", readText("script.js"));
}

function stylesheetAsset(snapshot: Snapshot | null): Asset {
  const color = snapshot?.pages.color ?? null;
  let sheet = styles.get(color);
  if (sheet === undefined) {
    style ??= compactCss(readText("style.css"));
    sheet = asset("style", "css", "text/css; charset=utf-8", `${style}\n${themeCss(color)}\n`);
    if (styles.size >= MOST_STYLES) styles.clear();
    styles.set(color, sheet);
  }
  return sheet;
}

function logoAsset(snapshot: Snapshot | null): Asset | null {
  const logo = snapshot?.pages.logo ?? null;
  if (logo === null) return null;
  let picture = logos.get(logo);
  if (picture === undefined) {
    const bytes = new Uint8Array(Buffer.from(logo.base64, "base64"));
    picture = asset("logo", EXTENSIONS[logo.type], logo.type, bytes, LOGO_HEADERS);
    logos.set(logo, picture);
  }
  return picture;
}

function readText(name: string): string {
  return Deno.readTextFileSync(new URL(`../assets/${name}`, import.meta.url));
}

function asset(
  name: string,
  extension: string,
  contentType: string,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Representation["headers"] = [],
): Asset {
  const bodies = encodeBodies(typeof content === "string" ? new TextEncoder().encode(content) : content);
  const hash = bodies.identity.entityTag.slice(1, 1 + HASH_LENGTH);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    representation: { contentType, bodies, lastModified: null, link: null, cacheControl: IMMUTABLE, headers },
  };
}
