import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicySteps, readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { inSlices } from '../../../../src/core/util/inSlices.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { insertRule, moveRules, removeRules, setMember } from '../../../../src/core/document/ruleEdits.ts';
import { nodeAtPath, valueOfNode } from '../../../../src/core/document/syntaxNode.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, JsonNumber, type JsonObject } from '../../../../src/core/json/json.ts';
import { CanceledError } from '../../../../src/core/util/errors.ts';
import { policies, rules } from '../arbitraries.ts';
import { policyTexts } from '../edits/policyTexts.ts';
import { assertAsFresh, stateOf } from './state.ts';
import { dear } from '../../dear.ts';

const spellings = ['json', 'yaml'] as const;

function policyOf(count: number): JsonObject {
  return fromPlain({
    policyType: 'hostCompliance',
    rules: Array.from({ length: count }, (_, index) => ({
      name: `rule ${index}`,
      effect: 'alert',
      collections: [{ name: 'All' }],
      condition: { vulnerabilities: [{ id: index, block: true }] },
    })),
    _id: 'hostCompliance',
  }) as JsonObject;
}

for (const spelling of spellings) {
  test(`facts are those of the value (${spelling})`, () => {
    fc.assert(
      fc.property(policies, (value) => {
        const document = readPolicyText(writePolicyText(value, spelling), spelling);
        for (const rule of document.arrays()[0]?.rules ?? []) {
          const node = rule.node();
          assert.deepEqual(valueOfNode(node), rule.value());
          const name = nodeAtPath(node, ['name']);
          assert.equal(rule.facts.name, name?.kind === 'string' ? name.value : undefined);
          const checks = nodeAtPath(node, ['condition', 'vulnerabilities']);
          assert.equal(rule.facts.checks, checks?.kind === 'array' ? checks.items.length : -1);
          const { start, end } = rule.range;
          assert.equal(document.text.slice(start, end), rule.slice.text);
          assert.equal(document.slice(start, end), rule.slice.text);
          assert.deepEqual(node.range, { start: 0, end: end - start });
        }
      }),
      { numRuns: dear(100) },
    );
  });

  test(`reading in slices gives way and says the same (${spelling})`, async () => {
    const text = writePolicyText(policyOf(20_000), spelling);
    let pauses = 0;
    const document = await inSlices(readPolicySteps(text, spelling, undefined), undefined, () => {
      pauses++;
      return Promise.resolve();
    });
    assert.ok(pauses > 1);
    const fresh = readPolicyText(text, spelling);
    assert.deepEqual(
      document.arrays()[0]?.rules.map((rule) => rule.range),
      fresh.arrays()[0]?.rules.map((rule) => rule.range),
    );
    const controller = new AbortController();
    const reading = inSlices(readPolicySteps(text, spelling, undefined), controller.signal, () => {
      controller.abort();
      return Promise.resolve();
    });
    await assert.rejects(reading, CanceledError);
  });

  test(`typing in one rule leaves the slices of the others as they are (${spelling})`, () => {
    let document = readPolicyText(writePolicyText(policyOf(50), spelling), spelling);
    const before = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
    const at = (document.arrays()[0]?.rules[20]?.range.start ?? 0) + (spelling === 'json' ? 18 : 7);
    document = rereadPolicy(document, [{ start: at, end: at, text: 'x' }]);
    const after = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
    assert.equal(after[20]?.facts.name?.includes('x'), true);
    for (const [index, slice] of after.entries()) {
      assert.equal(slice === before[index], index !== 20);
    }
    assertAsFresh(document, () => '');
  });

  test(`while the text is broken the other rules stay as they were, until it is mended (${spelling})`, () => {
    let document = readPolicyText(writePolicyText(policyOf(50), spelling), spelling);
    const fresh = stateOf(document);
    const before = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
    const { start } = document.arrays()[0]?.rules[20]?.range ?? { start: 0 };
    const line = document.text.lastIndexOf('\n', start) + 1;
    const places = spelling === 'json' ? [start, start + 1, line] : [start, start + 6, line];
    for (const at of places) {
      for (const text of spelling === 'json'
        ? ['"', '{', '[', '/*', ']', 'x']
        : ['"', '[', '{', 'x: "', '\nx: y: z\n', '- "']) {
        document = rereadPolicy(document, [{ start: at, end: at, text }]);
        const hint = `${JSON.stringify(text)} at ${at - start}`;
        assert.ok(
          document.problems.some((problem) => problem.fatal),
          hint,
        );
        assert.equal(document.value(), undefined, hint);
        const after = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
        assert.ok(after.filter((slice) => before.includes(slice)).length >= 48, hint);
        document = rereadPolicy(document, [{ start: at, end: at + text.length, text: '' }]);
        assert.deepEqual(stateOf(document), fresh, hint);
      }
    }
  });

  test(`slices keep their identity through a move (${spelling})`, () => {
    let document = readPolicyText(writePolicyText(policyOf(30), spelling), spelling);
    const before = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
    document = rereadPolicy(document, moveRules(document, 'rules', [25], 0));
    const after = document.arrays()[0]?.rules.map((rule) => rule.slice) ?? [];
    assert.ok(after.filter((slice) => before.includes(slice)).length >= 28);
    assertAsFresh(document, () => '');
  });

  test(`edits made for a document that followed edits are those made for a fresh one (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), rules, fc.nat(), fc.nat(), (text, rule, a, b) => {
        let document = readPolicyText(text, spelling);
        let current = text;
        for (let round = 0; round < 4; round++) {
          const length = document.arrays()[0]?.rules.length ?? 0;
          const fresh = readPolicyText(current, spelling);
          const make = [
            (doc: PolicyDocument) => insertRule(doc, 'rules', a % (length + 1), rule),
            (doc: PolicyDocument) =>
              /[|>]\+/.test(current) ? [] : moveRules(doc, 'rules', [a % length], b % (length + 1)),
            (doc: PolicyDocument) =>
              setMember(doc, { array: 'rules', index: b % length }, ['effect'], 'block'),
            (doc: PolicyDocument) => removeRules(doc, 'rules', [a % length]),
          ][round];
          const edits = make?.(document) ?? [];
          assert.deepEqual(edits, make?.(fresh));
          document = rereadPolicy(document, edits);
          current = applyEdits(current, edits);
          assert.equal(document.text, current);
          assertAsFresh(document, () => current);
        }
      }),
      { numRuns: dear(150) },
    );
  });

  test(`a policy with two lists (${spelling})`, () => {
    const kind = policyKind('cnns/network');
    const value = fromPlain({
      containerEnabled: true,
      containerRules: [
        { name: 'a', id: 1 },
        { name: 'b', id: 2 },
      ],
      networkEntities: [{ _id: 1, name: 'x', collections: [{ name: 'All' }] }],
      hostRules: [{ name: 'h', id: 3 }],
      hostEnabled: false,
    }) as JsonObject;
    let document = readPolicyText(writePolicyText(value, spelling), spelling, kind);
    const check = (): void => {
      const fresh = readPolicyText(document.text, spelling, kind);
      assert.deepEqual(stateOf(document), stateOf(fresh));
    };
    assert.deepEqual(
      document.arrays().map(({ key, rules: list }) => [key, list.map((rule) => rule.facts.name)]),
      [
        ['containerRules', ['a', 'b']],
        ['hostRules', ['h']],
      ],
    );
    document = rereadPolicy(document, moveRules(document, 'containerRules', [0], 2));
    check();
    document = rereadPolicy(document, insertRule(document, 'hostRules', 0, new Map([['name', 'g']])));
    check();
    document = rereadPolicy(document, removeRules(document, 'containerRules', [0, 1]));
    check();
    document = rereadPolicy(document, insertRule(document, 'containerRules', 0, new Map([['name', 'c']])));
    check();
    const entity = document.members().find(({ key }) => key === 'networkEntities')?.value;
    const name = nodeAtPath(entity, [0, 'name']);
    assert.equal(name && document.slice(name.range.start, name.range.end).replaceAll('"', ''), 'x');
    document = rereadPolicy(document, setMember(document, undefined, ['networkEntities', 0, 'name'], 'y'));
    check();
    assert.deepEqual(
      document.arrays().map(({ key, rules: list }) => [key, list.map((rule) => rule.facts.name)]),
      [
        ['containerRules', ['c']],
        ['hostRules', ['g', 'h']],
      ],
    );
    assert.deepEqual(readPolicyText('{"rules": [{}]}', 'json', kind).arrays(), []);
  });
}

test('numbers keep their spelling from JSON to YAML and back; those of YAML alone become JSON', () => {
  const lexemes = ['0', '-0', '1.0', '100', '1e5', '1E+2', '-1.50e-10', '12345678901234567890123', '1e400'];
  const json = readPolicyText(`{"rules": [{"n": [${lexemes.join(', ')}]}]}`, 'json').value() as JsonObject;
  const yaml = readPolicyText(writePolicyText(json, 'yaml'), 'yaml').value() as JsonObject;
  assert.deepEqual(yaml, json);
  const only = readPolicyText('rules:\n  - [0x1F, 0o17, .5, 1., +1, +.5e1, 007, -0.0, -.5]\n', 'yaml');
  assert.deepEqual(
    only.arrays()[0]?.rules[0]?.value(),
    ['31', '15', '0.5', '1.0', '1', '0.5e1', '7', '-0.0', '-0.5'].map((lexeme) => new JsonNumber(lexeme)),
  );
});

test('the identity is the policyType, else the _id', () => {
  assert.equal(readPolicyText('_id: a\npolicyType: b\n', 'yaml').identity(), 'b');
  assert.equal(readPolicyText('{"_id": "a"}', 'json').identity(), 'a');
  assert.equal(readPolicyText('{"policyType": 1}', 'json').identity(), undefined);
});

test('the same document says the same in both spellings', () => {
  fc.assert(
    fc.property(policies, (value) => {
      const [json, yaml] = spellings.map((spelling) =>
        readPolicyText(writePolicyText(value, spelling), spelling),
      );
      assert.deepEqual(json?.value(), yaml?.value());
      assert.deepEqual(
        json?.problems.map(({ code }) => code),
        yaml?.problems.map(({ code }) => code),
      );
      assert.deepEqual(
        json?.arrays()[0]?.rules.map(({ facts }) => facts),
        yaml?.arrays()[0]?.rules.map(({ facts }) => facts),
      );
    }),
    { numRuns: dear(100) },
  );
});

test('the object that is the policy ends where its last member does', () => {
  for (const [spelling, text, end] of [
    ['yaml', 'rules:\n- name: a\n- name: b\n# x\n', 'b\n'],
    ['yaml', 'rules:\n- name: a\nnotes: c\n', 'c\n'],
    ['yaml', '{rules: [{name: a}]} # x\n', '} #'],
    ['json', '{"rules": [{"name": "a"}]}\n', '}\n'],
  ] as const) {
    const document = readPolicyText(text, spelling);
    assert.deepEqual(document.range, { start: 0, end: text.indexOf(end) + 1 }, text);
  }
});

test('the type of a document counts over the type of a merge key above it', () => {
  const text =
    'x-a: &a {policyType: hostVulnerability}\n<<: *a\npolicyType: containerVulnerability\nrules: []\n';
  const document = readPolicyText(text, 'yaml');
  assert.equal(document.value()?.get('policyType'), 'containerVulnerability');
  assert.equal(document.identity(), 'containerVulnerability');
});
