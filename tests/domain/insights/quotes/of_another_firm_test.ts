import assert from "node:assert/strict";
import { anotherFirmCheck } from "../../../../domain/insights/quotes/of_another_firm.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";

const ofAmbulances = anotherFirmCheck(businessOf({ name: "County Ambulance Service" }));
const ofPlumbers = anotherFirmCheck(businessOf());

Deno.test("what another place of care did is not the business's", () => {
  for (
    const sentence of [
      "First call sent me to local hospital where I wasn’t examined properly.",
      "My GP refused to see me.",
      "The local pharmacy never had my tablets.",
      "The hospital was filthy.",
    ]
  ) assert.equal(ofAmbulances(sentence), true, sentence);
  for (
    const sentence of [
      "The ambulance took too long to come.",
      "The 111 operator was kind.",
      "They took me to the hospital and were kind.",
      "The crew explained everything to the hospital.",
    ]
  ) assert.equal(ofAmbulances(sentence), false, sentence);
});

Deno.test("a place of the business's own kind is its own, and where no kind is told nothing is another's", () => {
  const ofHospital = anotherFirmCheck(businessOf({ name: "St Mary", category: "Hospital" }));
  assert.equal(ofHospital("The hospital was filthy."), false);
  assert.equal(ofHospital("The ambulance took too long to come."), true);
  const ofTrust = anotherFirmCheck(businessOf({ name: "Northern Healthcare" }));
  assert.equal(ofTrust("The hospital was filthy."), false);
});

Deno.test("the doing of firms that any customer has to do with is not the business's", () => {
  for (
    const sentence of [
      "The cab firm lost us half an hour.",
      "The factory made a mess of the order.",
      "Our insurance company refused to pay.",
      "The last company overcharged us.",
      "My old plumber never turned up.",
      "Another branch told me the opposite.",
    ]
  ) assert.equal(ofPlumbers(sentence), true, sentence);
  for (
    const sentence of [
      "The other plumber was late as well.",
      "They worked directly with our insurance company.",
      "Charged less than the last company.",
      "The gas engineer was rude.",
      "The phone was never answered.",
      "Delivery was late.",
    ]
  ) assert.equal(ofPlumbers(sentence), false, sentence);
  assert.equal(anotherFirmCheck(businessOf({ name: "City Bank" }))("The bank never answers."), false);
});

Deno.test("what airport security or passport control did is an airport's, and not the car park's beside it", () => {
  const ofParking = anotherFirmCheck(businessOf({ name: "Luton Airport Parking" }));
  const OF_AIRPORTS = [
    "Airport security queue was 2 hours which is a disgrace.",
    "The queue at passport control was endless.",
    "We waited two hours at border control.",
    "Only passport control was slow.",
  ];
  for (const sentence of [...OF_AIRPORTS, "The police were rude to us.", "Customs kept us for hours."]) {
    assert.equal(ofParking(sentence), true, sentence);
  }
  for (
    const sentence of [
      "The queue for the shuttle was two hours.",
      "Security at the compound was poor.",
      "The driver was late, so we missed our slot at airport security.",
      "The custom parts were wrong.",
    ]
  ) assert.equal(ofParking(sentence), false, sentence);
  const ofAirport = anotherFirmCheck(businessOf({ name: "Luton Airport" }));
  for (const sentence of OF_AIRPORTS) assert.equal(ofAirport(sentence), false, sentence);
});
