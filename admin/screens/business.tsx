import { Sentence, type Text } from "../../domain/sentences/sentence.ts";
import { isDeepStrictEqual } from "node:util";
import { policyWarnings } from "../../cli/import/dataset_lines.ts";
import { checked, describedBusiness, readPicture } from "../../cli/import/read_option_file.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { BusinessWithPage, DEFAULT_PAGE_SETTINGS } from "../../domain/page_settings.ts";
import type { Picture } from "../../domain/picture.ts";
import type { Site } from "../../domain/site.ts";
import { plainImport, type PublicPages } from "../frame/workspace.ts";
import type { Form } from "../frame/form.ts";
import { Changes, Field, type Page } from "../frame/page.tsx";
import { type PreparedAction, publishing, type Screen, type Visit } from "../frame/screen.tsx";
import type { OwnerLocale } from "../language/admin_language.ts";
import {
  type BusinessField,
  FIELDS,
  fileOf,
  GROUPS,
  memberName,
  pictureId,
  readMember,
  readMembers,
  shownMember,
} from "./business_fields.ts";

/** Shows and changes what is published about the business, and how its pages look. */
export const business: Screen = {
  path: "/business",
  name: "business",
  pages: { "/business": page, "/business/picture/:id": picture, "/business/preview/*": preview, "/pages/*": published },
  actions: { "/business/publish": changing },
  forms: { "/business/publish": page },
};

function page({ locale, published, form, faults }: Visit): Page {
  const { words } = locale;
  const file = fileOf(published ?? NOTHING);
  const paths = faults.map(memberOf);
  const named = faults.map((text, nth) =>
    text instanceof Sentence && paths[nth] !== null
      ? new Sentence(text.text, { ...text.parts, member: memberName(locale, paths[nth] ?? "") })
      : text
  );
  const faulty = FIELDS.flatMap((field) => {
    const text = named[paths.findIndex((path) => `${path}.`.startsWith(`${field[0]}.`))];
    return text === undefined ? [] : [[field, text] as const];
  });
  const faultOf = new Map(faulty);
  const shown = (field: BusinessField) =>
    form.fields.length > 0 ? fieldText(form, field[0]) : shownMember(locale, file, field);
  return {
    title: words.business,
    ...named.length > 0 && { fault: named },
    faulty: faulty.map(([[path, label]]) => ({ id: path, label: words[label] })),
    body: (
      <form method="post" action="/business/publish" enctype="multipart/form-data" class="form">
        <p>{words.about_business}</p>
        {GROUPS.map(([title, fields], at) => (
          <details open={at === 0 || faults.length > 0}>
            <summary>{title === null ? fields.map(([, label]) => words[label]).join(", ") : words[title]}</summary>
            {fields.map((field) => fieldOf(locale, field, shown(field), faultOf.get(field), field === faulty[0]?.[0]))}
          </details>
        ))}
        <button>{words.preview}</button>
      </form>
    ),
  };
}

/**
 * @param value Its text.
 * @param isFirst Whether it is the first field with a fault, which has the focus.
 */
function fieldOf(
  locale: OwnerLocale,
  [path, name, { format: _, hint, example, options, ...input } = {}]: BusinessField,
  value: string,
  fault: Text | undefined,
  isFirst: boolean,
) {
  const label = locale.words[name];
  const isPicture = input.type === "file";
  return (
    <>
      <Field
        {...{ ...input, label, name: path, id: path, options: options?.(locale, value) }}
        {...fault && { fault, autofocus: isFirst }}
        {...isPicture ? {} : { value }}
        hint={[hint && locale.words[hint], example].filter(Boolean).join(" ")}
      />
      {isPicture && value !== "" && (
        <p class="buttons">
          {value.split("\n").map((id, nth) => (
            <label class="picture">
              <input type="checkbox" name={path} value={id} checked />
              <Thumbnail id={id} label={`${label} ${nth + 1}`} />
            </label>
          ))}
        </p>
      )}
    </>
  );
}

function Thumbnail({ id, label }: { readonly id: string; readonly label: string }) {
  return <img src={`/business/picture/${id}`} alt={label} height={80} />;
}

/** The member of the business file that a fault names; null for a text without one. */
function memberOf(text: Text): string | null {
  const member = text instanceof Sentence ? text.parts["member"] : undefined;
  return typeof member === "string" ? member : null;
}

/** The text of a field; of pictures the ids of those that stay and of those that were chosen. */
function fieldText({ texts, files }: Form, path: string): string {
  return [...texts(path), ...files.filter(({ field }) => field === path).map(({ id }) => id)].join("\n");
}

/** Plans what was typed. */
async function changing(visit: Visit): Promise<PreparedAction> {
  const { locale, locale: { words }, workspace, kv, form } = visit;
  for (const { id, name, path } of form.files) {
    await readPicture(name, path).catch(async (error) => {
      await workspace.forget(id);
      throw error;
    });
  }
  const text = (path: string) => fieldText(form, path);
  const dataset = visit.published ?? NOTHING;
  const before = fileOf(dataset);
  const { taxonomy, ...file } = readMembers(locale, before, text);
  const { business, pages } = await describedBusiness(
    checked(words.business, file, BusinessWithPage),
    (id) => foundPicture(visit, id),
  );
  const lookBefore = { ...DEFAULT_PAGE_SETTINGS, off: {}, unverified: {}, ...dataset.pages };
  const isSameLook = isDeepStrictEqual(
    { ...pages, unverified: { ...lookBefore.unverified, ...pages?.unverified } },
    lookBefore,
  );
  const described = { business, insights: null, taxonomy: taxonomy as string | null, pages: isSameLook ? null : pages };
  const execute = await plainImport(kv, [], described);
  const { site } = await workspace.service(kv);
  const pictures = FIELDS.filter(([, , kind]) => kind?.type === "file");
  const labels = pictures.map(([, name]) => words[name]);
  const chosen = pictures.map(([path]) => [path, text(path).split("\n")] as const);
  return await publishing(visit, execute, ({ plan, result }) => {
    // The pictures by the ids that the form has.
    const shown = { ...fileOf(result.dataset), page: file["page"] };
    let previewed: ReturnType<typeof pagesOf> | undefined;
    workspace.preview = () => previewed ??= pagesOf(result.dataset, site);
    return {
      plan: { ...plan, warnings: [...plan.warnings, ...policyWarnings({ ...result.dataset, business })] },
      title: words.business,
      button: words.publish,
      back: "/business",
      fields: Object.fromEntries(chosen),
      effect: (
        <>
          <Changes
            rows={FIELDS.map((
              field,
            ) => [words[field[1]], readMember(locale, before, field), readMember(locale, shown, field)])}
            shown={(label, id) => labels.includes(label) && <Thumbnail id={id} label={label} />}
          />
          <p>
            <a class="more" href={PREVIEW} target="_blank">{words.preview}</a>
          </p>
        </>
      ),
      finish: async () => {
        for (const id of chosen.flatMap(([, ids]) => ids)) await workspace.forget(id);
      },
    };
  });
}

/** Finds a picture by its id: a published one, or one that was chosen. */
async function foundPicture({ workspace, published }: Visit, id: string): Promise<Picture> {
  const { logo, cover, photos } = { ...DEFAULT_PAGE_SETTINGS, ...published?.pages };
  const known = [logo, cover, ...photos].find((one) => one !== null && pictureId(one) === id);
  if (known) return known;
  const { name, path } = workspace.upload(id);
  return await readPicture(name, path);
}

async function picture(visit: Visit): Promise<Response> {
  const { type, base64 } = await foundPicture(visit, visit.param("id"));
  return new Response(Buffer.from(base64, "base64"), {
    // An SVG that is opened as a page runs no script.
    headers: { "content-type": type, "content-security-policy": "default-src 'none'; sandbox" },
  });
}

const PREVIEW = "/business/preview/";
/** Path below which the public pages are shown as they are published, also without a running service. */
export const PAGES = "/pages/";

/** Makes the public pages of a dataset. Loads what only a preview needs. */
async function pagesOf(dataset: Dataset, site: Site) {
  const { createApp } = await import("../../routes/app.ts");
  const { datasetSnapshot } = await import("../../domain/snapshot/dataset_snapshot.ts");
  const snapshot = datasetSnapshot(dataset, site, { at: new Date().toISOString(), revision: "preview" });
  const nothing = () => Promise.reject(new OperatorError("A preview has pages alone."));
  return createApp({
    ...{ site, snapshot: () => snapshot, hub: nothing, mcp: nothing, ledger: nothing },
    ...{ isTrustedProxy: () => false, clientNetwork: (address: string) => address },
    ...{ trouble: () => null, readiness: () => Promise.resolve([]) },
    onError: (error) => {
      throw error;
    },
  });
}

async function preview({ workspace, request }: Visit): Promise<Response> {
  return await shownBelow(PREVIEW, await workspace.preview?.(), request);
}

const APPS = new WeakMap<Dataset, Promise<PublicPages>>();

async function published({ workspace, kv, request, published }: Visit): Promise<Response> {
  if (published === null) return await shownBelow(PAGES, undefined, request);
  const app = APPS.get(published) ?? pagesOf(published, (await workspace.service(kv)).site);
  APPS.set(published, app);
  return await shownBelow(PAGES, await app, request);
}

/** Shows a public page below another path, to which its links are changed. */
async function shownBelow(
  prefix: string,
  app: PublicPages | undefined,
  request: Request,
): Promise<Response> {
  if (app === undefined) return new Response(null, { status: 303, headers: { location: "/business" } });
  const { pathname, search, origin } = new URL(request.url);
  const asked = new Request(origin + pathname.slice(prefix.length - 1) + search, { headers: request.headers });
  asked.headers.delete("accept-encoding");
  const { status, body, headers } = await app.fetch(asked);
  const kept = new Headers(headers);
  // Other sites may use public pages, but not their preview.
  kept.delete("access-control-allow-origin");
  const policy = kept.get("content-security-policy") ?? "default-src 'none'";
  kept.set("content-security-policy", policy.replace("frame-ancestors *", "frame-ancestors 'self'"));
  if (!kept.get("content-type")?.startsWith("text/html")) return new Response(body, { status, headers: kept });
  const text = await new Response(body).text();
  const moved = text.replaceAll(/( (?:href|src|srcset|action)="|\d+w, )\/(?!\/)/g, `$1${prefix}`);
  return new Response(moved, { status, headers: kept });
}
