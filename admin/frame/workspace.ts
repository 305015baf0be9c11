import { revivedSentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { readPublished } from "../../domain/dataset/dataset_store.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import type { Store } from "../../domain/store/store.ts";
import { faultReport } from "../../cli/import/import_report.ts";
import { executeImport, type ImportRequest, readImport } from "../../cli/import/import_request.ts";
import { NOTHING_DESCRIBED } from "../../cli/import/publish_import.ts";
import type { PlanRun } from "../../cli/command/execute_plan.ts";
import { type Job, postJob } from "../../cli/launch/jobs.ts";
import type { GoogleEndpoints } from "../../cli/watch/google_source.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { keptPort } from "../../service/connections/listener.ts";
import { environment, type ReadVariable, withSettingsFiles } from "../../service/store/kv_location.ts";
import { openStore } from "../../service/store/open_store.ts";
import { type Form, MOST_FILE_BYTES, readForm, removeUpload, type Upload } from "./form.ts";

/**
 * Reads an import of one file of this program, or of none.
 *
 * @returns What plans and executes it. It throws an `OperatorError` if the file is faulty or another one.
 */
export async function plainImport(
  kv: Store,
  files: readonly Pick<Upload, "name" | "path">[],
  described: ImportRequest["described"] = NOTHING_DESCRIBED,
  replace: ImportRequest["replace"] = false,
) {
  const read = await readImport(kv, { files, described, replace, reading: {}, skipInvalid: false }, new Date());
  const publisher = { command: replace === "all" ? "backup" : "import", sources: files.map(({ name }) => name) };
  if (!read.files.formats.every((format) => format === "reviews-json")) {
    throw new OperatorError(sentence("{file} is not a backup of this program.", { file: publisher.sources.join() }));
  }
  return async (run: PlanRun) => {
    const done = await executeImport(kv, read, { ...run, publisher, isRemembered: false });
    if (done.end !== "refused" && done.end !== "unread") return done;
    const [first = "", ...lines] = done.end === "refused"
      ? faultReport(read.files)
      : done.result.plan.choices.map(({ question }) => question);
    throw new OperatorError(first, { lines });
  };
}

/** Answers requests as the public service does. */
export interface PublicPages {
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

/** The store for all visitors of one run of the program, and the uploads and the preview of one of them. */
export class Workspace {
  /** The public pages of the business that this visitor has planned last. */
  preview?: () => Promise<PublicPages>;
  /** How much of the newest form has arrived, and how many rows of its files were read. */
  readonly progress = { megabytes: 0, rows: 0 };
  /** Reads a variable of the environment, with the store of this program and its files of settings. */
  readonly variable: ReadVariable = withSettingsFiles((name) => name === "KV_PATH" ? this.kvPath : environment(name));
  readonly #uploads = new Map<string, Upload>();
  readonly #once = new WeakMap<Form, Map<string, unknown>>();
  readonly #secrets = new Map<string, string>();
  readonly #lookUps = { count: 0, opened: null as ReturnType<typeof openStore> | null };

  /**
   * @param kvPath As for `openStore`.
   * @param keptRevisions Number of revisions that the store keeps.
   * @param folder Folder for uploaded files. The caller removes it.
   * @param google Where replies are sent; to Google by default.
   * @param start Has a job started, by the launcher by default.
   * @param cache What was read last, for all visitors.
   */
  constructor(
    readonly kvPath: string | undefined,
    private readonly keptRevisions: number,
    private readonly folder: string,
    readonly google?: GoogleEndpoints,
    private readonly start = postJob,
    private readonly cache: { published: { readonly revision: string; readonly dataset: Dataset } | null } = {
      published: null,
    },
  ) {}

  /** A workspace of the same store for another visitor, without uploads and preview. */
  forVisitor(): Workspace {
    return new Workspace(this.kvPath, this.keptRevisions, this.folder, this.google, this.start, this.cache);
  }

  /**
   * Runs a job with settings that stand in a file for it alone.
   *
   * @returns The JSON that it prints, with its sentences.
   * @throws {OperatorError} If it printed an error instead.
   */
  async runJob<Output>(
    job: Job,
    variable?: "ALERTS" | "SOURCES_FILE",
    entries: readonly unknown[] = [],
  ): Promise<Output> {
    return await this.withFile(JSON.stringify(entries), async (path) => {
      const variables = { ...job.variables, ...variable !== undefined && { [variable]: path } };
      const { output, errors } = await this.start({ ...job, variables });
      if (output.trim() === "") throw new Error(errors);
      const result: Output & { readonly fault?: readonly Text[] } = JSON.parse(output, revivedSentence);
      if (result.fault === undefined) return result;
      const [first = "", ...lines] = result.fault;
      throw new OperatorError(first, { lines });
    });
  }

  /** Has a file with a text, for the owner alone, while an action lasts. */
  async withFile<T>(text: string, action: (path: string) => Promise<T>): Promise<T> {
    const path = `${this.folder}/${crypto.randomUUID()}.json`;
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    try {
      return await action(path);
    } finally {
      await Deno.remove(path);
    }
  }

  /** What is done once for a form, however often its page is loaded, such as to send a test. */
  once<T>(form: Form, name: string, work: () => T): T {
    const done = this.#once.get(form) ?? new Map<string, unknown>();
    if (!done.has(name)) done.set(name, work());
    this.#once.set(form, done);
    return done.get(name) as T;
  }

  /** Keeps a secret of a form outside its pages, and returns the id by which {@linkcode secret} finds it. */
  keepSecret(text: string): string {
    const id = crypto.randomUUID();
    this.#secrets.set(id, text);
    return id;
  }

  /** The secret with an id; undefined if there is none. */
  secret(id: string): string | undefined {
    return this.#secrets.get(id);
  }

  /** Port and address of the service, whose variables this program may lack. */
  async service(kv: Store, variable = this.variable) {
    const { port: standard, siteOn } = readConfiguration(variable);
    const port = await keptPort(kv, variable) ?? standard;
    return { port, site: siteOn(port) };
  }

  /** Executes a plan that the owner has seen and confirmed. Without one it only plans. */
  run(planned: PlanRun["planned"] = null): PlanRun {
    const [dryRun, keptRevisions] = [planned === null, this.keptRevisions];
    return { answers: "yes", planned, dryRun, keptRevisions, program: "admin" };
  }

  /** Opens the store for one action. A handle that stays open would miss that the file was replaced. */
  async withStore<T>(action: (kv: Store) => Promise<T>): Promise<T> {
    const { kv } = await openStore(this.kvPath);
    try {
      return await action(kv);
    } finally {
      kv.close();
    }
  }

  /** As {@linkcode withStore}. Look-ups at the same time share a handle, so that strangers cannot have many opened. */
  async lookUp<T>(look: (kv: Store) => Promise<T>): Promise<T> {
    this.#lookUps.count++;
    const opened = this.#lookUps.opened ??= openStore(this.kvPath);
    try {
      return await look((await opened).kv);
    } finally {
      if (--this.#lookUps.count === 0) {
        this.#lookUps.opened = null;
        await opened.then(({ kv }) => kv.close(), () => {});
      }
    }
  }

  /** Returns what is published; null before the first import. Cached: reading 50,000 reviews takes a second. */
  async published(kv: Store): Promise<Dataset | null> {
    const { value: head } = await readHead(kv);
    if (head !== null && head.revision === this.cache.published?.revision) return this.cache.published.dataset;
    const { before, archive } = await readPublished(kv);
    if (before.value === null || archive === null) return null;
    const dataset = unarchiveDataset(archive, before.value);
    this.cache.published = { revision: before.value.revision, dataset };
    return dataset;
  }

  /** Reads a form and keeps its files. Removes the oldest earlier files if all together exceed the limit of a form. */
  async read(request: Request): Promise<Form> {
    Object.assign(this.progress, { megabytes: 0, rows: 0 });
    const form = await readForm(request, this.folder, (bytes) => this.progress.megabytes += bytes / 1_000_000);
    let bytes = form.files.reduce((sum, file) => sum + file.bytes, 0);
    for (const { id, bytes: length } of [...this.#uploads.values()].reverse()) {
      bytes += length;
      if (bytes > MOST_FILE_BYTES) await this.forget(id);
    }
    for (const file of form.files) this.#uploads.set(file.id, file);
    return form;
  }

  /**
   * Finds an uploaded file by its id.
   *
   * @throws {OperatorError} If it is no longer kept.
   */
  upload(id: string): Upload {
    const found = this.#uploads.get(id);
    if (found === undefined) {
      throw new OperatorError(
        sentence("The uploaded file is no longer kept. Nothing was done; choose the file again."),
      );
    }
    return found;
  }

  /** Whether an uploaded file is kept. */
  keeps(id: string): boolean {
    return this.#uploads.has(id);
  }

  /** Removes all uploaded files and the preview, such as after an erasure: they may name the erased person. */
  async forgetAll(): Promise<void> {
    delete this.preview;
    for (const id of this.#uploads.keys()) await this.forget(id);
  }

  /** Removes an uploaded file. */
  async forget(id: string): Promise<void> {
    if (this.#uploads.delete(id)) await removeUpload(this.folder, id);
  }
}
