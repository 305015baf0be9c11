/** What a reader answers for a value that is not right. */
export class Refused {
  /**
   * @param allowed What would be right, as a phrase that completes "expected".
   */
  constructor(readonly allowed: string) {}
}
