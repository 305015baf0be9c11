/** Version of the analyser's rules; a new one means other figures for the same reviews. */
export const ANALYZER_VERSION = 1;
