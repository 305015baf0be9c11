import { OperatorError } from "../../command/operator_error.ts";

/** A file that cannot be imported at all. The message is one sentence for the operator. */
export class ImportFileError extends OperatorError {
  override readonly name = "ImportFileError";
}

/** A file of no known format. In an archive such a file is left out when others hold reviews. */
export class UnknownFormatError extends ImportFileError {}
