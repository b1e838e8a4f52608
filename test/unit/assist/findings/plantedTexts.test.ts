import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../../scripts/lib/paths.ts';
import { diagnosticCodes } from '../../../../src/core/assist/findings/catalog.ts';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { beginWell } from './beginsWell.ts';
import { unmark } from './marked.ts';
import { plantedMistakes } from './plantedMistakes.ts';
import { plantedOnce, plantedRules, type PlantedOnce } from './plantedTexts.ts';

const count = 1000;

for (const { code, policy, json, yaml, around, options } of plantedRules) {
  test(`a thousand ${code} are marked where they stand`, () => {
    const kind = policyKind(policy)!;
    const { field, value } = kind.identity;
    const key = kind.arrays[0]!.key;
    for (const spelling of ['json', 'yaml'] as const) {
      const write = spelling === 'json' ? json : yaml;
      if (!write) {
        continue;
      }
      const rules = Array.from({ length: count }, (_, mark) => write(mark + 1));
      const frame =
        around?.[spelling] ??
        (spelling === 'json'
          ? `{"${field}": "${value}", "${key}": [\n…\n]}`
          : `${field}: ${value}\n${key}:\n…`);
      const joined = rules.join(spelling === 'json' ? ',\n' : '');
      const { text, ranges } = unmark(frame.replace('…', () => joined));
      const doc = readPolicyText(text, spelling, kind);
      const found = new PolicyChecker({ limit: 10_000, ...options })
        .check(doc)
        .filter((each) => each.code === code);
      beginWell(found);
      assert.deepEqual(
        found.map(({ range }) => range),
        ranges,
        spelling,
      );
      assert.equal(ranges.length, count);
    }
  });
}

/** The examples of the page of findings. The first line of each names the policy. */
const examples: readonly PlantedOnce[] = readFileSync(join(projectRoot, 'docs/diagnostics.md'), 'utf8')
  .split(/^## /m)
  .flatMap((section) => {
    const [, code = ''] = /^`(.+)`/.exec(section) ?? [];
    const blocks = [...section.matchAll(/^```yaml\r?\n(# (\S+)\r?\n[^]*?)^```/gm)];
    return blocks.map(([, yaml = '', policy = '']) => ({ code, policy, yaml }));
  });

for (const { code, policy, json, yaml } of [...plantedOnce, ...examples]) {
  test(`${code} is marked where it stands: ${(yaml ?? json ?? '').slice(0, 20)}`, () => {
    for (const [spelling, marked] of [
      ['json', json],
      ['yaml', yaml],
    ] as const) {
      if (marked !== undefined) {
        const { text, ranges } = unmark(marked);
        const doc = readPolicyText(text, spelling, policy === undefined ? undefined : policyKind(policy));
        const found = new PolicyChecker().check(doc).filter((each) => each.code === code);
        beginWell(found);
        assert.deepEqual(
          found.map(({ range }) => range),
          ranges,
          `${spelling}: ${text.slice(0, 100)}`,
        );
      }
    }
  });
}

test('every code has an example, on the page or here', () => {
  const planted = new Set(
    [...plantedMistakes, ...plantedRules, ...plantedOnce, ...examples].map(({ code }) => code),
  );
  // The files of consoles and collections, what order finds, and tests of policies have tests of their own; no policy has a member that its schema asks for.
  const elsewhere =
    /console|-test$|^(?:shadowed|redundant|partly-shadowed|unneeded)-rule$|^(?:covered|empty)-collection$|^collections-file$|^order-not-analyzed$|^schema-required$|^more-problems$/;
  assert.deepEqual(
    diagnosticCodes.map(({ code }) => code).filter((code) => !planted.has(code) && !elsewhere.test(code)),
    [],
  );
});
