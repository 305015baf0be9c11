import { type Sentence, sentence } from "../../domain/sentences/sentence.ts";
import type { z } from "zod";
import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { shownName } from "../../terminal/print.ts";
import { fileReason } from "../../domain/operator_error.ts";
import { UsageError } from "../command/run_command.ts";
import { pathBeside } from "../command/file_path.ts";
import { validated } from "../command/operator_file.ts";
import { refusePipe } from "./bytes/byte_source.ts";
import { jsonError } from "./bytes/json_positions.ts";
import { ImportFileError } from "./bytes/file_container.ts";
import { cleanTexts } from "../../domain/normalize_text.ts";
import type { Business } from "../../domain/business.ts";
import type { DatasetImport } from "../../domain/dataset/import_dataset.ts";
import { BusinessWithPage, MOST_PICTURE_BYTES } from "../../domain/page_settings.ts";
import { type Picture, pictureOf } from "../../domain/picture.ts";
import { switchedOff, unverifiedIn } from "../../domain/places.ts";
import { inSizes, type PictureRole } from "./picture_sizes.ts";

/**
 * Reads the file of `--business` and the pictures that the file names.
 *
 * @throws {UsageError} Names the file and every faulty member, one per line.
 */
export async function readBusiness(path: string) {
  return await describedBusiness(await readOptionFile(path, BusinessWithPage), (name) => readPicture(name, path));
}

/**
 * Separates the business of its file from its subjects and the settings of the pages, of which absent ones stay as they
 * are. Makes the sizes of pictures without any.
 *
 * @param picture Finds a picture by what the file says.
 */
export async function describedBusiness(
  { page, sources, subjects, ...business }: z.output<typeof BusinessWithPage>,
  picture: (named: string) => Promise<Picture>,
): Promise<Required<Pick<DatasetImport, "pages" | "taxonomy">> & { readonly business: Business }> {
  const taxonomy = subjects && { base: null, subjects };
  if (page === null && sources === null) return { business, pages: null, taxonomy };
  const sized = async (role: PictureRole, named: string) => await inSizes(await picture(named), role);
  const photos: Picture[] = [];
  // One after the other: a large photo takes 200 MB while it is made smaller.
  for (const name of page?.photos ?? []) photos.push(await sized("photo", name));
  const look = page && {
    color: page.color?.toLowerCase() ?? null,
    logo: page.logo === null ? null : await sized("logo", page.logo),
    cover: page.cover === null ? null : await sized("cover", page.cover),
    photos,
    timeZone: page.time_zone,
    hide: page.hide,
    photoHosts: page.photo_hosts,
  };
  return {
    business,
    taxonomy,
    pages: { ...look, ...sources && { off: switchedOff(sources), unverified: unverifiedIn(sources) } },
  };
}

/**
 * Reads a picture.
 *
 * @param path The file beside which it is.
 * @throws {UsageError} If it is no picture that pages show, or too large.
 */
export async function readPicture(name: string, path: string): Promise<Picture> {
  const fault = (reason: Sentence) => new UsageError(sentence("The picture cannot be used: {reason}.", { reason }));
  const file = pathBeside(path, name);
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(file);
  } catch (error) {
    throw fault(sentence("{file} cannot be read: {reason}", { file: shownName(file), reason: fileReason(error) }));
  }
  if (bytes.length > MOST_PICTURE_BYTES) {
    const parts = { file: shownName(name), count: bytes.length, most: MOST_PICTURE_BYTES };
    throw fault(sentence("{file} has {count} bytes; at most {most} are allowed", parts));
  }
  const picture = pictureOf(bytes);
  if (picture === null) throw fault(sentence("{file} is none of SVG, PNG, JPEG and WebP", { file: shownName(name) }));
  return picture;
}

/**
 * Reads the JSON file of an option and validates it.
 *
 * @throws {UsageError} Names the file and every faulty member, one per line.
 */
export async function readOptionFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  let text: string;
  try {
    await refusePipe(path, shownName(path));
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new UsageError(`${shownName(path)} cannot be read: ${fileReason(error)}.`);
  }
  // Editors on Windows write a byte order mark, which is not part of the text (RFC 8259 8.1).
  const json = text.replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${shownName(path)} is not valid JSON: ${jsonError(json)}.`);
  }
  return checked(shownName(path), value, schema);
}

/**
 * Reads the taxonomy of `--taxonomy`: a built-in one or a file. A value without dot and slash names a built-in one.
 *
 * @returns Null if the option is absent.
 * @throws {UsageError} Names every fault of the file, one per line.
 */
export async function readTaxonomy(chosen: string | null): Promise<TaxonomyChoice | null> {
  if (chosen === null || TAXONOMY_NAMES.includes(chosen)) return chosen;
  if (!/[./\\]/.test(chosen)) {
    throw new UsageError(
      `--taxonomy is "${shownName(chosen)}"; allowed is ${TAXONOMY_NAMES.join(", ")} or a file such as own.json.`,
    );
  }
  return await readOptionFile(chosen, Taxonomy);
}

/** Members whose texts may have several lines; all others are names and labels. */
const LONG_TEXTS = ["description", "summary", "answer", "pull_quote"];

/**
 * Cleans the texts of a value like those of reviews (see `cleanTexts`) and validates it.
 *
 * @param origin The origin of the value, for the message.
 * @throws {UsageError} Names the origin and every faulty member, one per line.
 */
export function checked<Schema extends z.ZodType>(origin: string, value: unknown, schema: Schema): z.output<Schema> {
  const read = validated(cleanTexts(value, LONG_TEXTS), schema);
  if ("data" in read) return read.data;
  throw new UsageError(sentence("{origin} cannot be used:", { origin }), { lines: read.faults });
}
