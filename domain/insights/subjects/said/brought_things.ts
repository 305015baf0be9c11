import { wordList } from "../../text/word_list.ts";
import { wordCheck } from "../../text/word_memo.ts";

/** What is brought, handed over or sent. */
const THINGS = wordList(
  "food foods meal meals dish dishes plate plates course courses order starter starters appetizer appetizers appetiser entree entrees " +
    "main mains side sides dessert desserts pudding puddings breakfast brunch lunch dinner supper pizza pizzas pasta sushi steak " +
    "steaks burger burgers fries chips chicken beef pork lamb fish seafood salad salads soup soups sandwich sandwiches noodles rice " +
    "bread rolls sauce sauces curry curries tacos dumplings cake cakes pie toast eggs omelette pancakes ribs wings tapas snack snacks " +
    "ketchup cutlery drink drinks beverage beverages water wine wines beer beers cocktail cocktails margarita margaritas sangria " +
    "champagne coffee coffees tea teas latte lattes espresso cappuccino juice soda sodas coke lemonade pint pints glass glasses " +
    "bottle bottles pitcher jug bill check tab receipt quote estimate invoice refill refills",
);
/** Whether a word is for something that is brought, handed over or sent. */
export const isThing = wordCheck(({ text }) => THINGS.has(text));
