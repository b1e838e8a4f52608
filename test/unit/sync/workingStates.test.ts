import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { writePolicyText } from '../../../src/core/document/writePolicy.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { readWorkingCopy } from '../../../src/core/sync/readWorkingCopy.ts';
import { WorkingStates } from '../../../src/core/sync/workingStates.ts';
import { anyKind, documentOf } from '../policy/policyArbitraries.ts';
import { kindOf } from './workspace.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { WorkingCopy } from '../../../src/core/sync/ports.ts';

const copyOf = (kind: PolicyKind, spelling: Spelling, text: string): WorkingCopy => ({
  ref: { console: 'test', policy: kind.name },
  spelling,
  text,
  path: `/${kind.target}`,
  unsaved: true,
});

const spelling = fc.constantFrom<Spelling>('json', 'yaml');

test('the hash is the one of the whole document', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind))),
      spelling,
      async ([kind, document], as) => {
        const state = await new WorkingStates().of(kind, copyOf(kind, as, writePolicyText(document, as)));
        assert.deepEqual(state, { hash: canonicalHash(kind, document), problem: undefined });
      },
    ),
    { numRuns: 60 },
  );
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
        const states = new WorkingStates();
        let text = writePolicyText(document, as);
        for (const [at, length, inserted] of [[0, 0, ''], ...edits] as typeof edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + inserted + text.slice(start + length);
          const copy = copyOf(kind, as, text);
          const { hash, problems } = readWorkingCopy(kind, copy);
          const state = await states.of(kind, copy);
          assert.equal(state.hash, hash, text);
          assert.equal(state.problem === undefined, hash !== undefined || problems.length === 0);
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
    const copy = copyOf(kind, as, text);
    const { hash, problems } = readWorkingCopy(kind, copy);
    assert.deepEqual(await new WorkingStates().of(kind, copy), {
      hash,
      problem: hash === undefined ? problems[0] : undefined,
    });
  });
}

test('others get their turn while a long file is read', async () => {
  const kind = kindOf('vulnerability/images');
  const rules = Array.from(
    { length: 3000 },
    (_, at) => `  - name: rule ${at}\n    collections:\n      - name: All\n`,
  );
  const text = `rules:\n${rules.join('')}`;
  const states = new WorkingStates();
  let turns = 0;
  let reading = true;
  const count = (): void => {
    turns += 1;
    if (reading) {
      setImmediate(count);
    }
  };
  setImmediate(count);
  await states.of(kind, copyOf(kind, 'yaml', text)).finally(() => (reading = false));
  assert.ok(turns > 3, `${turns} turns of others`);
});

for (const as of ['yaml', 'json'] as const) {
  test(`a hundred thousand problems of a text are described, in ${as}`, { timeout: 30_000 }, async () => {
    const many = 100_000;
    const text =
      as === 'yaml'
        ? `rules:\n${'  - no rule\n'.repeat(many)}  - "x\n`
        : `{"rules":[\n${'  "no rule",\n'.repeat(many)}  x\n]}`;
    const kind = kindOf('vulnerability/images');
    const copy = copyOf(kind, as, text);
    const { problems, value } = readWorkingCopy(kind, copy);
    assert.equal(value, undefined);
    assert.equal(problems.length, many + (as === 'yaml' ? 2 : 1));
    assert.match(problems[0] ?? '', /^line 2: /);
    assert.match(problems[many] ?? '', new RegExp(`^line ${many + 2}: `));
    const { hash, problem } = await new WorkingStates().of(kind, copy);
    assert.deepEqual([hash, problem], [undefined, problems[0]]);
  });
}
