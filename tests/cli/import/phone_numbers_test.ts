import assert from "node:assert/strict";
import { PHONE_NOTE, phoneNumberRemover } from "../../../cli/import/phone_numbers.ts";
import { businessOf } from "../../support/reviews/review_of.ts";

interface LabelledText {
  /** Country of the business; null if its file names none. */
  readonly country: string | null;
  readonly text: string;
  readonly number: boolean;
}

const TEXTS: readonly LabelledText[] = JSON.parse(
  await Deno.readTextFile(new URL("../../fixtures/import/phone_texts.json", import.meta.url)),
);
const addressIn = (country: string) => ({
  street_address: null,
  locality: null,
  region: null,
  postal_code: null,
  country,
});
const inCountry = (country: string | null) => businessOf({ address: country === null ? null : addressIn(country) });

Deno.test("telephone numbers are taken out of 214 texts; prices, times, dates and order numbers stay", () => {
  assert.equal(TEXTS.length, 214);
  const wrong = TEXTS.filter(({ country, text, number }) => {
    const clean = phoneNumberRemover(inCountry(country))(text);
    return number ? !clean.includes(PHONE_NOTE) || /\d{4}|\d[ .-]\d/.test(clean) : clean !== text;
  });
  assert.deepEqual(wrong.map(({ country, text }) => `${country}: ${text}`), []);
});

Deno.test("a note takes the place of a number, and the business's own number stays", () => {
  const business = businessOf({ telephone: "+44 20 7946 0000", address: addressIn("United Kingdom") });
  const text = "Call the office on 020 7946 0000, or Dan (07911 123456).";
  assert.equal(phoneNumberRemover(business)(text), `Call the office on 020 7946 0000, or Dan (${PHONE_NOTE}).`);
  assert.equal(
    phoneNumberRemover(businessOf({ telephone: "+49 30 901820" }))("Dan: 0171 2345678"),
    `Dan: ${PHONE_NOTE}`,
  );
});

Deno.test("a number that cannot be dialled where the business is stays, and so does one after a word for other numbers", () => {
  const cases: readonly (readonly [country: string | null, before: string, number: string, isPhone: boolean])[] = [
    [null, "My number is ", "030 9018 2055", false],
    [null, "My number is ", "+49 30 9018 2055", true],
    ["US", "My number is ", "030 9018 2055", false],
    ["US", "My number is ", "+49 30 9018 2055", true],
    ["DE", "Meine Nummer: ", "030 9018 2055", true],
    ["FR", "Mon numéro, c’est le ", "01 99 00 12 34", true],
    ["ES", "Mi número es el ", "91 123 45 67", true],
    ...["UK", "England", "united kingdom "].map((country) => [country, "Call me on ", "07911 123456", true] as const),
    ["USA", "Call me on ", "(212) 456-7890", true],
    ["DE", "Zähler ", "0301234567", false],
    ["DE", "Vertrag ", "4711 0815 1234", false],
    ["GB", "Contract number ", "020 7946 0999", false],
    ["GB", "The meter number is ", "020 7946 0999", false],
    ["GB", "Order number ", "4711 0815 1234", false],
  ];
  for (const [country, before, number, isPhone] of cases) {
    const clean = phoneNumberRemover(inCountry(country))(`${before}${number}.`);
    assert.equal(clean, `${before}${isPhone ? PHONE_NOTE : number}.`);
  }
});

Deno.test("each removed number is named with the words around it", () => {
  const removed: string[] = [];
  const text = "He came twice and gave me his own number: 07911 123456 or 07911 123457. I rang in vain for weeks.";
  phoneNumberRemover(inCountry("GB"))(text, (words) => removed.push(words));
  assert.deepEqual(removed, [
    "… gave me his own number: 07911 123456 or 07911 123457. I rang …",
    "… number: 07911 123456 or 07911 123457. I rang in vain for week…",
  ]);
});

Deno.test("a number is found after 100,000 characters that nearly are numbers", () => {
  const clean = phoneNumberRemover(inCountry("GB"));
  for (const part of ["07911 ", "1", "call ", "order ", "(0", "12.34."]) {
    const text = `${part.repeat(100_000 / part.length)}. Ring me: `;
    assert.ok(clean(`${text}020 7946 0999.`).endsWith(`Ring me: ${PHONE_NOTE}.`), part);
  }
});
