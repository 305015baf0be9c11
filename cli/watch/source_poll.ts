import { type Text } from "../../domain/sentences/sentence.ts";
import { OperatorError } from "../../domain/operator_error.ts";

/** A file of a source to import. */
export interface PulledFile {
  readonly path: string;
  /** Its name in messages. */
  readonly shown: string;
  /** The reason for not opening it, as a sentence; absent for a file to import. */
  readonly refusal?: Text;
  /** Called after the import. */
  readonly imported?: () => Promise<void>;
}

/** The result of polling a source. */
export interface SourcePoll {
  /** The files to import, one after the other; empty if nothing is new. */
  readonly files: readonly PulledFile[];
  /** The memory to store after all files were imported; null to keep the previous one. */
  readonly memory: Readonly<Record<string, string>> | null;
  /** Delay before the next poll in milliseconds, e.g. for a file still being written; usually absent. */
  readonly againIn?: number;
}

/** A failure to poll a source. The message is a sentence for the operator, without secrets and values of files. */
export class SourceError extends OperatorError {
  override readonly name = "SourceError";

  /** @param retryAfterMilliseconds Delay that the source asks for; null if it asks for none. */
  constructor(text: Text, readonly retryAfterMilliseconds: number | null = null) {
    super(text);
  }
}
