import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodeBodies, type Representation } from "../../../domain/documents/representation.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../../answer/problem_response.ts";
import { respond } from "../../answer/respond.ts";
import type { Services } from "../../services.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const HASH_LENGTH = 12;

/** A file that pages need, with the hash of its content in its path. */
interface Asset {
  readonly path: string;
  readonly representation: Representation;
}

let script: Asset | undefined;
let style: Asset | undefined;

/** Path of the script of all pages. */
export function scriptPath(): string {
  return scriptAsset().path;
}

/** Path of the stylesheet of all pages, with the colours that the operator chose. */
export function stylesheetPath(snapshot: Snapshot | null): string {
  return stylesheetAsset(snapshot).path;
}

/**
 * Registers GET `/assets/{name}`. The name has the hash of the content, so caches may keep it for ever; a page of an
 * earlier or later version still gets what there is now, but nobody keeps it under that name.
 */
export function registerAssets(app: OpenAPIHono, services: Services): void {
  app.get("/assets/:name", ({ req }) => {
    const name = req.param("name");
    const asset = name.startsWith("style-")
      ? stylesheetAsset(services.snapshot())
      : name.startsWith("script-")
      ? scriptAsset()
      : null;
    if (asset === null) return problemResponse(404, "There is no such file.");
    const { representation } = asset;
    return respond(req.raw, asset.path.endsWith(`/${name}`) ? representation : notKept(representation));
  });
}

const withoutAge = new WeakMap<Representation, Representation>();

function notKept(representation: Representation): Representation {
  let other = withoutAge.get(representation);
  if (other === undefined) {
    other = { ...representation, cacheControl: "no-cache" };
    withoutAge.set(representation, other);
  }
  return other;
}

function scriptAsset(): Asset {
  return script ??= asset("script", "js", "text/javascript; charset=utf-8", readText("script.js"));
}

function stylesheetAsset(_snapshot: Snapshot | null): Asset {
  return style ??= asset("style", "css", "text/css; charset=utf-8", readText("style.css"));
}

function readText(name: string): string {
  return Deno.readTextFileSync(new URL(`../assets/${name}`, import.meta.url));
}

function asset(name: string, extension: string, contentType: string, text: string): Asset {
  const bodies = encodeBodies(new TextEncoder().encode(text));
  const hash = bodies.identity.entityTag.slice(1, 1 + HASH_LENGTH);
  return {
    path: `/assets/${name}-${hash}.${extension}`,
    representation: { contentType, bodies, lastModified: null, link: null, cacheControl: IMMUTABLE },
  };
}
