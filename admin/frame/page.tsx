import { type Text } from "../../domain/sentences/sentence.ts";
import { type Child, createContext, type JSX, useContext, useId } from "hono/jsx";
import { STARS_OUTLINE } from "../../routes/pages/frame/formats.ts";
import { PAGE_TYPE, pageHeaders } from "../../routes/pages/frame/page_headers.ts";
import { PATH } from "./drafts.ts";
import { YES } from "./form.ts";
import { localeFor, type OwnerLocale, type Words } from "../language/admin_language.ts";

/** HTML of `hono/jsx`. */
export type Markup = Child;

/** What is shown below the navigation. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** 200 by default. */
  readonly status?: number;
  /** Fields with faults, by their ids. */
  readonly faulty?: readonly { readonly id: string; readonly label: string }[];
  /** Why something cannot be done. Further texts are a list. */
  readonly fault?: Text | readonly Text[];
}

/** What all pages of the program have. */
export interface PageFrame {
  readonly locale: OwnerLocale;
  /** Paths and names of the screens. */
  readonly screens: readonly { readonly path: string; readonly name: keyof Words }[];
  /** The path of the current screen; null before the sign-in. */
  readonly current: string | null;
  /** Name of the business; null before the first import. */
  readonly business: string | null;
  /** The actions of the forms that show a draft, and what they are about; null without a draft. */
  readonly kept: { readonly paths: readonly string[]; readonly subject: string } | null;
  /** What the last action has done; null if a page has shown it already. */
  readonly done: { readonly text: string; readonly copied?: string; readonly isUndoable?: boolean } | null;
}

const LocaleContext = createContext(localeFor(new Headers()));

/** Formats and words for the owner who asks for the page. */
export function useLocale(): OwnerLocale {
  return useContext(LocaleContext);
}

/** Writes a page. */
export async function pageResponse(frame: PageFrame, page: Page): Promise<Response> {
  const text = await (
    <LocaleContext.Provider value={frame.locale}>
      <Whole {...frame} page={page} />
    </LocaleContext.Provider>
  );
  // The policy of public pages. The referrer stays inside, where a browser needs it to name the origin of a form.
  const own = [["referrer-policy", "same-origin"], ["content-type", PAGE_TYPE]] as const;
  const headers = Object.fromEntries([...pageHeaders(frame.locale.formats.language), ...own]);
  return new Response(`<!doctype html>\n${text}`, { status: page.status ?? 200, headers });
}

function Whole(
  { locale: { formats, words }, screens, current, business, done, kept, page }: PageFrame & { readonly page: Page },
) {
  return (
    <html lang={formats.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page.title} · ${words.admin}`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/style.css" />
        <script src="/assets/admin.js" defer></script>
      </head>
      <body class={current === null ? "outside" : "inside"} data-working={words.working}>
        {STARS_OUTLINE}
        <a class="skip" href="#content">{words.skip}</a>
        <header class="top menu">
          <p class="brand">{business === null ? words.admin : <bdi>{business}</bdi>}</p>
          {current !== null && (
            <nav aria-label={words.pages}>
              <ul>
                {screens.map(({ path, name }) => (
                  <li>
                    <a href={path} aria-current={path === current ? "page" : undefined}>{words[name]}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </header>
        <main id="content" tabindex={-1}>
          {done && (
            <form method="post" action="/history/undo" class="done">
              <p role="status">{done.text}</p>
              {done.copied && <Copied>{done.copied}</Copied>}
              {done.isUndoable && <button class="second">{words.undo}</button>}
            </form>
          )}
          <h1 class="small">{page.title}</h1>
          {kept && (
            <form method="post" action="/drafts/discard" class="done">
              <Hidden fields={[...kept.paths.map((path) => [PATH, path] as const), ["id", kept.subject]]} />
              <p role="status">{words.draft_kept}</p>
              <button class="second">{words.discard}</button>
            </form>
          )}
          {page.fault !== undefined && <Fault texts={[page.fault].flat()} faulty={page.faulty ?? []} />}
          {page.body}
        </main>
      </body>
    </html>
  );
}

/** The page for signing in. Its form sends the token of the address, or one that is typed. */
export function entryPage({ words }: OwnerLocale, status: number): Page {
  return {
    title: words.come_in,
    status,
    body: (
      <form method="post" action="/enter" class="form" data-token>
        {status !== 200 && <p class="fault" role="alert">{words.not_in}</p>}
        <Field label={words.how_in} name="token" required autocomplete="off" spellcheck={false} />
        <button>{words.come_in}</button>
      </form>
    ),
  };
}

/** Values to choose from, with their texts. */
export type Options = readonly (readonly [value: string, text: string])[];
/** Attributes of an input. */
export type Input = JSX.IntrinsicElements["input"];

/** Number of characters in a line of a text, about. */
const LINE = 60;
const MOST_ROWS = 20;

/** A field of a form with its label: a list of values with `options`, a text of at least `rows` lines, or another input. */
export function Field({ label, hint, fault, options, rows, value, ...others }: Input & {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why its value cannot be used. */
  readonly fault?: Text | undefined;
  readonly options?: Options | undefined;
  readonly rows?: number | undefined;
}) {
  // A label around the field would be read with all values of a list.
  const own = useId();
  const { id = own } = others;
  const described = [...fault ? [`${id}-fault`] : [], ...hint ? [`${id}-hint`] : []].join(" ");
  const lines = String(value ?? "").split("\n").reduce((sum, { length }) => sum + 1 + Math.floor(length / LINE), 0);
  const attributes = {
    ...{ ...others, id },
    ...described && { "aria-describedby": described },
    ...fault && { "aria-invalid": "true" as const },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options !== undefined
        ? <Select {...attributes} value={value} options={options} />
        : rows !== undefined
        ? <textarea {...attributes} rows={Math.max(rows, Math.min(lines + 1, MOST_ROWS))}>{value}</textarea>
        : <input {...attributes} value={value} />}
      {fault && <English as="p" class="fault" id={`${id}-fault`}>{fault}</English>}
      {hint && <small class="quiet" id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** A box to tick, which is sent as {@linkcode YES}. `children` follow its label. */
export function Check({ label, children, ...others }: Omit<Input, "label"> & { readonly label: Markup }) {
  return (
    <label class="radio">
      <input type="checkbox" value={YES} {...others} />
      {label}
      {children}
    </label>
  );
}

/** A text that the owner copies elsewhere; a touch selects all of it. */
export function Copied({ children }: { readonly children: string }) {
  return <pre tabindex={0}><code>{children}</code></pre>;
}

/** Fields that are sent but not shown. */
export function Hidden({ fields }: { readonly fields: readonly (readonly [name: string, value: string])[] }) {
  return <>{fields.map(([name, value]) => <input type="hidden" name={name} value={value} />)}</>;
}

/** A list of values. The first is chosen by default; it is empty if the owner must choose. */
export function Select({ value, options, ...attributes }: Input & { readonly options: Options }) {
  return (
    <select {...attributes}>
      {options.map(([one, text]) => <option value={one} selected={one === value}>{text}</option>)}
    </select>
  );
}

/**
 * What a change would do to texts. What stays is left out: whole texts, and lines of them.
 *
 * @param shown Shows a line of a row by its label; nothing for its text.
 */
export function Changes({ rows, shown = () => null }: {
  readonly rows: readonly (readonly [label: string, before: string, after: string])[];
  readonly shown?: (label: string, line: string) => Markup;
}) {
  const changed = rows.filter(([, before, after]) => before !== after);
  const without = (label: string, text: string, other: string) => {
    const others = other.split("\n");
    const lines = text.split("\n").filter((line) => line !== "" && !others.includes(line));
    return lines.map((line, nth) => shown(label, line) || (nth === 0 ? line : `\n${line}`));
  };
  if (changed.length === 0) return <p>{useLocale().words.nothing_changed}</p>;
  return (
    <dl class="changes">
      {changed.map(([label, before, after]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <del>{without(label, before, after)}</del>
            <ins>{without(label, after, before)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A table, each row with its name first. */
export function Table({ head, rows, ...attributes }: {
  readonly class: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Markup[])[];
}) {
  return (
    <table {...attributes}>
      <thead>
        <tr>{head.map((name) => name === "" ? <td></td> : <th scope="col">{name}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr>
            <th scope="row">{name}</th>
            {cells.map((cell) => <td>{cell}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An element with what a command says: a sentence in the owner's language, any other text in English. */
export function English({ as: Tag = "span", children, ...attributes }: {
  readonly as?: "span" | "p" | "li" | "legend" | "small";
  readonly class?: string;
  readonly role?: "alert";
  readonly id?: string;
  readonly children: Text;
}) {
  const text = useLocale().translated(children);
  return <Tag {...attributes} lang={text === null ? "en" : undefined}>{text ?? String(children)}</Tag>;
}

function Fault({ texts: [first = "", ...others], faulty }: {
  readonly texts: readonly Text[];
  readonly faulty: NonNullable<Page["faulty"]>;
}) {
  return (
    <div class="fault" role="alert">
      <English as="p">{first}</English>
      {others.length > 0 && <ul>{others.map((text) => <English as="li">{text}</English>)}</ul>}
      {faulty.length > 0 && <p>{faulty.map(({ id, label }) => <a class="more" href={`#${id}`}>{label}</a>)}</p>}
    </div>
  );
}

/** What was found. `children` come first. */
export function Findings({ found, children }: {
  readonly found: readonly { readonly status?: string; readonly text: Text }[];
  readonly children?: Child;
}) {
  return (
    <ul class="warnings">
      {children}
      {found.map(({ status, text }) => <English as="li" class={status ?? ""}>{text}</English>)}
    </ul>
  );
}
