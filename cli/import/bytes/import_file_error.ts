import { UsageError } from "../../command/run_command.ts";

/** A file that cannot be imported at all. The message is one sentence for the operator. */
export class ImportFileError extends UsageError {
  override readonly name: string = "ImportFileError";
}

/** A file of no known format. An archive skips such a file if another one holds reviews. */
export class UnknownFormatError extends ImportFileError {}
