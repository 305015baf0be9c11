import assert from "node:assert/strict";
import { ABOVE_FIVE, readRating, readRecommendation } from "../../../../cli/import/cells/read_rating.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

function stars(value: unknown, scale: number | null = null): number | string {
  const rating = readRating(value, scale);
  return rating instanceof ValueFault ? String(rating.allowed) : rating.stars;
}

const FIVE = "5|5.0| 5 |5,0|5/5|★★★★★|⭐⭐⭐⭐⭐|5 stars|5 star rating|FIVE|5 Sterne|5 étoiles|5 estrellas|5 stelle|" +
  "5\u00a0estrelas|5*|5 sterren|★★★★★ (5)|★★★★★ 5,0";
const FOUR = "4 out of 5|4 of 5 bubbles|★★★★☆|four|Rated 4 out of 5|4★|4-star|4 von 5 Sternen|4 étoiles sur 5|" +
  "4\u202fsur\u202f5|4 de 5 estrellas|4 su 5|4 van de 5 sterren|4,0 / 5|4.0/5|★★★★☆ (4)";

Deno.test("readRating() reads whole stars as a number, digits, glyphs and words, and rounds a half up", () => {
  for (const value of [5, ...FIVE.split("|")]) assert.equal(stars(value), 5, String(value));
  for (const value of [4, ...FOUR.split("|")]) {
    assert.deepEqual(readRating(value, null), { stars: 4, given: null, isRounded: false }, String(value));
  }
  const rounded = [[4.5, 5], ["4,5", 5], [4.4, 4], ["3.5", 4], ["1.2", 1], ["0.5", 1], ["★★★½", 4]] as const;
  for (const [value, expected] of rounded) {
    assert.deepEqual(readRating(value, null), { stars: expected, given: String(value), isRounded: true });
  }
});

Deno.test("readRating() converts another scale in proportion", () => {
  const ten = Array.from({ length: 10 }, (_, index) => stars(index + 1, 10));
  assert.deepEqual(ten, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  for (const value of ["8,5 / 10", "8,5\u00a0/\u00a010", "80\u202f%", "80 %"]) assert.equal(stars(value), 4, value);
  assert.deepEqual([stars("9/10"), stars("3", 3)], [5, 5]);
  // A scale of 1 is that of school grades, and a grade of 0 is none.
  const grades = ["1", "2,3", "6", "0", "7"].map((grade) => stars(grade, 1));
  const noGrade = "a grade of 1 to 6, of which 1 is the best";
  assert.deepEqual(grades, [5, 4, 1, noGrade, noGrade]);
  assert.deepEqual(readRating(0, 10, true), { stars: 1, given: "0", isRounded: false });
  assert.deepEqual(readRating("8", 10), { stars: 4, given: "8", isRounded: false });
});

Deno.test("readRating() takes a bare number above 5 for a sign of another scale, unless one is named", () => {
  for (const value of [6, "10", "7.5", 100]) assert.equal(readRating(value, null), ABOVE_FIVE, String(value));
  assert.match(String(stars(6, 5)), /^a rating of at most 5, or another --scale$/);
  for (const value of ["11/10", "1/1", "0.5/1"]) assert.match(String(stars(value)), /^a rating of 1 to 5/, value);
});

Deno.test("readRating() refuses what is no rating", () => {
  const wrong = "0|0/5|☆☆☆☆☆||good|STAR_RATING_UNSPECIFIED|★★★★ (5)|7 Sterne".split("|");
  for (const value of [...wrong, 0, null, undefined, true, [5], NaN]) {
    assert.equal(typeof stars(value), "string", String(value));
  }
});

Deno.test("readRecommendation() counts a recommendation as 5 and advice against as 1, and says so", () => {
  for (const value of ["positive", "POSITIVE", true, "yes", "👍", "Thumbs up"]) {
    assert.deepEqual(readRecommendation(value), { stars: 5, given: "recommended", isRounded: false });
  }
  for (const value of ["negative", false, "No", "👎"]) {
    assert.deepEqual(readRecommendation(value), { stars: 1, given: "not recommended", isRounded: false });
  }
  for (const value of ["", null, undefined, "perhaps"]) assert.ok(readRecommendation(value) instanceof ValueFault);
});
