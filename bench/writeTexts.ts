/** `node bench/writeTexts.ts <change> <folder>`: two policies as JSON, so that a cell holds nothing but what it reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '../src/core/json/writeJson.ts';
import { changes, withRules, type Change } from './changes.ts';
import { generatedPolicy } from './policies.ts';

const [change = 'move', folder = '.'] = process.argv.slice(2);
const before = generatedPolicy(10_000);
writeFileSync(join(folder, 'before'), writeJson(before));
writeFileSync(join(folder, 'after'), writeJson(withRules(before, changes[change as Change])));
