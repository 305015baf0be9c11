import { Buffer } from "node:buffer";
import type { Business } from "../../domain/business.ts";
import {
  BusinessWithPage,
  type Logo,
  type PageFile,
  type PageSettings,
  pictureType,
} from "../../domain/page_settings.ts";
import { shownName } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";
import { readOptionFile } from "./read_option_file.ts";

// It is part of what every service holds in memory, and of what a page loads.
const MOST_LOGO_BYTES = 65_536;

/** The business of an operator's file, and how its pages look; null where the file says nothing of that. */
export interface DescribedBusiness {
  readonly business: Business;
  readonly pages: PageSettings | null;
}

/**
 * Reads the file of `--business`, and the logo that it names.
 *
 * @throws {UsageError} Names the file and every faulty member, one per line.
 */
export async function readBusiness(path: string): Promise<DescribedBusiness> {
  const { page, ...business } = await readOptionFile(path, BusinessWithPage);
  return { business, pages: page === null ? null : await settingsOf(page, path) };
}

async function settingsOf({ color, logo, hide }: PageFile, path: string): Promise<PageSettings> {
  return { color: color?.toLowerCase() ?? null, logo: logo === null ? null : await readLogo(logo, path), hide };
}

async function readLogo(name: string, path: string): Promise<Logo> {
  const fault = (what: string) => new UsageError(`${shownName(path)} cannot be used:\n  page.logo: ${what}`);
  const file = name.startsWith("/") ? name : `${path.slice(0, path.lastIndexOf("/") + 1)}${name}`;
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(file);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : String(error);
    throw fault(`Cannot read ${shownName(file)}: ${reason}`);
  }
  const type = pictureType(bytes);
  if (type === null) throw fault(`${shownName(file)} is none of SVG, PNG, JPEG and WebP`);
  if (bytes.length > MOST_LOGO_BYTES) {
    throw fault(`${shownName(file)} has ${bytes.length} bytes; at most ${MOST_LOGO_BYTES} are allowed`);
  }
  return { type, base64: Buffer.from(bytes).toString("base64") };
}
