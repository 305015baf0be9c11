// How files are read by the answers of a form, and the form that asks for them. It holds all answers, so the owner can go
// back and change each.

import type { Choice } from "../../cli/command/choice.ts";
import { UnknownColumnsError } from "../../cli/import/formats/unknown_file.ts";
import { fileKinds, type PlannedKind, plannedKind, readingChoices } from "../../cli/import/import_plan.ts";
import { type ImportRequest, readImport, withArguments } from "../../cli/import/import_request.ts";
import { COLUMN_SEPARATOR, MAPPED_FIELDS } from "../../cli/import/formats/import_format.ts";
import { NOTHING_DESCRIBED } from "../../cli/import/publish_import.ts";
import { unverifiedChoices } from "../../cli/import/unverified_choice.ts";
import { shortened } from "../../domain/cut_text.ts";
import type { Text } from "../../domain/sentences/sentence.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { storedReview } from "../../cli/review/stored_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { type Form, type Upload, YES } from "../frame/form.ts";
import { English, Field, Hidden, type Page, Select, Table, useLocale } from "../frame/page.tsx";
import { ReviewList } from "../frame/review_parts.tsx";
import { ANEW, type Visit } from "../frame/screen.tsx";

/**
 * Prefixes of the fields of files with the same columns, before the id of the first upload: all their uploads, whether
 * the table is the whole map, and for each column its meaning and the one that the program found.
 */
const [KIND, WHOLE, COLUMN, WAS] = ["kind:", "whole:", "column:", "was:"];
/** Field with the platform of all files, or of those of a kind, with `:` and the id of its first upload. */
const SOURCE = "source";
/** The meanings that most files have, offered first. */
const FIRST_MEANINGS = ["rating", "date", "author", "text", "title", "reply_text"];
const SHOWN_LETTERS = 60;
const SHOWN_FILES = 3;

/** Table of files with the same columns. `unknown`: no column is known to hold stars or days. */
type FileTable = Pick<PlannedKind, "files" | "columns" | "format" | "scale" | "fields" | "source"> & {
  readonly ground: PlannedKind["ground"] | "unknown";
};

/** Prefix of the fields that answer choices. */
const ANSWER = "answer:";
/** Pattern of an argument that lacks its value, and suffix of the field that completes it. */
const [TEMPLATE, COMPLETED] = [/^--[a-z-]+=$/, ":completed"];
/** Names of platforms to choose from; any other can be typed. */
const PLATFORMS = ["Google", "Trustpilot", "Yelp", "Facebook", "Tripadvisor", "Booking.com", "Amazon", "Provenexpert"];

const REQUEST: ImportRequest = {
  files: [],
  reading: {},
  described: NOTHING_DESCRIBED,
  ...{ replace: false, mergeDuplicates: false, skipInvalid: false },
};

/**
 * Reads files by the answers of a form, and again after each chosen argument, as new choices may open.
 *
 * @returns What was read, unless the columns of a file are unknown; its kinds of files, and all choices that were open.
 */
export async function readFiles({ workspace, kv, form }: Visit, uploads: readonly Upload[]) {
  const asked: Choice[] = [];
  // The page asks for the scale of files of one kind.
  const scale = form.text("scale") === foundText(form, "scale") ? [] : [`--scale=${form.text("scale")}`];
  const own = new Map(uploads.map(({ id }) => [id, [...columnArguments(form, id), ...scale]]));
  const common = commonArguments(form);
  const published = await workspace.published(kv) ?? NOTHING;
  for (;;) {
    const files = uploads.map((upload) => {
      const { map, ignored, scale, source } = withArguments(REQUEST, own.get(upload.id) ?? []).reading;
      const options = { ...scale !== undefined && { scale }, ...source !== undefined && { source } };
      return { ...upload, own: { map, ignored, ...options } };
    });
    const request = withArguments({ ...REQUEST, files, mergeDuplicates: isJoining(form) }, common);
    const read = await readImport(kv, request, new Date(), (rows) => void (workspace.progress.rows = rows))
      .catch(unknownKind);
    if ("ground" in read) return { read: null, kinds: [read], asked };
    const choices = [...readingChoices(read.files), ...unverifiedChoices(read.files.reviews, published)];
    const fresh = choices.filter((one) => asked.every(({ id }) => id !== one.id));
    asked.push(...fresh);
    const chosen = fresh.flatMap((one) => chosenValues(one, form).map((value) => ({ value, columns: one.columns })))
      .filter(({ value }) => value !== YES);
    const kinds = fileKinds(read.files).map((kind) => plannedKind(kind));
    if (chosen.length === 0) return { read, kinds, asked };
    for (const { value, columns } of chosen) {
      // A column is that of the files which have it.
      const having = kinds.filter((kind) =>
        columns.every((column) => kind.columns.some(({ name }) => name === column))
      );
      if (!/^--(?:map|ignore)=/.test(value)) common.push(value);
      else for (const { id } of having.flatMap((kind) => uploadsOf(kind, uploads))) own.get(id)?.push(value);
    }
  }
}

/** Returns the kind of a file whose columns the owner must name. Throws any other error. */
function unknownKind(error: unknown): FileTable {
  if (!(error instanceof UnknownColumnsError)) throw error;
  const { file, columns, fields } = error;
  return {
    files: [file],
    format: "csv",
    scale: 5,
    columns: [...columns],
    fields: Object.fromEntries(fields),
    source: null,
    ground: "unknown",
  };
}

/** The uploads with files of a kind. Files of an archive have its name before theirs. */
function uploadsOf({ files }: Pick<FileTable, "files">, uploads: readonly Upload[]): readonly Upload[] {
  return uploads.filter(({ name }) => files.some((file) => file === name || file.startsWith(`${name}/`)));
}

/** Returns the arguments for all files. */
function commonArguments(form: Form): string[] {
  const source = form.text(SOURCE).trim();
  return [
    ...source === "" ? [] : [`--source=${source}`],
    ...form.text("skip") === YES ? ["--skip-invalid"] : [],
  ];
}

/** Value of {@linkcode ANEW}, and name of the field that keeps it, to join reviews that are published twice. */
export const JOIN = "join";

/** Whether the owner wants reviews that are published twice joined. */
export function isJoining(form: Form): boolean {
  return form.text(JOIN) === YES || form.text(ANEW) === JOIN;
}

/** The page that asks how files are read. */
export function readingPage(
  { locale: { words }, form }: Visit,
  uploads: readonly Upload[],
  kinds: readonly FileTable[],
  asked: readonly Choice[],
  remembered: readonly Text[] = [],
  example?: Review,
): Page {
  const unknown = kinds.find(({ ground }) => ground === "unknown");
  const isUnknown = unknown !== undefined;
  const isRepeated = form.text("read") === YES && form.text("back") !== YES;
  const isOpen = (one: Choice) => chosenValues(one, form).length === 0;
  const scale = String(kinds[0]?.scale);
  const ofColumns = asked.filter(({ choices }) => choices.some(({ value }) => value.startsWith("--map=")));
  const askedColumns = new Set(ofColumns.flatMap(({ columns }) => columns));
  const tables = kinds.map((kind) => {
    const own = uploadsOf(kind, uploads);
    const others = kinds.filter((other) => other !== kind).flatMap((other) => uploadsOf(other, uploads));
    return { kind, ids: own.some((one) => others.includes(one)) ? [] : own.map(({ id }) => id) };
  });
  return {
    title: words.how_read,
    body: (
      <form method="post" action="/add" class="form" data-progress="/add/progress">
        <Hidden
          fields={[
            ["uploads", uploads.map(({ id }) => id).join(" ")],
            ["skip", form.text("skip")],
            ...otherColumns(form, tables),
          ]}
        />
        {isRepeated || isUnknown
          ? <p class="fault" role="alert">{isUnknown ? words[missingIn(unknown)] : words.choose_all}</p>
          : <p>{words.about_reading}</p>}
        {remembered.map((text) => <English as="p" class="confirmed">{text}</English>)}
        {[...asked.filter(isOpen), ...asked.filter((one) => !isOpen(one))].map((one) => (
          <ChoiceFields choice={one} form={form} />
        ))}
        {tables.map((table) => (
          <>
            <Columns form={form} {...table} asked={askedColumns} isAlone={kinds.length === 1} />
            <Platform form={form} {...table} isAlone={kinds.length === 1} />
          </>
        ))}
        {kinds.length > 1 || asked.some(({ id }) => id === "scale") ? null : (
          <>
            <Found form={form} of="scale" now={scale} />
            <Field label={words.best_rating} type="number" name="scale" min={2} max={100} required value={scale} />
          </>
        )}
        {example && <ReviewList title={words.preview} all={[storedReview(example)]} marks={[""]} />}
        <datalist id="platforms">{PLATFORMS.map((name) => <option value={name} />)}</datalist>
        <p class="buttons">
          {/* The columns of further files have not been seen yet. */}
          <button name={isUnknown && uploads.length > 1 ? "named" : "read"} value={YES}>{words.preview}</button>
          <a class="button second" href="/add">{words.back}</a>
        </p>
      </form>
    ),
  };
}

/** The word that asks for the columns which a file needs and nobody has named. */
function missingIn({ fields }: FileTable) {
  if (!("date" in fields)) return "rating" in fields || "recommendation" in fields ? "say_day" : "say_stars_and_day";
  return "say_stars";
}

/** Asks for the platform of files that name none. */
function Platform(
  { form, kind: { files, format, fields, source }, ids: [id], isAlone }: Omit<Parameters<typeof Columns>[0], "asked">,
) {
  const { words } = useLocale();
  if (format !== "csv" || "source" in fields) return null;
  const name = id === undefined ? SOURCE : `${SOURCE}:${id}`;
  // That of a remembered table.
  const platform = source === null || source === format ? "" : source;
  return (
    <Field
      label={isAlone ? words.which_platform : `${files.join(", ")}: ${words.which_platform}`}
      hint={words.about_platform}
      {...{ name, maxlength: 100, value: form.text(name) || platform, list: "platforms", required: true }}
    />
  );
}

/** The values that a form chooses for a choice; none if it is open. A value that ends with `=` is completed. */
export function chosenValues({ id, choices }: Choice, form: Form): readonly string[] {
  const given = form.texts(ANSWER + id);
  const typed = form.text(ANSWER + id + COMPLETED);
  return choices.map(({ value }) => value).filter((value) => given.includes(value)).flatMap((value) =>
    !TEMPLATE.test(value) ? [value] : typed === "" ? [] : [value + typed]
  );
}

/** Shows a choice as radio buttons, each with its effect on rows. Places are checkboxes: several may be wanted. */
function ChoiceFields({ choice, form }: { readonly choice: Choice; readonly form: Form }) {
  const { translated } = useLocale();
  const { id, question, choices } = choice;
  const given = form.texts(ANSWER + id);
  const type = id === "place" ? "checkbox" : "radio";
  const completed = ANSWER + id + COMPLETED;
  return (
    <fieldset>
      <English as="legend">{question}</English>
      {choices.map(({ value, effect }) => {
        // Other places have their name in the effect.
        const [, place] = String(effect).includes(",") ? [] : /^--place=(?!all$)(.*)$/s.exec(value) ?? [];
        const isGiven = given.includes(value);
        return (
          <label class="radio">
            <input type={type} name={ANSWER + id} value={value} required={type === "radio"} checked={isGiven} />
            <span>
              {place && <bdi>{place}</bdi>} <English>{effect}</English>
            </span>
            {TEMPLATE.test(value) && (
              <input
                type="date"
                name={completed}
                aria-label={translated(effect) ?? String(effect)}
                value={form.text(completed)}
              />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * The columns of files with some values and meanings.
 *
 * @param ids Ids of the uploads. Without any the owner cannot change the meanings: an archive holds other files too.
 */
function Columns({ form, kind, ids, isAlone, asked }: {
  readonly form: Form;
  readonly kind: FileTable;
  /** Columns whose meanings a question asks for. */
  readonly asked: ReadonlySet<string>;
  readonly ids: readonly string[];
  readonly isAlone: boolean;
}) {
  const locale = useLocale();
  const { words } = locale;
  const { files, columns, fields, format, scale, ground } = kind;
  const meaning = (field: string) => locale.meaning(MAPPED_FIELDS.find((one) => one === field));
  const offered = ["", ...new Set([...FIRST_MEANINGS, ...MAPPED_FIELDS])].map((one) => [one, meaning(one)] as const);
  const isWhole = format === "csv";
  const [id] = ids;
  const isTyped = ground === "unknown" && (form.text("read") === YES || form.text("named") === YES);
  const rows = columns.map(({ name, values, mark }) => {
    const [found = ""] = Object.entries(fields).find(([, of]) => of.split(COLUMN_SEPARATOR).includes(name)) ?? [];
    const field = `${COLUMN}${id}:${name}`;
    return { name, values, mark, field, now: isTyped ? form.text(field) : found };
  });
  const names = files.length > SHOWN_FILES ? [...files.slice(0, SHOWN_FILES), "…"] : files;
  return (
    <details open={isWhole || form.text("back") === YES}>
      <summary>{`${names.join(", ")}${isWhole ? "" : ` · ${format}`}`}</summary>
      {!isAlone && <p class="quiet">{`${words.best_rating}: ${scale}`}</p>}
      {id === undefined
        ? <p class="quiet">{words.add_alone}</p>
        : <Hidden fields={[[KIND + id, ids.join(" ")], [WHOLE + id, isWhole ? YES : ""]]} />}
      <Table
        class="columns"
        head={[words.column, words.column_values, words.column_meaning]}
        rows={rows.filter(({ values, now }) => values.length > 0 || now !== "").map((
          { name, values, mark, field, now },
        ) => [
          <bdi>{name}</bdi>,
          values.map((value) => <bdi>{shortened(value, SHOWN_LETTERS)}</bdi>),
          asked.has(name) ? <span class="tag">{words.tag_asked}</span> : (
            <>
              {id !== undefined && <Found form={form} of={`${id}:${name}`} now={now} />}
              {id !== undefined && (isWhole || now === "")
                ? <Select name={field} value={now} aria-label={name} options={offered} />
                : meaning(now)}
              {id !== undefined && !isWhole && now !== "" && <Hidden fields={[[field, now]]} />}
              {now === "" && mark === "texts" && <span class="tag">{words.tag_texts}</span>}
            </>
          ),
        ])}
      />
    </details>
  );
}

/** Hidden field with what the program found, before the owner changed it. */
function Found({ form, of, now }: { readonly form: Form; readonly of: string; readonly now: string }) {
  return <Hidden fields={[[WAS + of, foundText(form, of, now)]]} />;
}

/** What the program found first; `now` before it was shown. */
function foundText(form: Form, of: string, now = ""): string {
  return form.texts(WAS + of)[0] ?? now;
}

/** Returns the arguments for the platform of an upload, and for the meanings of columns that the owner has changed. */
function columnArguments(form: Form, upload: string): string[] {
  const kinds = form.fields.filter(([name, ids]) => name.startsWith(KIND) && ids.split(" ").includes(upload));
  return kinds.flatMap(([name]) => {
    const kind = name.slice(KIND.length);
    const begin = `${COLUMN}${kind}:`;
    const meanings = form.fields.filter(([name]) => name.startsWith(begin)).map(([name, field]) => {
      const column = name.slice(begin.length);
      return { column, field, isChanged: field !== foundText(form, `${kind}:${column}`) };
    });
    const changed = meanings.filter(({ isChanged }) => isChanged);
    // Without a known format the table is the whole map.
    const isMapped = ({ field }: typeof meanings[number]) =>
      field !== "" && (form.text(WHOLE + kind) === YES || changed.some((one) => one.field === field));
    const source = form.text(`${SOURCE}:${kind}`).trim();
    const fields = Map.groupBy(changed.length === 0 ? [] : meanings.filter(isMapped), ({ field }) => field);
    return [
      ...Array.from(fields, ([field, of]) => `--map=${field}=${of.map(({ column }) => column).join(COLUMN_SEPARATOR)}`),
      ...changed.flatMap(({ column, field }) => field === "" ? [`--ignore=${column}`] : []),
      ...source === "" ? [] : [`--source=${source}`],
    ];
  });
}

/** The fields of a form about files that are not shown now. */
function otherColumns(form: Form, shown: readonly { readonly ids: readonly string[] }[]): Form["fields"] {
  const isShown = (name: string) => shown.some(({ ids: [id] }) => name.split(":")[1] === id);
  return form.fields.filter(([name]) => /^(?:kind:|whole:|source:|(?:column|was):[^:]+:)/.test(name) && !isShown(name));
}
