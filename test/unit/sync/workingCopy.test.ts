import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { PolicyDocument } from '../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../src/core/document/reading/rereadPolicy.ts';
import { PolicyReadings } from '../../../src/core/document/policyReadings.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { judged, policyValue, valueOf } from '../../../src/core/sync/workingCopy.ts';
import { anyKind, documentOf } from '../policy/policyArbitraries.ts';
import { images, isCode, kindOf } from './workspace.ts';

const spelling = fc.constantFrom<Spelling>('json', 'yaml');

test('the hash is the one of the whole document', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind))),
      spelling,
      async ([kind, document], as) => {
        const copy = readPolicyText(writePolicyText(document, as), as, kind);
        const { hash } = await judged(kind, copy);
        assert.equal(hash, canonicalHash(kind, document));
      },
    ),
    { numRuns: 60 },
  );
});

test('a text without one meaning has no value', async () => {
  for (const [text, as] of [
    ['rules: [', 'yaml'],
    ['{"rules": [', 'json'],
  ] as const) {
    await assert.rejects(policyValue(images, readPolicyText(text, as, images)), isCode('invalid'));
  }
});

test('following edits gives what a fresh reading gives, broken or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind))),
      spelling,
      fc.array(
        fc.tuple(fc.nat(), fc.nat(40), fc.constantFrom('', 'x', '"', '{', ']', '\n', ' - ', '#', '<<: ')),
        { maxLength: 6 },
      ),
      async ([kind, document], as, edits) => {
        const readings = new PolicyReadings();
        let open = readPolicyText('', as, kind);
        const before: { readonly copy: PolicyDocument; readonly value: unknown }[] = [];
        let text = writePolicyText(document, as);
        open = rereadPolicy(open, [{ start: 0, end: 0, text }]);
        for (const [at, length, inserted] of [[0, 0, ''], ...edits] as typeof edits) {
          const start = at % (text.length + 1);
          const end = Math.min(start + length, text.length);
          text = text.slice(0, start) + inserted + text.slice(end);
          open = rereadPolicy(open, [{ start, end, text: inserted }]);
          const afresh = readPolicyText(text, as, kind);
          const fresh = { value: await valueOf(kind, afresh), ...(await judged(kind, afresh)) };
          const file = await readings.read('file', text, as, kind);
          for (const copy of [open, file]) {
            assert.equal(copy.text, text);
            const found = await judged(kind, copy);
            assert.equal(found.hash, fresh.hash, text);
            assert.equal(found.problems.length === 0, fresh.problems.length === 0, text);
            assert.deepEqual(await valueOf(kind, copy), fresh.value, text);
            assert.equal(found.hash, fresh.value && canonicalHash(kind, fresh.value), text);
            before.push({ copy, value: fresh.value });
          }
        }
        for (const { copy, value } of before) {
          assert.deepEqual(await valueOf(kind, copy), value, copy.text);
        }
      },
    ),
    { numRuns: 60 },
  );
});

const odd: readonly (readonly [string, Spelling, string])[] = [
  ['a list at the top', 'yaml', '- a\n'],
  ['nothing', 'json', ''],
  ['a member written twice', 'json', '{"rules": [], "rules": [{"name": "a"}]}'],
  ['a merged member', 'yaml', 'base: &a {x: 1}\n<<: *a\nrules:\n  - name: a\n'],
  ['a rule that is used again', 'yaml', 'rules:\n  - &a {name: a}\n  - *a\n'],
  ['rules that are none', 'yaml', 'rules: none\n'],
  ['null for rules', 'json', '{"rules": null}'],
];
for (const [what, as, text] of odd) {
  test(`${what} in ${as}`, async () => {
    const kind = kindOf('vulnerability/images');
    const copy = readPolicyText(text, as, kind);
    const value = await valueOf(kind, copy);
    const { hash, problems } = await judged(kind, copy);
    assert.equal(hash, value && canonicalHash(kind, value));
    assert.ok(value || problems.length > 0);
  });
}

test('others get their turn while a long file is read', async () => {
  const kind = kindOf('vulnerability/images');
  const rules = Array.from(
    { length: 12_000 },
    (_, at) => `  - name: rule ${at}\n    collections:\n      - name: All\n`,
  );
  const text = `rules:\n${rules.join('')}`;
  const readings = new PolicyReadings();
  let turns = 0;
  let reading = true;
  const count = (): void => {
    turns += 1;
    if (reading) {
      setImmediate(count);
    }
  };
  setImmediate(count);
  const document = await readings.read('file', text, 'yaml', kind);
  const read = turns;
  assert.ok(read > 3, `${read} turns of others`);
  await judged(kind, document);
  reading = false;
  assert.ok(turns > read, `${turns - read} turns of others`);
});

for (const as of ['yaml', 'json'] as const) {
  test(`a hundred thousand problems of a text are described, in ${as}`, { timeout: 30_000 }, async () => {
    const many = 100_000;
    const text =
      as === 'yaml'
        ? `rules:\n${'  - no rule\n'.repeat(many)}  - "x\n`
        : `{"rules":[\n${'  "no rule",\n'.repeat(many)}  x\n]}`;
    const kind = kindOf('vulnerability/images');
    const copy = readPolicyText(text, as, kind);
    const { problems, hash } = await judged(kind, copy);
    assert.equal(await valueOf(kind, copy), undefined);
    assert.equal(hash, undefined);
    assert.equal(problems.length, many + (as === 'yaml' ? 2 : 1));
    assert.match(problems[0] ?? '', /^line 2: /);
    assert.match(problems[many] ?? '', new RegExp(`^line ${many + 2}: `));
  });
}
