/**
 * An error that the operator can fix. Commands and the service print its message without a stack and exit with code 1.
 * The message is a sentence that names the setting, its value and what is allowed.
 */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}
