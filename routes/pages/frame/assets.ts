import { Buffer } from "node:buffer";
import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  encodeBodies,
  encodedBody,
  type Representation,
  textRepresentation,
} from "../../../domain/documents/representation.ts";
import { DRAWN_PREVIEW } from "../../../domain/documents/structured_data.ts";
import { DEFAULT_PAGE_SETTINGS } from "../../../domain/page_settings.ts";
import type { Picture } from "../../../domain/picture.ts";
import { perSnapshot } from "../../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../../answer/problem_response.ts";
import { respond } from "../../answer/respond.ts";
import type { Services } from "../../services.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import { compactCss, themeCss } from "./theme.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const HASH_LENGTH = 12;
const WEBP = "image/webp";
const EXTENSIONS = { "image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpg", [WEBP]: "webp" } as const;
// An SVG may contain scripts, which run when it is opened on its own.
const PICTURE_HEADERS = [[
  "content-security-policy",
  "default-src 'none'; style-src 'unsafe-inline'; sandbox",
]] as const;

interface Asset {
  readonly path: string;
  readonly representation: Representation;
}

/** Path of the script of all pages. */
export function scriptPath(): string {
  return scriptAsset(null).path;
}

/** Path of the stylesheet of all pages, with the colours that the operator chose. */
export function stylesheetPath(snapshot: Snapshot | null): string {
  return stylesheetAsset(snapshot).path;
}

/** Link to the stylesheet that pages for developers and the card to print have besides that of all pages. */
export function guideStyle(): Markup {
  return markup`<link rel="stylesheet" href="${guideAsset(null).path}">\n`;
}

/** Path of a picture of the business: `logo`, `cover`, or `photo1` and so on; null if there is none of this name. */
export function picturePath(snapshot: Snapshot | null, name: string): string | null {
  return pictureAssets(snapshot).get(name)?.path ?? null;
}

/** Path of the picture that previews of links show: the cover, or a drawn one. They show no SVG. */
export function previewPath(snapshot: Snapshot | null): string {
  const cover = picturePath(snapshot, "cover");
  return cover === null || cover.endsWith(".svg") ? DRAWN_PREVIEW : cover;
}

/**
 * A picture of the business in the versions that it has; nothing if there is none of this name.
 *
 * @param attributes Further ones of the `img`, such as `alt` and `sizes`.
 */
export function pictureImage(snapshot: Snapshot | null, name: string, attributes: Markup): Markup {
  const whole = picturePath(snapshot, name);
  if (whole === null) return NOTHING;
  const versions = [...pictureAssets(snapshot)].filter(([one]) => one.startsWith(`${name}.`));
  const set = versions.map(([one, { path }]) => `${path} ${one.slice(name.length + 1)}w`).join(", ");
  return markup`<img src="${versions.at(-1)?.[1].path ?? whole}"${
    set === "" ? NOTHING : markup` srcset="${set}"`
  } ${attributes}>`;
}

/**
 * Registers GET `/assets/{name}`. The name contains the hash of the content, so caches may keep it forever. Names of
 * other versions get the current content, uncacheable.
 */
export function registerAssets(app: OpenAPIHono, services: Services): void {
  app.get("/assets/:name", ({ req }) => {
    const name = req.param("name");
    const snapshot = services.snapshot("pages");
    const [kind = ""] = name.split("-");
    const asset = kind === "style"
      ? stylesheetAsset(snapshot)
      : kind === "script"
      ? scriptAsset(null)
      : kind === "guide"
      ? guideAsset(null)
      : pictureAssets(snapshot).get(kind) ?? null;
    if (asset === null) return problemResponse(404, "There is no such file.");
    const { representation } = asset;
    return respond(
      req.raw,
      asset.path.endsWith(`/${name}`) ? representation : { ...representation, cacheControl: "no-cache" },
    );
  });
}

const scriptAsset = perSnapshot((_: null) =>
  asset("script", "js", textRepresentation("text/javascript; charset=utf-8", readText("script.js")))
);

const guideAsset = perSnapshot((_: null) =>
  asset("guide", "css", textRepresentation("text/css; charset=utf-8", compactCss(readText("guide.css"))))
);

const stylesheetAsset = perSnapshot((snapshot: Snapshot | null) => {
  const text = `${compactCss(readText("style.css"))}\n${themeCss(snapshot?.pages.color ?? null)}\n`;
  return asset("style", "css", textRepresentation("text/css; charset=utf-8", text));
});

/** Pictures by name, and their versions: `cover`, `cover.800`. */
const pictureAssets = perSnapshot((snapshot: Snapshot | null): ReadonlyMap<string, Asset> => {
  const { logo, cover, photos } = snapshot?.pages ?? DEFAULT_PAGE_SETTINGS;
  const named = { logo, cover, ...Object.fromEntries(photos.map((photo, at) => [`photo${at + 1}`, photo])) };
  const pictures = Object.entries(named).flatMap(([name, picture]) =>
    picture === null ? [] : [
      [name, picture] as const,
      ...(picture.sizes ?? []).map(({ width, base64 }) => [`${name}.${width}`, { type: WEBP, base64 }] as const),
    ]
  );
  return new Map(pictures.map(([name, picture]) => [name, pictureAsset(name, picture)]));
});

function pictureAsset(name: string, { type, base64 }: Picture): Asset {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  // Only SVG is not yet compressed.
  const bodies = type === "image/svg+xml" ? encodeBodies(bytes) : { identity: encodedBody(bytes) };
  return asset(name, EXTENSIONS[type], {
    contentType: type,
    bodies,
    lastModified: null,
    link: null,
    headers: PICTURE_HEADERS,
  });
}

function readText(name: string): string {
  return Deno.readTextFileSync(new URL(`../assets/${name}`, import.meta.url));
}

function asset(name: string, extension: string, representation: Representation): Asset {
  const hash = representation.bodies.identity.entityTag.slice(1, 1 + HASH_LENGTH);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    representation: { ...representation, cacheControl: IMMUTABLE },
  };
}
