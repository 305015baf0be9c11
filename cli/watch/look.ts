/** A file that a source has for an import. */
export interface PulledFile {
  readonly path: string;
  /** How messages call it. */
  readonly shown: string;
  /** Why it is not opened, in a sentence; absent for a file that is. */
  readonly refusal?: string;
  /** Called when it was imported. */
  readonly imported?: () => Promise<void>;
}

/** What a look at a source brought. */
export interface Look {
  /** The files to import, each by itself; none where nothing is new. */
  readonly files: readonly PulledFile[];
  /** What to remember if all of them were imported; null to remember what was before. */
  readonly memory: Readonly<Record<string, string>> | null;
  /** Milliseconds after which more can be said, such as of a file that is still being written; usually absent. */
  readonly againIn?: number;
}

/** A source cannot be looked at. The message is a sentence for everybody, without secrets and values of files. */
export class SourceError extends Error {
  override readonly name = "SourceError";

  /** @param retryAfterMilliseconds How long the source asks to be left alone; null if it does not say. */
  constructor(message: string, readonly retryAfterMilliseconds: number | null = null) {
    super(message);
  }
}
