import { sentence, type Text } from "./sentences/sentence.ts";
import { StoreTroubleError, TROUBLE_TEXTS } from "./store/store_trouble.ts";

/**
 * An error that the operator can fix. Commands and the service print its message without a stack and exit with code 1.
 * The message is a sentence that names the setting, its value and what is allowed. The page for the owner shows it in
 * the owner's language.
 */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
  /** The sentence, and a line for each of several faults. */
  readonly texts: readonly Text[];

  constructor(text: Text, { lines = [], ...options }: ErrorOptions & { readonly lines?: readonly Text[] } = {}) {
    super([text, ...lines.map((line) => `  ${line}`)].join("\n"), options);
    this.texts = [text, ...lines];
  }
}

/** Why a file could not be read or written, as a clause, such as "there is no such file or folder". */
export function fileReason(error: unknown): Text {
  const { NotFound, IsADirectory, NotADirectory, PermissionDenied, NotCapable } = Deno.errors;
  if (error instanceof NotFound || error instanceof NotADirectory) return sentence("there is no such file or folder");
  if (error instanceof IsADirectory) return sentence("it is a folder; name its files");
  if (error instanceof PermissionDenied || error instanceof NotCapable) return sentence("permission is denied");
  return error instanceof Error ? error.message.split("\n")[0]?.replace(/\.$/, "") ?? "" : String(error);
}

/** Returns the message of an error that the operator can fix; null for a fault of the program. */
export function operatorMessage(error: unknown): string | null {
  if (error instanceof StoreTroubleError) {
    const advice = `${error.message} ${TROUBLE_TEXTS[error.fault].advice}.`;
    return error.fault === "silent" ? `${advice} Whether the last change was made is not certain.` : advice;
  }
  return error instanceof OperatorError ? error.message : null;
}

/** Returns what the owner reads of an error that the operator can fix; null for a fault of the program. */
export function operatorTexts(error: unknown): readonly Text[] | null {
  if (error instanceof StoreTroubleError) return [sentence(TROUBLE_TEXTS[error.fault].what)];
  return error instanceof OperatorError ? error.texts : null;
}
