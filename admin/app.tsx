import { type Text } from "../domain/sentences/sentence.ts";
import { type Context, Hono } from "hono";
import { operatorTexts } from "../domain/operator_error.ts";
import { compactCss, themeCss } from "../routes/pages/frame/theme.ts";
import { printError } from "../terminal/print.ts";
import { type Access, linkProof } from "./frame/access.ts";
import { draftedForm, Drafts, PATH } from "./frame/drafts.ts";
import type { Workspace } from "./frame/workspace.ts";
import { type Form, formOf, FormTooLargeError, readForm } from "./frame/form.ts";
import { entryPage, type Page, type PageFrame, pageResponse } from "./frame/page.tsx";
import {
  type Done,
  executed,
  isSeen,
  plannedPage,
  type Screen,
  type Show,
  type Shown,
  type Visit,
} from "./frame/screen.tsx";
import { localeFor } from "./language/admin_language.ts";
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

/** Paths to which forms that are left with changes are sent, and those that the owner gives up. */
const [KEEP, DISCARD] = ["/drafts/keep", "/drafts/discard"];

/**
 * Answers the requests of one run of the program. A form that is sent becomes a draft, and its answer leads to a page of the
 * draft: a browser that goes back or loads again sends no form twice.
 *
 * @param onUse Called for each request of the owner.
 */
export function adminApp(access: Access, workspace: Workspace, onUse: () => void = () => {}): Hono {
  const app = new Hono();
  const drafts = new Drafts();
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
  app.get("/links/:id", async ({ req, text }) => {
    const proof = await workspace.withStore((kv) => linkProof(kv, req.param("id")));
    return text(proof ?? "", proof === null ? 404 : 200);
  });
  app.post("/enter", async ({ req: { raw } }) => {
    const token = (await readForm(raw, null)).text("token").trim().replace(/^.*#token=/, "");
    const cookie = await workspace.withStore((kv) => access.exchange(kv, token));
    return cookie === null ? moved("/?refused") : moved("/", { "set-cookie": cookie });
  });
  app.use(async ({ req: { raw, path, url } }, next) => {
    if (!access.admits(raw)) return await outside(raw, path === "/" && !new URL(url).search ? 200 : 401);
    onUse();
    return await next();
  });
  app.post(KEEP, async ({ req: { raw } }) => {
    const form = await readForm(raw, null);
    drafts.keep({ path: form.text(PATH), form });
    return new Response(null, { status: 204 });
  });
  app.post(DISCARD, async ({ req: { raw } }) => {
    const form = await readForm(raw, null);
    drafts.drop(form.texts(PATH), form.text("id"));
    return moved(new URL(raw.headers.get("referer") ?? "/", raw.url).pathname);
  });
  for (const screen of SCREENS) {
    const { actions = {}, forms = {} } = screen;
    for (const [path, show] of Object.entries(screen.pages)) {
      const paths = Object.keys(forms).filter((action) => forms[action] === show);
      app.get(path, (context) => {
        const subject = context.req.param("id") ?? "";
        const shown = drafts.of(paths, subject);
        const kept = shown.length === 0 ? null : { paths: shown.map(({ path }) => path), subject };
        return visited(context, screen, draftedForm(shown), show, kept);
      });
    }
    for (const [path, prepare] of Object.entries(actions)) {
      app.post(path, async (context) => {
        let form = NO_FORM;
        try {
          // Before the store is opened: an upload may take minutes.
          form = await workspace.read(context.req.raw);
          const result = isSeen(form) ? await withVisit(context, form, (visit) => executed(prepare, visit)) : null;
          if (result !== null) {
            drafts.drop([path], form.text("id"));
            done = result;
            return moved(result.at);
          }
          return moved(`/draft/${drafts.keep({ path, form })}`);
        } catch (error) {
          if (operatorTexts(error) === null) throw error;
          return moved(`/draft/${drafts.keep({ path, form, error })}`);
        }
      });
    }
  }
  app.get("/draft/:draft", (context) => {
    const draft = drafts.find(context.req.param("draft"));
    const screen = SCREENS.find(({ actions = {} }) => Object.hasOwn(actions, draft?.path ?? ""));
    const prepare = draft && screen?.actions?.[draft.path];
    if (draft === undefined || screen === undefined || prepare === undefined) return moved("/");
    return visited(context, screen, draft.form, async (visit) => {
      const again = screen.forms?.[draft.path];
      try {
        if (draft.error !== undefined) throw draft.error;
        return await plannedPage(draft.path, prepare, visit);
      } catch (error) {
        const fault = operatorTexts(error);
        drafts.fail(context.req.param("draft"), error);
        for (const { id } of draft.form.files) await workspace.forget(id);
        if (again === undefined || fault === null) throw error;
        const shown = await again({ ...visit, form: formOf(draft.form.fields) });
        return shown instanceof Response ? shown : { ...pageOf(shown, visit, screen), status: 400, fault };
      }
    });
  });
  app.notFound(({ req: { raw } }) => failed(raw, 404, null));
  app.onError((error, { req: { raw } }) => {
    const texts = operatorTexts(error);
    if (texts === null) printError(error.stack ?? String(error));
    return failed(raw, texts === null ? 500 : error instanceof FormTooLargeError ? 413 : 400, texts);
  });
  return app;

  function withVisit<T>({ req }: Context, form: Form, act: (visit: Visit) => T | Promise<T>): Promise<T> {
    return workspace.withStore(async (kv) => {
      const published = await workspace.published(kv);
      const query = new URL(req.url).searchParams;
      const param = (name: string) => req.param(name) ?? "";
      return await act({
        locale: localeFor(req.raw.headers),
        workspace,
        kv,
        published,
        request: req.raw,
        query,
        param,
        form,
      });
    });
  }

  function visited(
    context: Context,
    screen: Screen,
    form: Form,
    show: Show,
    kept: PageFrame["kept"] = null,
  ): Promise<Response> {
    return withVisit(context, form, async (visit) => {
      const result = await show(visit);
      if (result instanceof Response) return result;
      // What the last action has done is shown once.
      const frame = { current: screen.path, business: visit.published?.business.name ?? null, done, kept };
      done = null;
      return await answer(visit.request, pageOf(result, visit, screen), frame);
    });
  }

  function outside(request: Request, status: number): Promise<Response> {
    return answer(request, entryPage(localeFor(request.headers), status));
  }

  function failed(request: Request, status: number, texts: readonly Text[] | null): Promise<Response> {
    const { words } = localeFor(request.headers);
    const body = texts === null && (
      <p class="fault" role="alert">{status === 404 ? words.status_404 : words.own_fault}</p>
    );
    const page = { title: words.status_500, status, body, ...texts !== null && { fault: texts } };
    return answer(request, page, { current: access.admits(request) ? "" : null });
  }
}

function pageOf(shown: Exclude<Shown, Response>, { locale }: Visit, { name }: Screen): Page {
  const isPage = typeof shown === "object" && shown !== null && "body" in shown;
  return isPage ? shown : { title: locale.words[name], body: shown };
}

function moved(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { location, ...headers } });
}

function answer(request: Request, page: Page, frame: Partial<PageFrame> = {}): Promise<Response> {
  const outside = { screens: SCREENS, current: null, business: null, done: null, kept: null };
  return pageResponse({ locale: localeFor(request.headers), ...outside, ...frame }, page);
}
