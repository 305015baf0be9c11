import { sentence } from "../../domain/sentences/sentence.ts";
import type { DatasetImport } from "../../domain/dataset/import_dataset.ts";
import type { DatasetChange } from "../../domain/dataset/publish_change.ts";
import { importLabels } from "../../domain/dataset/label_rows.ts";
import type { Store } from "../../domain/store/store.ts";
import { openChoices, type Plan } from "../command/choice.ts";
import { executePlan, type PlanOutcome, type PlanRun } from "../command/execute_plan.ts";
import { readCommandLine, UsageError } from "../command/run_command.ts";
import { columnNames, type Confirmed, type WishedReading } from "./formats/understanding.ts";
import { confirmedOf, IMPORT_OPTIONS, unverifiedAnswers, wishedReading } from "./import_options.ts";
import { importFigures } from "./import_figures.ts";
import { fileKinds, type ImportPlan, importPlan, isOpen, plannedKind, unreadChoices } from "./import_plan.ts";
import { type CleanedImport, cleanedImport, type DescribedContent, incomingDataset } from "./publish_import.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import { type ImportPath, readImportFiles } from "./reading/read_import_files.ts";
import { mergedKinds, readConfirmed, rememberConfirmed } from "./confirmed_readings.ts";

/** Request for an import: plain data from a command line or a form. */
export interface ImportRequest extends Pick<DatasetImport, "replace" | "mergeDuplicates"> {
  readonly files: readonly ImportPath[];
  readonly reading: WishedReading;
  readonly described: DescribedContent;
  /** Whether reviews that are not verified are published, by the folded name of their source. */
  readonly unverified?: Readonly<Record<string, boolean>>;
  /** Whether rows with problems are left out; otherwise they stop the import. */
  readonly skipInvalid: boolean;
}

/** A request and the content of its files. */
export interface ReadImport {
  readonly request: ImportRequest;
  readonly files: ImportFiles;
}

/** How an import is executed. */
interface ImportRun extends PlanRun, Pick<DatasetChange<CleanedImport>, "publisher"> {
  /** Whether files with the same columns are read in the same way from now on. */
  readonly isRemembered: boolean;
}

/** What an import publishes, and its plan. */
export type PlannedImport = CleanedImport & { readonly plan: ImportPlan };

/** The outcome of an import that was planned. */
export type PlannedOutcome = PlanOutcome<PlannedImport>;

/**
 * The outcome of an import. `unread`: the rows cannot be read before the choices of the plan are answered. `refused`: rows
 * have problems. Nothing is published then.
 */
export type ImportOutcome =
  | PlannedOutcome
  | { readonly end: "unread"; readonly result: { readonly plan: Plan<null> & Pick<ImportPlan, "kinds"> } }
  | { readonly end: "refused" };

/**
 * Adds chosen arguments to a request, such as `--map=text=Comment`. They override its own.
 *
 * @throws {UsageError} If one is no argument of the reading.
 */
export function withArguments(request: ImportRequest, further: readonly string[]): ImportRequest {
  const line = readCommandLine(further, IMPORT_OPTIONS);
  return {
    ...request,
    reading: wishedReading(line, request.reading),
    unverified: { ...request.unverified, ...unverifiedAnswers(line) },
    skipInvalid: request.skipInvalid || line.flag("skip-invalid"),
  };
}

/**
 * Reads the files of a request.
 *
 * @throws {ImportFileError} If a file cannot be read.
 */
export async function readImport(
  kv: Store,
  request: ImportRequest,
  now: Date,
  onProgress?: (rows: number) => void,
): Promise<ReadImport> {
  const confirmed = await readConfirmed(kv);
  return { request, files: await readImportFiles(request.files, { ...request.reading, confirmed, now, onProgress }) };
}

/**
 * Plans an import, and publishes it if the answers leave no choice open. Prints nothing.
 *
 * @throws {UsageError} If the import cannot be published, and as {@linkcode executePlan}.
 * @throws {OvertakenError} If other processes published first 20 times.
 * @throws {MissingArchiveError} If the published dataset is incomplete. Nothing is imported then.
 */
export async function executeImport(
  kv: Store,
  { request, files }: ReadImport,
  { publisher, isRemembered, ...run }: ImportRun,
): Promise<ImportOutcome> {
  const { reading, described, replace, skipInvalid } = request;
  const choices = unreadChoices(files).filter((one) =>
    !skipInvalid || one.choices.every(({ value }) => value !== "--skip-invalid")
  );
  if (choices.length > 0) {
    const kinds = fileKinds(files).map(plannedKind);
    const plan = { revision: null, effect: null, examples: [], kinds, choices, warnings: files.warnings };
    return { end: "unread", result: { plan } };
  }
  if (files.badRows > 0 && !(skipInvalid && files.reviews.length > 0)) return { end: "refused" };
  if (replace !== false && files.reviews.length === 0) {
    const option = replace === "all" ? "--replace-all" : "--replace";
    const text = "{option} would only remove reviews: the files hold none that can be published.";
    throw new UsageError(sentence(text, { option }));
  }
  const incoming = incomingDataset(files, described, request);
  const prepare = async () => {
    if (incoming.labels) await importLabels(kv, incoming.labels);
  };
  const change: Parameters<typeof executePlan<PlannedImport>>[1] = {
    publisher,
    decide: (current, erased) => {
      const result = cleanedImport(current?.dataset ?? null, incoming, erased);
      const plan = importPlan(files, result, current, request.mergeDuplicates);
      if (openChoices(plan, run.answers).length === 0) refuseFruitless(files, result);
      return { ...result, plan };
    },
    prepare,
    // A missing archive stops the import, unless the import replaces everything.
    replacesAll: replace === "all" && incoming.business !== null,
  };
  const done = await executePlan(kv, change, run);
  if (isRemembered && (done.end === "published" || done.end === "unchanged")) {
    const own = request.files.flatMap((file) => typeof file === "string" ? [] : file.own?.ignored ?? []);
    await rememberKinds(kv, files, { ...reading, ignored: [...reading.ignored ?? [], ...own] }, done.head?.number);
  }
  return done;
}

/**
 * Refuses an import of rows that all are left out for reasons of their files: nobody would notice a wrong reading. Rows
 * that the operator has hidden, erased or left out by an answer may be all there are.
 */
function refuseFruitless(files: ImportFiles, { changes }: CleanedImport): void {
  const { read, leftOut, ...counts } = importFigures(files, changes);
  const decided = changes.unverified + changes.keptHidden + changes.erased;
  if (read === 0 || counts.added + counts.updated + counts.unchanged + counts.withdrawn + decided > 0) return;
  const reasons = leftOut.map((one) => sentence("{rows|# row|# rows} {reason}", one));
  throw new UsageError(sentence("None of the rows would be published: {reasons}.", { reasons }));
}

/**
 * Stores the readings of files that the operator confirmed, by an answer or by options.
 *
 * @param revision The published revision. An undo of it deletes the readings.
 */
async function rememberKinds(
  kv: Store,
  files: ImportFiles,
  reading: WishedReading,
  revision: number | undefined,
): Promise<void> {
  const { places = [], mendLetters, names, states = {}, stars = {}, scale, dateOrder, verification, map } = reading;
  const isDecided = [places, Object.keys(states), Object.keys(stars), [...map?.keys() ?? []]].flat().length > 0 ||
    [mendLetters, names, scale, dateOrder, verification].some((value) => value !== undefined);
  const confirmed = await readConfirmed(kv);
  const now = new Map<string, Confirmed>();
  for (const kind of fileKinds(files)) {
    const { ground } = kind.understanding;
    const columns = columnNames(kind.understanding);
    if (!isOpen(kind) && ground !== "given" && !isDecided) continue;
    const key = JSON.stringify([...columns].sort());
    const stored = confirmed(columns);
    const before = now.get(key) ?? (ground === "given" ? { map: {}, mendLetters: stored?.mendLetters } : stored);
    const ignored = reading.ignored?.filter((name) => columns.includes(name));
    const kindNow = mergedKinds(before, confirmedOf(kind.files, kind.understanding, { ...reading, ignored }));
    now.set(key, kindNow);
    await rememberConfirmed(kv, columns, { ...kindNow, ...revision !== undefined && { revision } });
  }
}
