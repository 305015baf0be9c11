import assert from "node:assert/strict";
import { LineQueue } from "../../service/line_queue.ts";

/** A writer that accepts as many bytes as the test lets it. */
class Reader {
  text = "";
  /** Behaviour of the next writes: accept this many bytes or all, or fail. Each write waits for its entry. */
  readonly #answers: (number | Error)[] = [];
  #waiting = Promise.withResolvers<void>();

  readonly write = async (bytes: Uint8Array): Promise<number> => {
    while (this.#answers.length === 0) await this.#waiting.promise;
    const answer = this.#answers.shift() ?? 0;
    if (answer instanceof Error) throw answer;
    const taken = bytes.subarray(0, answer);
    this.text += new TextDecoder().decode(taken);
    return taken.length;
  };

  answer(...answers: readonly (number | Error)[]): void {
    this.#answers.push(...answers);
    this.#waiting.resolve();
    this.#waiting = Promise.withResolvers();
  }

  get lines(): readonly string[] {
    return this.text.trimEnd().split("\n");
  }
}

const NOTICE = (lines: number) => `dropped ${lines}`;
const ALL = Array.from({ length: 20 }, () => Infinity);

Deno.test("LineQueue drops lines while a write is stuck, and reports the number of dropped lines", async () => {
  const reader = new Reader();
  const queue = new LineQueue(reader.write, NOTICE);
  const line = (n: number) => `${n} ${"x".repeat(1000)}`;
  for (let n = 0; n < 1000; n++) queue.add(line(n), true);
  const dropped = queue.dropped;
  assert.ok(dropped > 700 && dropped < 750, `${dropped}`);
  const flushed = queue.flush();
  reader.answer(...ALL);
  await flushed;
  queue.add("next", true);
  await queue.flush();
  const numbers = reader.lines.map((line) => line.split(" x")[0]);
  const kept = Array.from({ length: 1000 - dropped }, (_, n) => String(n));
  assert.deepEqual(numbers, [...kept, `dropped ${dropped}`, "next"]);
  assert.equal(queue.dropped, dropped);
});

Deno.test("LineQueue continues after partial writes, a full pipe and a failed write within a line", async () => {
  const reader = new Reader();
  const queue = new LineQueue(reader.write, NOTICE);
  reader.answer(2, new Deno.errors.WouldBlock("full"), Infinity);
  queue.add("first", true);
  await queue.flush();
  assert.equal(reader.text, "first\n");

  queue.add("second", true);
  queue.add("third", false);
  reader.answer(3, new Deno.errors.BrokenPipe("gone"));
  await queue.flush();
  assert.deepEqual([queue.dropped, reader.text], [2, "first\nsec"]);

  queue.add("fourth", true);
  reader.answer(new Error("still full"));
  await queue.flush();
  reader.answer(...ALL);
  queue.add("fifth", true);
  await queue.flush();
  assert.deepEqual(reader.lines, ["first", "sec", "dropped 3", "fifth"]);
});
