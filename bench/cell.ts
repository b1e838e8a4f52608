/** One measurement in a process of its own: `node --expose-gc bench/cell.ts <case> <engine>`; prints one JSON line. */
import { cases } from './cases.ts';

const [caseId = '', engineId = ''] = process.argv.slice(2);
const chosen = cases.find((candidate) => candidate.id === caseId);
const engine = chosen?.engines[engineId];
if (!chosen || !engine) {
  console.error(`no such cell: ${caseId} ${engineId}`);
  process.exit(2);
}
const result = await chosen.measure(engine);
console.log(JSON.stringify({ ...result, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
process.exit(0);
