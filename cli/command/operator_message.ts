import { DamagedArchiveError } from "../../domain/dataset/dataset_archive.ts";
import { MissingArchiveError, OvertakenError } from "../../domain/dataset/dataset_store.ts";
import { StoreTroubleError, troubleAdvice } from "../../domain/store/store_trouble.ts";
import { OperatorError } from "./operator_error.ts";

/** The message of an error that the operator can do something about; null for a fault of the program. */
export function operatorMessage(error: unknown): string | null {
  if (error instanceof StoreTroubleError) {
    const advice = `${error.message} ${troubleAdvice(error.fault)}.`;
    return error.fault === "silent" ? `${advice} Whether the last change was made is not certain.` : advice;
  }
  const isForOperator = error instanceof OperatorError || error instanceof MissingArchiveError ||
    error instanceof DamagedArchiveError ||
    error instanceof OvertakenError;
  return isForOperator ? error.message : null;
}
