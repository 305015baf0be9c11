import { sentence } from "../../domain/sentences/sentence.ts";
import { type ReadVariable } from "../../service/store/kv_location.ts";
import { z } from "zod";
import type { Store } from "../../domain/store/store.ts";
import { pollFolder } from "./folder_source.ts";
import { type GoogleCredentials, type GoogleEndpoints, pollGoogle } from "./google_source.ts";
import type { HttpsClient } from "./https_client.ts";
import { SourceError, type SourcePoll } from "./source_poll.ts";
import type { Source } from "./source_settings.ts";
import { pollUrl } from "./url_source.ts";

interface PollSurroundings {
  readonly kv: Store;
  readonly client: HttpsClient;
  /** Folder of this process for fetched files. */
  readonly folder: string;
  readonly variable: ReadVariable;
  readonly now: () => number;
  readonly endpoints?: GoogleEndpoints | undefined;
}

// The file that Google's tools write for an authorised user.
const Credentials = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  refresh_token: z.string().min(1),
});

/** Creates the function that polls a source. It reads secrets again at each poll, so that they can be changed. */
export function sourcePoller(
  { kv, client, folder, variable, now, endpoints }: PollSurroundings,
): (source: Source, memory: Readonly<Record<string, string>>) => Promise<SourcePoll> {
  return async (source, memory) => {
    switch (source.kind) {
      case "folder":
        return await pollFolder(kv, source.name, source.folder, now());
      case "url": {
        const { url, token_file: file } = source;
        const token = file === undefined ? null : (await secretFile("token_file", file)).trim();
        return await pollUrl({ client, url, token, memory, folder, now: now() });
      }
      case "google": {
        const credentials = await googleCredentials(variable);
        return await pollGoogle({ client, location: source.location, credentials, folder, now: now(), endpoints });
      }
    }
  };
}

/**
 * Reads the credentials for Google from the file that `GOOGLE_CREDENTIALS_FILE` names.
 *
 * @throws {SourceError} Names what is missing.
 */
export async function googleCredentials(variable: ReadVariable): Promise<GoogleCredentials> {
  const file = variable("GOOGLE_CREDENTIALS_FILE");
  if (!file) {
    throw new SourceError(sentence("GOOGLE_CREDENTIALS_FILE is not set; it names the file with the credentials."));
  }
  const given = await jsonFile(file);
  const read = Credentials.safeParse(given);
  if (read.success) return read.data;
  const lacking = read.error.issues.map(({ path }) => path.join()).filter(Boolean);
  // What Google's console offers for an application, without an account.
  const isDownload = lacking.length > 0 && ["installed", "web"].some((name) => Object.hasOwn(Object(given), name));
  throw new SourceError(
    isDownload
      ? sentence(
        "The file that GOOGLE_CREDENTIALS_FILE names is Google's download of the application. Write its client_id and client_secret, and the refresh_token of the account, as one object into a file.",
      )
      : lacking.length > 0
      ? sentence("The file that GOOGLE_CREDENTIALS_FILE names lacks {names}.", { names: lacking })
      : sentence("The file that GOOGLE_CREDENTIALS_FILE names holds no JSON object."),
  );
}

async function jsonFile(path: string): Promise<unknown> {
  const text = await secretFile("GOOGLE_CREDENTIALS_FILE", path);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a file with a secret. The error omits the path, because it is public. */
async function secretFile(name: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    throw new SourceError(sentence("The file that {name} names cannot be read.", { name }));
  }
}
