import { OpenAPIHono } from "@hono/zod-openapi";
import { getPath } from "hono/utils/url";
import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import { HEADERS, PARAMETERS } from "../openapi/headers.ts";
import { Problem } from "../openapi/problem.ts";
import { validationHook } from "../openapi/request_validation.ts";
import { RESPONSES } from "../openapi/responses.ts";
import { preflight } from "./answer/cors.ts";
import { problemResponse, refuseFaults, withProblemType } from "./answer/problem_response.ts";
import { registerChanges } from "./changes.ts";
import { registerDevelopers } from "./developers.ts";
import { registerDiscovery } from "./discovery/discovery_routes.ts";
import { registerDocuments } from "./documents.ts";
import { registerEmbed } from "./embed/embed_page.ts";
import { registerHealthz } from "./healthz.ts";
import { registerMcp } from "./mcp.ts";
import { registerDocs, registerOpenApi } from "./openapi.ts";
import { registerAssets } from "./pages/frame/assets.ts";
import { refuse } from "./pages/frame/error_page.ts";
import { registerHome } from "./pages/home.tsx";
import { registerReviewPage } from "./pages/review.tsx";
import { registerSubjectPages } from "./pages/subject.ts";
import { registerSummaryPage } from "./pages/summary.tsx";
import { registerPictures } from "./pictures/picture_routes.ts";
import { routePath } from "./request/page_address.ts";
import { registerReadyz } from "./readyz.ts";
import { registerPrintCard } from "./print_card.tsx";
import { registerReview } from "./review.ts";
import { registerSearch } from "./search.ts";
import type { Services } from "./services.ts";
import { registerSince } from "./since.ts";
import { registerWebsubHub } from "./websub_hub.ts";

/** Host and port of a URL (RFC 3986 3.2.2, 3.2.3): a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d*)?$/i;
const METHODS = ["GET", "POST"] as const;
const NO_PATH = "";
/** Maximum length of a URL, and of its ampersands. A search has less than 20 parameters; thousands took 25 ms to read. */
const [LONGEST_URL, MOST_AMPERSANDS] = [16_384, 100];

/** Builds the application: all routes, and the responses for unknown paths and methods. */
export function createApp(services: Services): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook: validationHook(refuseFaults),
    getPath: (request) => hasSoundTarget(request) && !isTooLong(request) ? routePath(getPath(request)) : NO_PATH,
  });
  registerComponents(app);
  registerDocuments(app, services);
  registerSearch(app, services);
  registerSince(app, services);
  registerChanges(app, services);
  registerReview(app, services);
  registerWebsubHub(app, services);
  registerMcp(app, services);
  registerDiscovery(app, services);
  registerHealthz(app, services);
  registerReadyz(app, services);
  registerOpenApi(app, services);
  registerDocs(app, services);
  registerAssets(app, services);
  registerDevelopers(app, services);
  registerEmbed(app, services);
  registerPictures(app, services);
  registerPrintCard(app, services);
  registerHome(app, services);
  registerReviewPage(app, services);
  registerSummaryPage(app, services);
  registerSubjectPages(app, services);
  app.notFound(({ req }) => {
    if (req.path === NO_PATH) {
      if (!isTooLong(req.raw)) return problemResponse(400, "The host of the request, or its target, is malformed.");
      return problemResponse(
        414,
        `A URL may have at most ${LONGEST_URL} characters and ${MOST_AMPERSANDS} ampersands.`,
      );
    }
    const methods = methodsOf(app, req.path);
    if (methods.length === 0) {
      const detail = "There is nothing at this path. /docs lists what there is.";
      return refuse(req.raw, services, 404, (page) => page?.words.not_found ?? detail);
    }
    if (req.method === "OPTIONS") return preflight(req.raw, methods);
    const detail = `This path has no method ${req.method.slice(0, 20)}; it has ${methods.join(", ")}.`;
    return problemResponse(405, detail, { headers: { allow: methods.join(", ") } });
  });
  app.onError((error, { req }) => {
    if (error instanceof StoreTroubleError) {
      return problemResponse(503, "The store does not answer; try again later.", { headers: { "retry-after": "5" } });
    }
    services.onError(error);
    return refuse(req.raw, services, 500, "Something went wrong here; it has been logged.");
  });
  const { fetch } = app;
  app.fetch = async (request, ...others) => {
    const response = await fetch(request, ...others);
    return response.status < 400 ? response : withProblemType(request, response);
  };
  return app;
}

/**
 * Whether the URL of a request has the path that its client asked for. The server builds the URL from the `Host` field,
 * which may hold any text, and the request target. `Host: x/reviews.json?` chose the route of `GET /nothing`, and the
 * target `http://x?q=1` gave a URL without a path (RFC 9112 3.2, 3.3).
 */
function hasSoundTarget({ url, headers }: Request): boolean {
  const start = url.indexOf("//") + 2;
  const end = url.indexOf("/", start);
  return end !== -1 && HOST.test(url.slice(start, end)) && HOST.test(headers.get("host") ?? "");
}

function isTooLong({ url }: Request): boolean {
  if (url.length > LONGEST_URL) return true;
  let [at, found] = [url.indexOf("&"), 0];
  while (at !== -1 && ++found <= MOST_AMPERSANDS) at = url.indexOf("&", at + 1);
  return found > MOST_AMPERSANDS;
}

function methodsOf(app: OpenAPIHono, path: string): readonly string[] {
  const found = METHODS.filter((method) => app.router.match(method, path)[0].length > 0);
  if (found.length === 0) return [];
  return [...found.flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]), "OPTIONS"];
}

function registerComponents({ openAPIRegistry: registry }: OpenAPIHono): void {
  registry.register("Problem", Problem);
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent("headers", name, header);
  for (const [name, parameter] of Object.entries(PARAMETERS)) registry.registerComponent("parameters", name, parameter);
  for (const [name, response] of Object.entries(RESPONSES)) {
    registry.registerComponent("responses", name, response);
  }
}
