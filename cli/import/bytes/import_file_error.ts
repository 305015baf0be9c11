import { OperatorError } from "../../../domain/operator_error.ts";

/** A file that cannot be imported at all. The message is one sentence for the operator. */
export class ImportFileError extends OperatorError {
  override readonly name = "ImportFileError";
}

/** A file of no known format. An archive skips such a file if another one holds reviews. */
export class UnknownFormatError extends ImportFileError {}
