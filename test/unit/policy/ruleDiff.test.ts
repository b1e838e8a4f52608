import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalPolicy } from './canonicalForm.ts';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import {
  arrayAt,
  fromPlain,
  isJsonArray,
  toPlain,
  type JsonObject,
  type JsonValue,
  stringAt,
} from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { type PlanStep, diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { applySteps } from './applySteps.ts';
import { Dice, withNoise } from './consoleNoise.ts';
import { anyKind, asObject, documentOf } from './policyArbitraries.ts';
import { dear } from '../dear.ts';

const compliance = policyKind('compliance/host');
const runtime = policyKind('runtime/container');
const network = policyKind('cnns/network');
assert.ok(compliance && runtime && network);

const policy = (...rules: object[]): JsonObject => asObject(fromPlain({ rules }));
const named = (names: string): JsonObject =>
  policy(...names.split('').map((name) => ({ name, collections: [{ name: `${name}-scope` }], value: name })));
const stepsOf = (before: JsonObject, after: JsonObject, kind = runtime): PlanStep[] => [
  ...diffPolicies(kind, before, after).steps,
];
const plain = (steps: readonly PlanStep[]): unknown =>
  steps.map((step) =>
    'fields' in step
      ? {
          ...step,
          fields: step.fields.map(({ path, before, after }) => [path, shown(before), shown(after)]),
        }
      : step,
  );
const shown = (value: JsonValue | undefined): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(toPlain(value))) as unknown);

test('nothing differs: no step', () => {
  assert.deepEqual(diffPolicies(runtime, named('abc'), named('abc')), {
    steps: [],
    counts: { added: 0, removed: 0, changed: 0, moved: 0, renamed: 0 },
  });
});

test('one moved rule is one step, in either direction', () => {
  assert.deepEqual(stepsOf(named('abcdef'), named('fabcde')), [
    { kind: 'move', array: 'rules', rule: 'f', from: 5, to: 0 },
  ]);
  assert.deepEqual(stepsOf(named('abcdef'), named('bcdefa')), [
    { kind: 'move', array: 'rules', rule: 'a', from: 0, to: 5 },
  ]);
});

test('additions and removals do not move their neighbors', () => {
  assert.deepEqual(stepsOf(named('abcd'), named('xbcdy')), [
    { kind: 'remove', array: 'rules', rule: 'a', from: 0 },
    { kind: 'add', array: 'rules', rule: 'x', to: 0 },
    { kind: 'add', array: 'rules', rule: 'y', to: 4 },
  ]);
});

test('a changed rule names its fields, checks by id and collections by name', () => {
  const before = policy({
    name: 'r',
    disabled: true,
    collections: [{ name: 'All', hosts: ['*'] }],
    condition: { device: '', vulnerabilities: [{ id: 41, block: false }, { id: 51 }] },
    tags: [{ name: 'a b', effect: 'alert' }],
  });
  const after = policy({
    name: 'r',
    disabled: false,
    collections: [{ name: 'All' }, { name: 'prod' }],
    condition: {
      vulnerabilities: [
        { id: 60, block: true },
        { id: 41, block: true },
      ],
    },
    tags: [{ name: 'a b', effect: 'ignore' }],
    'odd.key': 1,
  });
  assert.deepEqual(plain(stepsOf(before, after, compliance)), [
    {
      kind: 'change',
      array: 'rules',
      rule: 'r',
      from: 0,
      to: 0,
      fields: [
        ['disabled', true, false],
        ['collections', ['All'], ['All', 'prod']],
        ['condition.vulnerabilities[60]', undefined, { id: 60, block: true }],
        ['condition.vulnerabilities[41].block', false, true],
        ['condition.vulnerabilities[51]', { id: 51 }, undefined],
        ['tags["a b"].effect', 'alert', 'ignore'],
        ['["odd.key"]', undefined, 1],
      ],
    },
  ]);
});

test('a rename is known by previousName, even when everything else changed', () => {
  const before = policy({ name: 'old', a: 1, b: 2 }, { name: 'other' });
  const after = policy({ name: 'new', previousName: 'old', c: 3 }, { name: 'other' });
  const [rename, change, ...rest] = stepsOf(before, after);
  assert.deepEqual(rename, {
    kind: 'rename',
    array: 'rules',
    rule: 'new',
    previousName: 'old',
    from: 0,
    to: 0,
  });
  assert.equal(change?.kind, 'change');
  assert.deepEqual(rest, []);
});

test('a rename is known by its content, also when the rule moved', () => {
  assert.deepEqual(
    plain(
      stepsOf(
        policy({ name: 'a', x: 1 }, { name: 'b', x: 2 }, { name: 'c', x: 3 }),
        policy({ name: 'renamed', x: 3 }, { name: 'a', x: 1 }, { name: 'b', x: 2 }),
      ),
    ),
    [
      { kind: 'rename', array: 'rules', rule: 'renamed', previousName: 'c', from: 2, to: 0 },
      { kind: 'move', array: 'rules', rule: 'renamed', from: 2, to: 0 },
    ],
  );
});

const scanned = {
  name: 'a',
  effect: 'alert',
  notes: 'n',
  verbose: true,
  collections: [{ name: 'All' }],
  condition: { vulnerabilities: Array.from({ length: 12 }, (_, id) => ({ id: id + 1, block: false })) },
};

test('a rename with a small change is still a rename, a different rule is not', () => {
  assert.deepEqual(
    stepsOf(policy(scanned), policy({ ...scanned, name: 'b', notes: 'm' })).map((step) => step.kind),
    ['rename', 'change'],
  );
  for (const other of [
    { name: 'b', collections: [{ name: 'All' }], network: {} },
    // Half of what it does is another thing.
    { ...scanned, name: 'b', condition: { vulnerabilities: scanned.condition.vulnerabilities.slice(6) } },
  ]) {
    assert.deepEqual(
      stepsOf(policy(scanned), policy(other)).map((step) => step.kind),
      ['remove', 'add'],
    );
  }
});

test('a rename that might be one of another rule as well is a removal and an addition', () => {
  const twin = { ...scanned, name: 'twin' };
  for (const next of [scanned, { ...scanned, notes: 'm' }]) {
    assert.deepEqual(
      stepsOf(policy(scanned, twin), policy({ ...next, name: 'b' })).map((step) => step.kind),
      ['remove', 'remove', 'add'],
    );
  }
  const [rename] = stepsOf(
    policy(scanned, twin),
    policy({ ...scanned, name: 'b', previousName: 'twin' }),
  ).filter(({ kind }) => kind === 'rename');
  assert.ok(rename?.kind === 'rename' && rename.previousName === 'twin', 'unless somebody said so');
});

test('rules of one name pair by content, then each with the nearest; else they are others', () => {
  const before = policy({ name: 'r', x: 1 }, { name: 'r', x: 2 }, { name: 'r', x: 3 });
  assert.deepEqual(stepsOf(before, policy({ name: 'r', x: 3 }, { name: 'r', x: 1 }, { name: 'r', x: 2 })), [
    { kind: 'move', array: 'rules', rule: 'r', from: 2, to: 0 },
  ]);
  assert.deepEqual(stepsOf(before, policy({ name: 'r', x: 1 }, { name: 'r', x: 3 })), [
    { kind: 'remove', array: 'rules', rule: 'r', from: 1 },
  ]);
  assert.deepEqual(
    plain(stepsOf(before, policy({ name: 'r', x: 1 }, { name: 'r', x: 9 }, { name: 'r', x: 3 }))),
    [
      { kind: 'remove', array: 'rules', rule: 'r', from: 1 },
      { kind: 'add', array: 'rules', rule: 'r', to: 1 },
    ],
    'nothing in common',
  );
  const [one, two] = [1, 2].map((x) => ({ name: 'r', x, y: `${x}`, z: 1, graceDays: x }));
  assert.deepEqual(plain(stepsOf(policy(one!, two!), policy({ ...two!, x: 9 }))), [
    { kind: 'remove', array: 'rules', rule: 'r', from: 0 },
    { kind: 'change', array: 'rules', rule: 'r', from: 1, to: 0, fields: [['x', 2, 9]] },
  ]);
  assert.deepEqual(
    stepsOf(policy(one!, two!), policy({ ...one!, x: 2, graceDays: 5 })).map(({ kind }) => kind),
    ['remove', 'remove', 'add'],
    'as much like the one as like the other',
  );
});

test('rules without a name are told apart too', () => {
  assert.deepEqual(
    stepsOf(policy({ x: 1 }, { x: 2 }), policy({ x: 2 }, { x: 1 })).map((step) => step.kind),
    ['move'],
  );
  const odd = asObject(parseJson('{"rules":[null,1,{}]}'));
  assert.deepEqual(stepsOf(odd, odd), []);
  assert.deepEqual(plain(stepsOf(odd, asObject(parseJson('{"rules":[null,{}]}')))), [
    { kind: 'remove', array: 'rules', rule: '', from: 1 },
  ]);
});

test('members of the document are one step, and both arrays of the network policy count', () => {
  const before = asObject(
    parseJson(
      '{"hostEnabled":false,"hostRules":[{"name":"a","id":1}],"containerRules":[],"networkEntities":[{"_id":1}]}',
    ),
  );
  const after = asObject(
    parseJson(
      '{"hostEnabled":true,"hostRules":[],"containerRules":[{"name":"a","id":1}],"networkEntities":[{"_id":1,"name":"n"}]}',
    ),
  );
  assert.deepEqual(plain(stepsOf(before, after, network)), [
    {
      kind: 'document',
      fields: [
        ['hostEnabled', false, true],
        ['networkEntities[1].name', undefined, 'n'],
      ],
    },
    { kind: 'add', array: 'containerRules', rule: 'a', to: 0 },
    { kind: 'remove', array: 'hostRules', rule: 'a', from: 0 },
  ]);
});

test('a list of rules that is no list is a change of the document', () => {
  assert.deepEqual(plain(stepsOf(policy(), asObject(parseJson('{"rules":"x"}')))), [
    { kind: 'document', fields: [['rules', [], 'x']] },
  ]);
});

const pairs = anyKind.chain((kind) =>
  fc.tuple(
    fc.constant(kind),
    documentOf(kind, { maxRules: 8 }),
    documentOf(kind, { maxRules: 8 }),
    fc.integer(),
  ),
);

/** Half of the rules of `other` replaced by rules of `one`, some edited: documents that have something in common. */
function related(kind: PolicyKind, one: JsonObject, other: JsonObject, dice: Dice): JsonObject {
  const result = new Map(other);
  for (const { key } of kind.arrays) {
    const rules = [...arrayAt(one, key), ...arrayAt(other, key)].filter(() => dice.below(3) > 0);
    result.set(
      key,
      dice.shuffle(rules).map((rule) => {
        const edited = new Map(asObject(rule));
        if (dice.below(3) === 0) {
          edited.set(dice.pick(['name', 'effect', 'extra']), dice.pick(['a', 'b', 'z']));
        }
        return edited;
      }),
    );
  }
  return result;
}

test('the steps applied to `before` give `after`', () => {
  fc.assert(
    fc.property(pairs, ([kind, before, other, seed]) => {
      const after = related(kind, before, other, new Dice(seed));
      const { steps, counts } = diffPolicies(kind, before, after);
      assert.equal(
        writeJson(canonicalPolicy(kind, applySteps(kind, before, after, steps))),
        writeJson(canonicalPolicy(kind, after)),
      );
      const total = counts.added + counts.removed + counts.changed + counts.moved + counts.renamed;
      assert.equal(total, steps.length);
    }),
    { numRuns: dear(1500) },
  );
});

test('there is no step exactly when the forms are equal, whatever the console filled in', () => {
  fc.assert(
    fc.property(pairs, ([kind, one, other, seed]) => {
      assert.deepEqual(diffPolicies(kind, withNoise(kind, one, new Dice(seed)), one).steps, []);
      const same = writeJson(canonicalPolicy(kind, one)) === writeJson(canonicalPolicy(kind, other));
      assert.equal(diffPolicies(kind, one, other).steps.length === 0, same);
    }),
    { numRuns: dear(500) },
  );
});

test('moves are the fewest that give the order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray('abcdefgh'.split(''), { minLength: 2 }), (after) => {
      const before = 'abcdefgh'.split('').filter((name) => after.includes(name));
      const moves = stepsOf(named(before.join('')), named(after.join('')));
      assert.ok(moves.every((step) => step.kind === 'move'));
      assert.equal(moves.length, after.length - longest(after));
    }),
  );
});

/** Length of the longest increasing subsequence, by trying every subset. */
function longest(names: readonly string[]): number {
  let best = 0;
  for (let subset = 0; subset < 2 ** names.length; subset++) {
    const chosen = names.filter((_, at) => (subset >> at) & 1);
    if (chosen.every((name, at) => at === 0 || (chosen[at - 1] as string) < name)) {
      best = Math.max(best, chosen.length);
    }
  }
  return best;
}

const many = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) =>
    asObject(
      fromPlain({
        name: `rule ${index}`,
        effect: 'alert',
        collections: [{ name: `c${index % 40}` }],
        condition: { vulnerabilities: [{ id: index }] },
      }),
    ),
  );

test('one move among 10 000 rules is one step, and a full reverse is found', { timeout: 60_000 }, () => {
  const rules = many(10_000);
  const before: JsonObject = new Map([['rules', rules]]);
  const moved: JsonObject = new Map([['rules', [rules.at(-1) as JsonValue, ...rules.slice(0, -1)]]]);
  assert.deepEqual(stepsOf(before, moved), [
    { kind: 'move', array: 'rules', rule: 'rule 9999', from: 9999, to: 0 },
  ]);
  assert.equal(stepsOf(before, new Map([['rules', rules.toReversed()]])).length, 9999);
});

test('10 000 renamed, equal or nameless rules are matched in bounded time', { timeout: 60_000 }, () => {
  const rules = many(10_000);
  const rename = (prefix: string, extra: number) =>
    rules.map(
      (rule) => new Map([...rule, ['name', `${prefix}${stringAt(rule, 'name')}`], ['notes', String(extra)]]),
    );
  const renamed = diffPolicies(
    compliance,
    new Map([['rules', rename('', 1)]]),
    new Map([['rules', rename('new ', 2)]]),
  );
  // Each is as like to many others.
  assert.deepEqual(renamed.counts, { added: 10_000, removed: 10_000, changed: 0, moved: 0, renamed: 0 });
  const equal = Array.from({ length: 10_000 }, () => asObject(fromPlain({ x: 1 })));
  assert.ok(isJsonArray(equal));
  assert.deepEqual(
    stepsOf(new Map([['rules', equal]]), new Map([['rules', equal.slice(1)]])).map((step) => step.kind),
    ['remove'],
  );
});
