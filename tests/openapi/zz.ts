import { API_OPERATIONS } from "../support/api_document.ts";
import { answerFaults } from "../support/answer_faults.ts";
import { allowsText } from "../support/allows_text.ts";
import { testApp } from "../support/test_app.ts";
const app = testApp();
for (const o of API_OPERATIONS) {
  const p = o.path.replace("{date}", "2026-01-01");
  const t=performance.now(); const f = await answerFaults(o, "GET", await app.request(p)); console.log(p, f.slice(0,2), f.length, performance.now()-t);
}
const rating=API_OPERATIONS.find(o=>o.operationId==="searchReviews")!.parameters.filter(p=>p.in==="query");
for (const p of rating) for (const x of ["5","05","100","2024-02-29","😀".repeat(150)]) { const s=(await app.request(`/api/reviews/search?${p.name}=${encodeURIComponent(x)}`)).status; if ((s===200)!==allowsText(p,x)) console.log(p.name,x.slice(0,10),s); }
