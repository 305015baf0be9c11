import { counts } from "../rule_groups.ts";

/** Advice to readers, and what the business is asked to do. */
const ASKS =
  /^(?:Please |Just |Maybe |Perhaps )?(?:Avoid|Do(?:n['’]?t)?|Never (?:again|use|go)|Make|Try|Take|Bring|Go|Use|Call|Ask|Come|Visit|Check|Beware|Expect|Book|Stay|Look|Consider|Pay|Save|I(?:['’]d| would) (?:recommend|suggest|advise) (?:getting|that|you|going|trying|to)|Be (?:prepared|aware|careful|more|less|kinder|nicer|on)|Stick|Skip|Run|Start|Order|Bear|(?:Listen|Stop|Get|Employ|Keep|Put (?:more|extra|a|some|in)|Answer|Treat|Give|Provide|Improve|Let|Hire|Train|Have (?!been|used|had|always|never|no)|Speak|Communicate|Offer|Reduce|Increase|Remove|Add|Fix|Open|Change|Allow|Speed|Respond|Send|Tell|Explain|Show|Understand|Arrive|Turn up|Talk|Learn|Respect|Introduce|Ensure|Hurry|Bring|Involve|Work on|Employ|Recruit|Replace|Return|Update|Upgrade|Not (?:give|keep|have|be|make|send|let|put|take|leave))(?! (?:is|was|are|were|has|had)\b))\b/i;
/** "More staff on the phones", "Quicker response": what is wished for, unless it goes on with a verb of its own. */
const WISHES =
  /^(?:(?:A|An|Much|Maybe|Perhaps|Possibly|If,? anything,?) )*(?:More|Quicker|Faster|Better|Less|Fewer|Shorter|Reduced|Improved|Earlier|Sooner|Longer|Clearer|Easier|Cheaper|Bigger|Larger|Nicer|Extra|Additional|Need|Needs)\b(?!(?:(?! - )[^,])*? (?:is|are|was|were|would|could|should|needs?|needed|will|can|than)\b)/i;
/** "Answered the phone quicker", "Getting here sooner": to the question what could be better, not how it was. */
const RATHER =
  /^(?:\p{L}+(?:ed|ing)|Got|Came|Been|Kept|Had|Sent|Made|Rang|Told|Given|Seen)\b(?:(?! (?:I|we|they|it|was|were|is|are|could|would|should|some|any)\b)[^,.!])* (?:quicker|faster|sooner|earlier|better|more(?: \p{L}+ly| often)?)(?:[,.!]| need)/iu;
/** "Staffing to get better." */
const TO_IMPROVE =
  /^[\p{L} ]{3,30} (?:to (?:get|be) (?:better|improved|more|quicker|faster)|(?:needs|need) improv\p{L}+)\b/iu;
/** "I was late for my appointment" and "I was the rude one" tell of who writes, or do not say that it was not. */
const OWN_DOING =
  /^(?:I|We)(?:['’](?:m|re)| (?:was|were|am|are|got|arrived|ran|have become|have been))(?: (?:\p{L}+ly|very|always|often|never|also|a|bit|little|the|just|too|so|both|all|there|home))* (?:late|early|on time|punctual|rude|abrupt|impatient|difficult|knowledgeable|rude one)\b|\b(?:I was|I['’]m) (?:the )?rude\b|\bI have (?:\p{L}+ .*)?become\b/iu;
/** "My brother is a golfer and very knowledgeable" tells of the brother. */
const OWN_PEOPLE = /^My \p{L}+ (?:is|was) an? /u;
const IF_I_WERE = /^(?:If I (?:was|were)|(?:I )?wish)\b/i;
const SUPPOSED = /\b(?:I|you|we)(?:['’]d| would) (?:probably|need|rather)\b|\bI (?:suppose|guess)\b/;
/** "They could have charged me anything" is no praise, nor "I was told that somebody would call". */
const UNREAL =
  /\b(?:could|would|might|should)(?:['’]ve| have| of)\b|\btold\b.* (?:would|will)\b|\b(?:so|if) (?:we|I|you) (?:don['’]?t|didn['’]?t)\b/i;
/** "Getting an ambulance to come more quickly" may be a wish as well as praise. */
const BARE_DOING = /^\p{L}+ing\b(?!.*(?<!that) (?:is|was|are|were|has|have|takes?|took|made|makes)\b)/iu;
/** "I would like to be heard" tells nothing of what was. */
const WOULD_LIKE =
  /\b(?:I|we)(?:['’]d| would) (?:like|love|prefer|appreciate)\b|\b(?:I|we)(?: \p{L}+)? (?:understand|appreciate) (?:how|that|the|why|there|it)\b|\bwhich I (?:really )?(?:like|love)d?\b/iu;

/** Whether a sentence judges nothing of what was: it advises, asks, wishes or supposes, or praises what might have been. */
export function judgesNothing(sentence: string, sentiment: "positive" | "negative"): boolean {
  if (!counts("quote_advice")) return false;
  return ASKS.test(sentence) || WISHES.test(sentence) || RATHER.test(sentence) || TO_IMPROVE.test(sentence) ||
    OWN_DOING.test(sentence) || OWN_PEOPLE.test(sentence) || IF_I_WERE.test(sentence) || SUPPOSED.test(sentence) ||
    (sentiment === "positive" ? UNREAL.test(sentence) || BARE_DOING.test(sentence) : WOULD_LIKE.test(sentence));
}
