// How the columns of files are read, as a table that the owner can change. Its form keeps what the program found first.

import { shortened } from "../../domain/cut_text.ts";
import { COLUMN_SEPARATOR, MAPPED_FIELDS } from "../../cli/import/formats/import_format.ts";
import type { PlannedKind } from "../../cli/import/import_plan.ts";
import type { Form } from "../frame/form.ts";
import { Hidden, Select, Table, useLocale } from "../frame/page.tsx";
import { YES } from "../frame/screen.tsx";

/**
 * Prefixes of the fields of files with the same columns, before the id of the first upload: all their uploads, whether
 * the table is the whole map, and for each column its meaning and the one that the program found.
 */
const [KIND, WHOLE, COLUMN, WAS] = ["kind:", "whole:", "column:", "was:"];
/** Field with the platform of all files, or of those of a kind, with `:` and the id of its first upload. */
export const SOURCE = "source";
/** The meanings that most files have, offered first. */
const FIRST_MEANINGS = ["rating", "date", "author", "text", "title", "reply_text"];
const SHOWN_LETTERS = 60;
const SHOWN_FILES = 3;

/** Table of files with the same columns. `unknown`: no column is known to hold stars or days. */
export type FileTable = Pick<PlannedKind, "files" | "columns" | "format" | "scale" | "fields" | "source"> & {
  readonly ground: PlannedKind["ground"] | "unknown";
};

/**
 * The columns of files with some values and meanings.
 *
 * @param ids Ids of the uploads. Without any the owner cannot change the meanings: an archive holds other files too.
 */
export function Columns({ form, kind, ids, isAlone, asked }: {
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
export function Found({ form, of, now }: { readonly form: Form; readonly of: string; readonly now: string }) {
  return <Hidden fields={[[WAS + of, foundText(form, of, now)]]} />;
}

/** What the program found first; `now` before it was shown. */
export function foundText(form: Form, of: string, now = ""): string {
  return form.texts(WAS + of)[0] ?? now;
}

/** Returns the arguments for the platform of an upload, and for the meanings of columns that the owner has changed. */
export function columnArguments(form: Form, upload: string): string[] {
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
export function otherColumns(form: Form, shown: readonly { readonly ids: readonly string[] }[]): Form["fields"] {
  const isShown = (name: string) => shown.some(({ ids: [id] }) => name.split(":")[1] === id);
  return form.fields.filter(([name]) => /^(?:kind:|whole:|source:|(?:column|was):[^:]+:)/.test(name) && !isShown(name));
}
