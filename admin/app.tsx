import { type Text } from "../domain/sentences/sentence.ts";
import { type Context, Hono } from "hono";
import { getOrMake } from "../domain/get_or_make.ts";
import { operatorTexts } from "../domain/operator_error.ts";
import { compactCss, themeCss } from "../routes/pages/frame/theme.ts";
import { printError } from "../terminal/print.ts";
import { draftedForm, Drafts, PATH } from "./frame/drafts.ts";
import type { Workspace } from "./frame/workspace.ts";
import { type Form, formOf, FormTooLargeError, readForm } from "./frame/form.ts";
import { type Page, type PageFrame, pageResponse } from "./frame/page.tsx";
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
import {
  type Gate,
  mayAsk,
  MOST_BEFORE_LOGIN,
  mustCheck,
  type Visitor,
  type VisitorEnvironment,
} from "./frame/visitor.ts";
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
  "/assets/passkeys.js": ["text/javascript", () => sources("assets/simplewebauthn.js", "assets/passkeys.js")],
  "/assets/icon.svg": ["image/svg+xml", () => sources("assets/icon.svg")],
} as const;

const NO_FORM = formOf([]);

function sources(...paths: readonly string[]): string {
  return paths.map((path) => Deno.readTextFileSync(new URL(path, import.meta.url))).join("\n");
}

/** Paths to which forms that are left with changes are sent, and those that the owner gives up. */
const [KEEP, DISCARD] = ["/drafts/keep", "/drafts/discard"];

/**
 * Answers the requests of one run of the program. A form that is sent becomes a draft, and its answer leads to a page of
 * the draft: a browser that goes back or loads again sends no form twice.
 *
 * @param onUse Called for each request of the owner.
 */
export function adminApp(gate: Gate, workspace: Workspace, onUse: () => void = () => {}) {
  const app = new Hono<VisitorEnvironment>();
  /** What each visitor has left open, and what the last action of each of their sessions has done. */
  const open = new Map<string, { readonly drafts: Drafts; readonly workspace: Workspace; done: Map<string, Done> }>();
  const openOf = ({ id }: Pick<Visitor, "id">) =>
    getOrMake(open, id, () => ({ drafts: new Drafts(), workspace: workspace.forVisitor(), done: new Map() }));

  app.use(async (context, next) => {
    const refusal = gate.refusal(context.req.raw);
    if (refusal === null) await next();
    else context.res = new Response(`Refused: ${refusal}.\n`, { status: 403 });
    for (const [name, value] of HEADERS) context.res.headers.set(name, value);
  });
  for (const [path, [type, text]] of Object.entries(ASSETS)) {
    const color = path.endsWith(".css") ? themeCss(null) : "";
    app.get(path, ({ body }) => body(text() + color, 200, { "content-type": `${type}; charset=utf-8` }));
  }
  gate.addPaths(app);
  // An invitation also works in a browser in which somebody has come in.
  app.get("/join", ({ req: { raw } }) => answer(raw, gate.door(localeFor(raw.headers), 200, "/"), null));
  app.use(async (context, next) => {
    const { raw, path, url } = context.req;
    const visitor = await gate.visitor(raw);
    if (visitor === null) {
      const isShort = Number(raw.headers.get("content-length") ?? Infinity) <= MOST_BEFORE_LOGIN;
      const isAction = raw.method === "POST" && SCREENS.some(({ actions = {} }) => Object.hasOwn(actions, path));
      const person = isAction && isShort ? await gate.expired(raw) : null;
      // A form that was written for longer than the session is shown again to the same person.
      const own = person === null ? null : openOf({ id: person });
      const to = own === null ? "/" : `/draft/${own.drafts.keep({ path, form: await own.workspace.read(raw) })}`;
      const status = path === "/" && !new URL(url).search ? 200 : 401;
      return await answer(raw, gate.door(localeFor(raw.headers), status, to), null);
    }
    context.set("visitor", visitor);
    onUse();
    return await next();
  });
  app.post(KEEP, async ({ req: { raw }, var: { visitor } }) => {
    const form = await readForm(raw, null);
    const path = form.text(PATH);
    openOf(visitor).drafts.keep({ path, form }, `${path} ${form.text("id")}`);
    return new Response(null, { status: 204 });
  });
  app.post(DISCARD, async ({ req: { raw }, var: { visitor } }) => {
    const form = await readForm(raw, null);
    openOf(visitor).drafts.drop(form.texts(PATH), form.text("id"));
    return moved(new URL(raw.headers.get("referer") ?? "/", raw.url).pathname);
  });
  for (const screen of SCREENS) {
    const { actions = {}, forms = {} } = screen;
    for (const [path, show] of Object.entries(screen.pages)) {
      const paths = Object.keys(forms).filter((action) => forms[action] === show);
      app.get(path, (context) => {
        if (!mayAsk(context.var.visitor, path)) return failed(context, 403, null);
        const subject = context.req.param("id") ?? "";
        const { drafts, workspace } = openOf(context.var.visitor);
        const shown = drafts.of(paths, subject);
        const kept = shown.length === 0 ? null : { paths: shown.map(({ path }) => path), subject };
        return visited(context, screen, draftedForm(shown, (upload) => workspace.keeps(upload)), show, kept);
      });
    }
    for (const [path, prepare] of Object.entries(actions)) {
      app.post(path, async (context) => {
        let form = NO_FORM;
        const { visitor } = context.var;
        const { drafts, workspace } = openOf(visitor);
        if (!mayAsk(visitor, path)) return await failed(context, 403, null);
        try {
          // Before the store is opened: an upload may take minutes.
          form = await workspace.read(context.req.raw);
          if (mustCheck(visitor, path)) return moved(`/check/${drafts.keep({ path, form })}`);
          const result = isSeen(form) ? await withVisit(context, form, (visit) => executed(prepare, visit)) : null;
          if (result !== null) {
            drafts.drop([path], form.text("id"));
            if (result.isErasure) await forgetAll();
            openOf(visitor).done.set(visitor.session, result);
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
    const { visitor } = context.var;
    const draft = openOf(visitor).drafts.find(context.req.param("draft"));
    const screen = SCREENS.find(({ actions = {} }) => Object.hasOwn(actions, draft?.path ?? ""));
    const prepare = draft && screen?.actions?.[draft.path];
    if (draft === undefined || screen === undefined || prepare === undefined || !mayAsk(visitor, draft.path)) {
      return moved("/");
    }
    // A plan reads and sends already: it tries sources and receivers.
    if (mustCheck(visitor, draft.path)) return moved(`/check/${context.req.param("draft")}`);
    return visited(context, screen, draft.form, async (visit) => {
      const again = screen.forms?.[draft.path];
      try {
        if (draft.error !== undefined) throw draft.error;
        return await plannedPage(draft.path, prepare, visit);
      } catch (error) {
        const faults = operatorTexts(error);
        openOf(visitor).drafts.fail(context.req.param("draft"), error);
        if (again === undefined || faults === null) {
          for (const { id } of draft.form.files) await visit.workspace.forget(id);
        }
        if (faults === null) throw error;
        const form = draftedForm([draft], (upload) => visit.workspace.keeps(upload));
        const shown = again === undefined
          ? <a class="button second" href={screen.path}>{visit.locale.words.back}</a>
          : await again({ ...visit, form, faults });
        return shown instanceof Response ? shown : { fault: faults, ...pageOf(shown, visit, screen), status: 400 };
      }
    });
  });
  app.get("/check/:draft", ({ req }) => {
    const page = gate.door(localeFor(req.raw.headers), 200, `/draft/${req.param("draft")}`, true);
    return answer(req.raw, page, null);
  });
  app.notFound((context) => failed(context, 404, null));
  app.onError((error, context) => {
    const texts = operatorTexts(error);
    if (texts === null) printError(error.stack ?? String(error));
    return failed(context, texts === null ? 500 : error instanceof FormTooLargeError ? 413 : 400, texts);
  });
  return app;

  /** Forgets what all visitors have left open: it may name an erased person. */
  async function forgetAll(): Promise<void> {
    for (const { workspace } of open.values()) await workspace.forgetAll();
    open.clear();
  }

  function withVisit<T>(
    { req, var: { visitor } }: Context<VisitorEnvironment>,
    form: Form,
    act: (visit: Visit) => T | Promise<T>,
  ): Promise<T> {
    const { workspace } = openOf(visitor);
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
        faults: [],
        visitor,
      });
    });
  }

  function visited(
    context: Context<VisitorEnvironment>,
    screen: Screen,
    form: Form,
    show: Show,
    kept: PageFrame["kept"] = null,
  ): Promise<Response> {
    const { visitor } = context.var;
    return withVisit(context, form, async (visit) => {
      const result = await show(visit);
      if (result instanceof Response) return result;
      // What the last action has done is shown once, to its session: a stolen one gets no link of an invitation.
      const own = openOf(visitor);
      const last = own.done.get(visitor.session) ?? null;
      const done = last && { ...last, isUndoable: last.isUndoable === true && mayAsk(visitor, "/history/undo") };
      const frame = { current: screen.path, business: visit.published?.business.name ?? null, done, kept };
      own.done.delete(visitor.session);
      return await answer(visit.request, pageOf(result, visit, screen), visitor, frame);
    });
  }

  function failed(
    context: Context<VisitorEnvironment>,
    status: number,
    texts: readonly Text[] | null,
  ): Promise<Response> {
    const { raw } = context.req;
    const visitor = context.get("visitor") ?? null;
    const { words } = localeFor(raw.headers);
    const body = texts === null && (
      <p class="fault" role="alert">
        {status === 404 ? words.status_404 : status === 403 ? words.for_owners : words.own_fault}
      </p>
    );
    const page = { title: words.status_500, status, body, ...texts !== null && { fault: texts } };
    return answer(raw, page, visitor, visitor === null ? {} : { current: "" });
  }
}

function pageOf(shown: Exclude<Shown, Response>, { locale }: Visit, { name }: Screen): Page {
  const isPage = typeof shown === "object" && shown !== null && "body" in shown;
  return isPage ? shown : { title: locale.words[name], body: shown };
}

function moved(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function answer(
  request: Request,
  page: Page,
  visitor: Visitor | null,
  frame: Partial<PageFrame> = {},
): Promise<Response> {
  const screens = SCREENS.filter(({ path }) => visitor !== null && mayAsk(visitor, path));
  const outside = { screens, current: null, business: null, done: null, kept: null };
  return pageResponse({ locale: localeFor(request.headers), ...outside, ...frame }, page);
}
