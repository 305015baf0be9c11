import { proseLabel } from "./prose_label.ts";

// Every question can be answered by how many praise and how many complain.
const QUESTIONS: Readonly<Record<string, string>> = {
  punctuality: "Do the technicians arrive on time?",
  pricing: "Are the prices fair?",
  communication: "Are customers kept informed?",
  professionalism: "Are the technicians courteous and professional?",
  technical_knowledge: "Do the technicians know their trade?",
  workmanship: "Is the work done well?",
  cleanliness: "Do the technicians leave the place clean?",
  quality_of_work: "Is the work done well?",
  friendliness: "Are the technicians friendly?",
  responsiveness: "Does the business respond quickly?",
  scheduling: "Is it easy to get an appointment?",
  problem_resolution: "Are problems put right when something goes wrong?",
  trust: "Can the business be trusted?",
  waiting_time: "Is the waiting time short?",
  kindness: "Are the staff kind?",
  information_and_advice: "Are patients kept informed and well advised?",
  being_listened_to: "Are patients listened to?",
  treatment_quality: "Are assessment and treatment good?",
  competence: "Do the staff know their work?",
  appointments_and_access: "Is it easy to get through and to be seen?",
  hygiene: "Is everything clean?",
  dignity_and_respect: "Are patients treated with dignity and respect?",
  coordination: "Do those who treat a patient work well together?",
  staffing: "Are there enough staff?",
  transport_and_facilities: "Are the journey, the rooms and the equipment comfortable?",
  food_and_activities: "Are the food and the activities good?",
};

/** The question that customers have about an aspect; a general one for an aspect of the operator's own. */
export function aspectQuestion(id: string, label: string): { readonly question: string; readonly isYesNo: boolean } {
  const known = Object.hasOwn(QUESTIONS, id) ? QUESTIONS[id] : undefined;
  return { question: known ?? `What do customers say about ${proseLabel(label)}?`, isYesNo: known !== undefined };
}
