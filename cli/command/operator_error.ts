/**
 * An error that the operator can mend: a command or the service prints its message alone, without a stack, and ends with
 * exit code 1. The message is a sentence that names the thing, the value and what is allowed.
 */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}
