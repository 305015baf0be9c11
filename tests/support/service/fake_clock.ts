/** A clock that moves only by its methods; backwards only by `putBack`. */
export class FakeClock {
  #now = Date.parse("2026-11-20T09:15:00Z");
  readonly now = (): number => this.#now;
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
  putBack(milliseconds: number): void {
    this.#now -= milliseconds;
  }
  set(time: number): void {
    this.#now = Math.max(this.#now, time);
  }
}
