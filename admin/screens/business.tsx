import { isDeepStrictEqual } from "node:util";
import { policyWarnings } from "../../cli/import/policy_warnings.ts";
import { UsageError } from "../../cli/command/run_command.ts";
import { checked, readPicture } from "../../cli/import/read_option_file.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { UNNAMED } from "../../domain/business.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { foldName } from "../../domain/mentions.ts";
import { switchedOff } from "../../domain/places.ts";
import { BusinessWithPage, DEFAULT_PAGE_SETTINGS } from "../../domain/page_settings.ts";
import type { Site } from "../../domain/site.ts";
import { DEFAULT_COLOUR } from "../../routes/pictures/social_image.ts";
import { publishedNow, YES } from "../frame/action.tsx";
import { plainImport } from "../frame/desk.ts";
import { entriesOf, type Form, type Upload } from "../frame/form.ts";
import { Changes, English, Field, Hidden, type Page, Select } from "../frame/page.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.ts";
import type { Talk, Words } from "../language/admin_language.ts";

/** Shows and changes what is published about the business, and how its pages look. */
export const business: Screen = {
  path: "/business",
  name: "business",
  pages: { "/business": page, "/business/preview/*": preview },
  actions: { "/business/publish": publishing },
};

/** How a member of the business file stands in a field of the form. */
interface Kind {
  /** By default a text, which is null if it is empty. */
  readonly format?: Format;
  readonly hint?: keyof Words;
  /** An example of a line, if its text is a list; empty without one. */
  readonly example?: string;
  readonly isLong?: boolean;
  readonly input?: Readonly<Record<string, string | boolean>>;
  readonly options?: (talk: Talk, chosen: string) => readonly (readonly [value: string, text: string])[];
}

interface Format {
  readonly shown: (value: unknown) => string;
  readonly read: (text: string, before: unknown) => unknown;
}

type Members = Readonly<Record<string, unknown>>;
/** A text, perhaps a part of it: `address_parts.2`. */
type Word = keyof Words | `address_parts.${number}`;

const TEXT: Format = { shown: (value) => String(value ?? ""), read: (text) => text.trim() || null };
const URL_TEXT: Format = { shown: TEXT.shown, read: (text) => completedUrl(text.trim()) || null };
const COLOUR: Format = {
  shown: (value) => String(value ?? DEFAULT_COLOUR),
  read: (text, before) => before === null && text === DEFAULT_COLOUR ? null : text,
};
type SwitchedOffSource = readonly [source: string, places: readonly string[]];
const SWITCHES = listFormat(
  ([source, places]: SwitchedOffSource) => `${source}: ${places.join(", ")}`,
  (line) => [line.replace(/\s*:[^:]*$/, ""), line.replace(/^.*:/, "").split(",").map((place) => place.trim())],
);
const LINKS = listFormat(
  ({ label, url }: { readonly label: string; readonly url: string }) => `${label} ${url}`,
  (line) => ({ label: line.replace(/\s*\S+$/, ""), url: completedUrl(line.replace(/^.*\s/, "")) }),
);

/** Adds `https://` to an address that begins with the name of a host. */
function completedUrl(text: string): string {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:?#]|$)/u.test(text) ? `https://${text}` : text;
}

function listFormat<Entry>(
  shown: (entry: Entry) => string,
  made: (line: string, at: number, before: readonly Entry[]) => unknown,
): Format {
  return {
    shown: (value) => (value as readonly Entry[]).map(shown).join("\n"),
    read: (text, before) => entriesOf(text, before as readonly Entry[], shown, made),
  };
}

/** Names with other names in brackets: `Daniel Roe (Dan, Danny)`. `name` is the member that has the first. */
function named(name: "name" | "label"): Format {
  type Named = Readonly<Record<string, string>> & { readonly aliases: readonly string[] };
  return listFormat(
    (entry: Named) => entry.aliases.length === 0 ? entry[name]! : `${entry[name]} (${entry.aliases.join(", ")})`,
    (line, at, before) => {
      const [, first = line, others = ""] = /^(.*\S)\s*\((.*)\)$/.exec(line) ?? [];
      const words = foldName(first).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
      return {
        // Its page keeps its address while the name is the same.
        id: before.find((entry) => entry[name] === first)?.["id"] ?? (words.slice(0, 90) || `entry-${at + 1}`),
        [name]: first,
        aliases: others.split(",").map((other) => other.trim()).filter(Boolean),
      };
    },
  );
}

/** Choices whose texts are those that readers see in the review policy. */
function policyChoice(name: "invites" | "incentives", ...values: readonly string[]): Kind {
  const text = (value: string) => `${name}_${value || "unknown"}` as keyof Words;
  return { options: ({ words }) => ["", ...values].map((value) => [value, words[text(value)]]) };
}

const NAMES_EXAMPLE = "Daniel Roe (Dan, Danny)";
const LABELS: Kind = { format: named("label"), example: NAMES_EXAMPLE };
const UNVERIFIED: Kind = {
  format: { shown: String, read: (text) => text === "true" },
  options: ({ words }) => [["false", words.left_out], ["true", words.published]],
};
const TAXONOMY: Kind = {
  format: { shown: TEXT.shown, read: (text) => TAXONOMY_NAMES.includes(text) ? text : null },
  options: ({ words }, chosen) => {
    const [none = "", ...names] = words.kinds.split(", ");
    const options = TAXONOMY_NAMES.map((name, at) => [name, names[at] ?? name] as const);
    // Once chosen, it can be changed, but not be left to the program again.
    return chosen === "" ? [["", none], ...options] : options;
  },
};

/** A field of the form: path in the business file, to which taxonomy and logo are added here; label; kind. */
type BusinessField = readonly [path: string, label: Word, kind?: Kind];

/** Groups of fields. Without a title the labels of the fields are one. */
const GROUPS: readonly (readonly [title: Word | null, fields: readonly BusinessField[]])[] = [
  ["business", [
    ["name", "name", { input: { required: true } }],
    ["category", "trade"],
    ["taxonomy", "kind", TAXONOMY],
    ["description", "description", { isLong: true }],
    ["telephone", "telephone", { input: { type: "tel" } }],
    ["email", "mail", { input: { type: "email" } }],
    ["url", "website", { format: URL_TEXT, input: { inputmode: "url" } }],
    ["opening_hours", "open", { format: listFormat(String, (line) => line), example: "" }],
  ]],
  ["address", [
    ["address.street_address", "address_parts.0"],
    ["address.postal_code", "address_parts.1"],
    ["address.locality", "address_parts.2"],
    ["address.region", "address_parts.3"],
    ["address.country", "address_parts.4"],
  ]],
  [null, [
    ["technicians", "people", { format: named("name"), example: NAMES_EXAMPLE }],
    ["services", "services", LABELS],
    ["service_areas", "areas", LABELS],
  ]],
  [null, [
    ["page.color", "colour", { format: COLOUR, input: { type: "color" } }],
    ["logo", "logo", { hint: "about_logo", input: { type: "file", accept: ".svg,.png,.jpg,.webp" } }],
    ["review_links", "write_review", { format: LINKS, example: "Google https://g.page/r/acme/review" }],
    ["same_as", "elsewhere", { format: listFormat(String, completedUrl), example: "https://…" }],
  ]],
  ["policy", [
    ["review_policy.invites", "q_collected", policyChoice("invites", "everybody", "some", "nobody")],
    ["review_policy.checks", "q_checked"],
    ["review_policy.incentives", "q_incentives", policyChoice("incentives", "none", "marked")],
    ["review_policy.report_to", "q_report"],
    ["publish_unverified", "unverified", UNVERIFIED],
    ["sources", "switches", { format: SWITCHES, example: "Yelp: pages, api, feeds, search_engines" }],
  ]],
];
/** The field that asks for the form again. */
const CHANGED = "changed";
const FIELDS = GROUPS.flatMap(([, fields]) => fields);

function wordOf({ words }: Talk, word: Word): string {
  const [name = "", part] = word.split(".");
  const text = words[name as keyof Words];
  return part === undefined ? text : text.split(", ")[Number(part)] ?? "";
}

/** The business file of what is published, with the choice of taxonomy, the type of the logo and what is left out. */
function fileOf({ business: { sample: _, ...business }, pages, taxonomy }: Dataset): Members {
  const { color, hide, photoHosts: photo_hosts, logo, off = {} } = { ...DEFAULT_PAGE_SETTINGS, ...pages };
  return {
    ...business,
    name: business.name === UNNAMED ? "" : business.name,
    page: { color, hide, photo_hosts },
    // One of the operator's own is kept.
    taxonomy: typeof taxonomy === "string" ? taxonomy : null,
    logo: logo?.type ?? null,
    sources: Object.entries(off),
  };
}

/** The member at a path of the business file. */
function memberAt(file: Members, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Members | null)?.[name] ?? null, file);
}

function shownMember(file: Members, [path, , { format = TEXT } = {}]: BusinessField): string {
  return format.shown(memberAt(file, path));
}

function page({ talk, published }: Visit): Page {
  const file = fileOf(published?.dataset ?? NOTHING);
  return formPage(talk, (field) => shownMember(file, field));
}

/**
 * @param upload Id of a logo that was chosen before.
 * @param fault Why what was typed cannot be used; null if it can.
 */
function formPage(talk: Talk, text: (field: BusinessField) => string, upload = "", fault: string | null = null): Page {
  const { words } = talk;
  return {
    title: words.business,
    status: fault === null ? 200 : 400,
    body: (
      <form method="post" action="/business/publish" enctype="multipart/form-data" class="form">
        <Hidden fields={[["upload", upload]]} />
        {fault === null
          ? <p>{words.about_business}</p>
          : <English as="p" class="fault" role="alert" talk={talk}>{fault}</English>}
        {GROUPS.map(([title, fields], at) => (
          <details open={at === 0 || fault !== null}>
            <summary>
              {(title === null ? fields.map(([, label]) => label) : [title])
                .map((word) => wordOf(talk, word)).join(", ")}
            </summary>
            {fields.map((field) => fieldOf(talk, field, text(field)))}
          </details>
        ))}
        <button>{words.preview}</button>
      </form>
    ),
  };
}

/** @param value Its text. */
function fieldOf(talk: Talk, [path, label, kind = {}]: BusinessField, value: string) {
  const { hint, example, isLong, options, input } = kind;
  const about = example === undefined ? hint && talk.words[hint] : `${talk.words.one_a_line} ${example}`.trim();
  const rows = Math.min(12, value.split("\n").length + 1 + Math.floor(value.length / 80));
  return (
    <Field label={wordOf(talk, label)} {...about !== undefined && { hint: about }}>
      {options !== undefined
        ? <Select name={path} value={value} options={options(talk, value)} />
        : isLong || example !== undefined
        ? <textarea name={path} rows={rows}>{value}</textarea>
        : <input name={path} {...input} value={path === "logo" ? undefined : value} />}
    </Field>
  );
}

/** Reads the form. An empty group, such as an address without any part, is null. */
function readMembers(before: Members, form: Form): Members {
  const members: Record<string, unknown> = { ...before };
  for (const [path, , { format = TEXT } = {}] of FIELDS) {
    const [group = "", name] = path.split(".");
    const value = format.read(form.text(path), memberAt(before, path));
    if (name === undefined) members[group] = value;
    else members[group] = { ...members[group] as Members | null, [name]: value };
  }
  const isEmpty = (group: unknown) => Object.values(group ?? {}).every((value) => value === null);
  const emptied = ["address", "review_policy"].filter((group) => isEmpty(members[group]));
  return { ...members, ...Object.fromEntries(emptied.map((group) => [group, null])) };
}

/** Plans what was typed. What cannot be used, and what is to be changed again, leads back to the form. */
async function publishing(visit: Visit, form: Form): Promise<PreparedAction | Page> {
  const upload = form.files[0]?.id ?? form.text("upload");
  const typed = (fault: string | null) => formPage(visit.talk, ([path]) => form.text(path), upload, fault);
  if (form.text(CHANGED) === YES) return typed(null);
  try {
    return await planned(visit, form, upload === "" ? null : visit.desk.upload(upload));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return typed(error.message.replaceAll(/^ *([\w.]+): /gm, (_, path: string) => `${memberName(visit.talk, path)}: `));
  }
}

/** The label of the field with a member of the business file, and the line in it. */
function memberName(talk: Talk, path: string): string {
  const [, label] = FIELDS.find(([one]) => `${path}.`.startsWith(`${one}.`)) ?? [];
  const [, line] = /\.(\d+)/.exec(path) ?? [];
  return label === undefined ? path : [wordOf(talk, label), ...line === undefined ? [] : [Number(line) + 1]].join(" ");
}

async function planned(
  { talk, desk, kv, published }: Visit,
  form: Form,
  upload: Upload | null,
): Promise<PreparedAction> {
  const { words } = talk;
  const dataset = published?.dataset ?? NOTHING;
  const before = fileOf(dataset);
  const { taxonomy, logo: _, sources: off, ...file } = readMembers(before, form);
  const switches = (off as readonly SwitchedOffSource[]).map(([source, places]) =>
    [source, Object.fromEntries(places.map((place) => [place, false]))] as const
  );
  const described = { ...file, sources: Object.fromEntries(switches) };
  const { page, sources, ...business } = checked(words.business, described, BusinessWithPage);
  const { color, logo, off: offBefore = {} } = { ...DEFAULT_PAGE_SETTINGS, ...dataset.pages };
  const look = { color, logo, off: offBefore };
  const pages = {
    color: page?.color ?? null,
    logo: upload === null ? logo : await readPicture(upload.name, upload.path),
    off: switchedOff(sources ?? {}),
  };
  const run = await plainImport(kv, [], {
    described: {
      business,
      insights: null,
      taxonomy: taxonomy as TaxonomyChoice | null,
      pages: isDeepStrictEqual(pages, look) ? null : pages,
    },
    replace: false,
  });
  const { result: { plan, dataset: result } } = await run(desk.dryRun);
  desk.preview = pagesOf(result, (await desk.service(kv)).site);
  const after = { ...fileOf(result), ...upload !== null && { logo: upload.name } };
  return {
    plan: { ...plan, warnings: [...plan.warnings, ...policyWarnings(result.business, result.reviews)] },
    title: words.business,
    button: words.publish,
    back: { field: CHANGED },
    fields: upload === null ? {} : { upload: upload.id },
    effect: (
      <>
        <Changes
          talk={talk}
          rows={FIELDS.map((field) => [wordOf(talk, field[1]), shownMember(before, field), shownMember(after, field)])}
        />
        <p>
          <a class="more" href={PREVIEW} target="_blank">{words.preview}</a>
        </p>
      </>
    ),
    execute: async (...answered) => {
      const { end } = await run(desk.run(...answered));
      if (upload !== null) await desk.forget(upload.id);
      return publishedNow(talk, end, "done", result.reviews.length, "/business");
    },
  };
}

const PREVIEW = "/business/preview/";

/** The public pages of a dataset, computed at the first request. */
function pagesOf(dataset: Dataset, site: Site): (request: Request) => Promise<Response> {
  let app: Promise<{ readonly fetch: (request: Request) => Response | Promise<Response> }> | null = null;
  return async (request) => await (await (app ??= opened())).fetch(request);

  /** Loads what only a preview needs. */
  async function opened() {
    const { createApp } = await import("../../routes/app.ts");
    const { datasetSnapshot } = await import("../../domain/snapshot/dataset_snapshot.ts");
    const snapshot = datasetSnapshot(dataset, site, { at: new Date().toISOString(), revision: "preview" });
    const nothing = () => Promise.reject(new OperatorError("A preview has pages alone."));
    return createApp({
      ...{ site, snapshot: () => snapshot, hub: nothing, mcp: nothing, ledger: nothing },
      ...{ isTrustedProxy: () => false, trouble: () => null, readiness: () => Promise.resolve([]) },
      onError: (error) => {
        throw error;
      },
    });
  }
}

/** Shows a public page below another path, to which its links are changed. */
async function preview({ desk, request }: Visit): Promise<Response> {
  if (desk.preview === null) return new Response(null, { status: 303, headers: { location: "/business" } });
  const { pathname, search, origin } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("accept-encoding");
  const url = origin + pathname.slice(PREVIEW.length - 1) + search;
  const { status, body, headers: theirs } = await desk.preview(new Request(url, { headers }));
  const kept = new Headers(theirs);
  // Other sites may use public pages, but not their preview.
  kept.delete("access-control-allow-origin");
  const policy = kept.get("content-security-policy");
  if (policy !== null) {
    kept.set("content-security-policy", policy.replace("frame-ancestors *", "frame-ancestors 'self'"));
  }
  if (!kept.get("content-type")?.startsWith("text/html")) return new Response(body, { status, headers: kept });
  const text = await new Response(body).text();
  const moved = text.replaceAll(/ (href|src|action)="\/(?!\/)/g, ` $1="${PREVIEW}`);
  return new Response(moved, { status, headers: kept });
}
