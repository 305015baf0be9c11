import { type Text } from "../domain/sentences/sentence.ts";
import { type Context, Hono } from "hono";
import { operatorTexts } from "../domain/operator_error.ts";
import { compactCss, themeCss } from "../routes/pages/frame/theme.ts";
import { printError } from "../terminal/print.ts";
import type { Access } from "./frame/access.ts";
import type { Desk } from "./frame/desk.ts";
import { type Form, formOf, FormTooLargeError, readForm } from "./frame/form.ts";
import { entryPage, type Page, type PageFrame, pageResponse } from "./frame/page.tsx";
import { act, BACK, type Done, type Screen, type Show, type Shown, YES } from "./frame/screen.tsx";
import { talkFor } from "./language/admin_language.ts";
import { SCREENS } from "./screens.ts";

/** Headers of every answer: nothing is kept, guessed, or used by another site. */
const HEADERS = [
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
  ["cross-origin-resource-policy", "same-origin"],
] as const;

const ASSETS = {
  "/assets/style.css": ["text/css", () => compactCss(sources("../routes/pages/assets/style.css", "assets/admin.css"))],
  "/assets/admin.js": ["text/javascript", () => sources("assets/admin.js")],
  "/assets/icon.svg": ["image/svg+xml", () => sources("assets/icon.svg")],
} as const;

const NO_FORM = formOf([]);

function sources(...paths: readonly string[]): string {
  return paths.map((path) => Deno.readTextFileSync(new URL(path, import.meta.url))).join("\n");
}

/**
 * Answers the requests of one run of the program.
 *
 * @param onUse Called for each request of the owner.
 */
export function adminApp(access: Access, desk: Desk, onUse: () => void = () => {}): Hono {
  const app = new Hono();
  let done: Done | null = null;

  app.use(async (context, next) => {
    const refusal = access.refusal(context.req.raw);
    if (refusal === null) await next();
    else context.res = new Response(`Refused: ${refusal}.\n`, { status: 403 });
    for (const [name, value] of HEADERS) context.res.headers.set(name, value);
  });
  for (const [path, [type, text]] of Object.entries(ASSETS)) {
    const color = path.endsWith(".css") ? themeCss(null) : "";
    app.get(path, ({ body }) => body(text() + color, 200, { "content-type": `${type}; charset=utf-8` }));
  }
  app.post("/enter", async ({ req: { raw } }) => {
    const cookie = access.exchange((await readForm(raw, null)).text("token").trim().replace(/^.*#token=/, ""));
    if (cookie === null) return await outside(raw, 401);
    return new Response(null, { status: 303, headers: { location: "/", "set-cookie": cookie } });
  });
  app.use(async ({ req: { raw, path } }, next) => {
    if (!access.admits(raw)) return await outside(raw, path === "/" ? 200 : 401);
    onUse();
    return await next();
  });
  for (const screen of SCREENS) {
    for (const [path, show] of Object.entries(screen.pages)) {
      app.get(path, (context) => visited(context, screen, NO_FORM, show));
    }
    for (const [path, prepare] of Object.entries(screen.actions ?? {})) {
      app.post(path, async (context) => {
        // Before the store is opened: an upload may take minutes.
        const form = await desk.read(context.req.raw);
        return await visited(context, screen, form, async (visit) => {
          const result = await act(prepare, visit).catch(async (error) => {
            for (const { id } of form.files) await desk.forget(id);
            throw error;
          });
          if (!("text" in result)) return result;
          done = result;
          return new Response(null, { status: 303, headers: { location: result.at } });
        }, screen.forms?.[path]);
      });
    }
  }
  app.notFound(({ req: { raw } }) => failed(raw, 404, null));
  app.onError((error, { req: { raw } }) => {
    const texts = operatorTexts(error);
    if (texts === null) printError(error.stack ?? String(error));
    return failed(raw, texts === null ? 500 : error instanceof FormTooLargeError ? 413 : 400, texts);
  });
  return app;

  function visited(
    { req }: Context,
    { path: current, name }: Screen,
    form: Form,
    show: Show,
    again?: Show,
  ): Promise<Response> {
    const talk = talkFor(req.raw.headers);
    return desk.withStore(async (kv) => {
      const published = await desk.published(kv);
      const [request, query] = [req.raw, new URL(req.url).searchParams];
      const param = (name: string) => req.param(name) ?? "";
      const visit = { talk, desk, kv, published, request, query, param, form };
      let fault: readonly Text[] | null = null;
      const result = await Promise.try(again && form.text(BACK) === YES ? again : show, visit).catch((error) => {
        fault = operatorTexts(error);
        if (again === undefined || fault === null) throw error;
        return again(visit);
      });
      if (result instanceof Response) return result;
      const business = published?.business.name ?? null;
      // What the last action has done is told once.
      const told = done;
      done = null;
      const page = isPage(result) ? result : { title: talk.words[name], body: result };
      const faulty = fault === null ? page : { ...page, status: 400, fault };
      return await answer(request, faulty, { current, business, done: told });
    });
  }

  function outside(request: Request, status: number): Promise<Response> {
    return answer(request, entryPage(talkFor(request.headers), status));
  }

  function failed(request: Request, status: number, texts: readonly Text[] | null): Promise<Response> {
    const { words } = talkFor(request.headers);
    const body = texts === null && (
      <p class="fault" role="alert">{status === 404 ? words.status_404 : words.own_fault}</p>
    );
    const page = { title: words.status_500, status, body, ...texts !== null && { fault: texts } };
    return answer(request, page, { current: access.admits(request) ? "" : null });
  }
}

function isPage(shown: Exclude<Shown, Response>): shown is Page {
  return typeof shown === "object" && shown !== null && "body" in shown;
}

function answer(request: Request, page: Page, frame: Partial<PageFrame> = {}): Promise<Response> {
  const outside = { screens: SCREENS, current: null, business: null, done: null };
  return pageResponse({ talk: talkFor(request.headers), ...outside, ...frame }, page);
}
