/** A file that cannot be imported at all. The message is one sentence for the operator. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
