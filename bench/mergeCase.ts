import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePolicyText } from '../src/core/document/updatedText.ts';
import { canonicalHash } from '../src/core/policy/canonical.ts';
import { policyKind } from '../src/core/policy/families.ts';
import type { JsonObject } from '../src/core/json/json.ts';
import { parseJson } from '../src/core/json/jsonText.ts';
import { writeJson } from '../src/core/json/writeJson.ts';
import { mergePolicies } from '../src/core/policy/merge/mergePolicies.ts';
import { caseOf } from './caseOf.ts';
import { noted, withRules } from './changes.ts';
import { collect, counted } from './counted.ts';
import { generatedPolicy } from './policies.ts';

const kind = policyKind('vulnerability/images');

type Merger = 'rules' | 'text';

/** Of the 100 edits of each side, those that the result does not hold. */
function lostIn(text: string): number {
  return 200 - (text.match(/"x-(?:mine|live)":/g)?.length ?? 0);
}

export const mergeCase = caseOf<Merger>(
  'P8',
  'three-way merge, 10 000 rules, 1 % changed on each side',
  { Ordinance: 'rules', 'git merge-file on the text': 'text' },
  async (engine) => {
    const base = generatedPolicy(10_000);
    const mine = withRules(base, noted(100, 3, 'x-mine'));
    const live = withRules(base, noted(100, 53, 'x-live'));
    const wanted = canonicalHash(kind, withRules(mine, noted(100, 53, 'x-live')));
    const folder = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
    const texts = Object.entries({ mine, base, live }).map(([name, document]) => {
      const text = writePolicyText(document, 'json');
      writeFileSync(join(folder, name), text);
      return [name, text] as const;
    });
    let result = '';
    const samples = await counted(() => {
      if (engine === 'text') {
        const files = texts.map(([name]) => join(folder, name));
        const start = performance.now();
        const { stdout } = spawnSync('git', ['merge-file', '-p', ...files], {
          encoding: 'utf8',
          maxBuffer: 256_000_000,
        });
        const time = performance.now() - start;
        result = stdout;
        return time;
      }
      const [own, old, theirs] = texts.map(([, text]) => parseJson(text)) as [
        JsonObject,
        JsonObject,
        JsonObject,
      ];
      collect();
      const start = performance.now();
      const { merged } = mergePolicies(kind, old, own, theirs);
      const time = performance.now() - start;
      result = writeJson(merged);
      return time;
    });
    rmSync(folder, { recursive: true });
    const note = `${lostIn(result)} of 200 edits lost`;
    let isRight = false;
    try {
      isRight = canonicalHash(kind, parseJson(result)) === wanted;
    } catch {
      // Conflict markers are no JSON.
    }
    return { samples, wrong: isRight ? undefined : `not the merged policy, ${note}`, note };
  },
);
