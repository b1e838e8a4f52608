import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt } from '../../../../src/core/assist/completion/placeInPolicy.ts';
import { renameEdits, ruleNameAt } from '../../../../src/core/assist/completion/ruleName.ts';
import { selectionRanges } from '../../../../src/core/assist/completion/selectionRanges.ts';
import { valueHelp } from '../../../../src/core/assist/completion/knownValues.ts';
import { schemaField } from '../../../../src/core/assist/schema/field.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { nodeAtPath } from '../../../../src/core/document/syntaxNode.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const yaml = `policyType: containerVulnerability
rules:
  - name: "a" # first
    alertThreshold:
      value: 7
    collections:
      - name: All
  - name: b
`;
const json = `{
  "policyType": "containerVulnerability",
  "rules": [
    {
      "name": "a",
      "alertThreshold": {
        "value": 7
      },
      "collections": [
        { "name": "All" }
      ]
    },
    { "name": "b" }
  ]
}
`;
const twins: readonly [Spelling, string][] = [
  ['yaml', yaml],
  ['json', json],
];
const read = (text: string, spelling: Spelling) =>
  readPolicyText(text, spelling, policyKind('vulnerability/images'));

for (const [spelling, text] of twins) {
  test(`a selection grows from the word to the document (${spelling})`, () => {
    const words = selectionRanges(read(text, spelling), text.indexOf('All') + 1).map(({ start, end }) =>
      text.slice(start, end),
    );
    assert.equal(words[0], 'All');
    assert.equal(words.at(-1), text);
    assert.ok(words.some((word) => /^"?collections/.test(word)));
    assert.ok(words.some((word) => /^(\{\s*"name": "a"|name: "a")/.test(word)));
    for (const [index, word] of words.entries()) {
      assert.ok(index === 0 || word.includes(words[index - 1] ?? ''));
      assert.notEqual(word, words[index - 1]);
    }
  });

  test(`a rule is renamed where its name stands, and nothing else changes (${spelling})`, () => {
    const policy = read(text, spelling);
    const name = ruleNameAt(policy, text.indexOf('"a"') + 1);
    assert.ok(name);
    assert.equal(name.name, 'a');
    assert.equal(text.slice(name.range.start, name.range.end), 'a');
    const edits = renameEdits(policy, name, 'c "d"');
    assert.ok(Array.isArray(edits));
    const after = read(applyEdits(text, edits), spelling);
    assert.equal(after.arrays()[0]?.rules[0]?.facts.name, 'c "d"');
    assert.doesNotMatch(after.text, /previousName/);
    assert.equal(after.text.includes('# first'), spelling === 'yaml');
    assert.equal(renameEdits(policy, name, '  '), 'empty');
    assert.equal(renameEdits(policy, name, 'b'), 'duplicate');
    assert.deepEqual(renameEdits(policy, name, 'a'), []);
    const [edit] = edits;
    assert.equal(text.slice(edit?.start, edit?.end).replaceAll('"', ''), 'a', 'the space around it stays');
    assert.equal(ruleNameAt(policy, text.indexOf('All') + 1), undefined);
    assert.equal(ruleNameAt(policy, text.indexOf('policyType') + 3), undefined);
  });

  test(`values say what they stand for (${spelling})`, () => {
    const policy = read(text, spelling);
    const [rule] = policy.arrays()[0]?.rules ?? [];
    const help = (path: (string | number)[]) => {
      const node = nodeAtPath(rule?.node(), path);
      assert.ok(node);
      return valueHelp(schemaField('vulnerability', 'rule').at(path), node, {
        collections: new Set(['All']),
        scopes: new Map([['All', { images: ['*'], hosts: ['*'] }]]),
      });
    };
    assert.deepEqual(help(['alertThreshold', 'value']), ['7: high and above']);
    assert.deepEqual(help(['collections', 0, 'name']), ['All: covers everything']);
    assert.deepEqual(help(['name']), []);
    assert.equal(fieldAt(policy, text.indexOf('All') + 1)?.field.schema.refersTo, 'collections');
  });
}

test('checks, custom rules, tags and network lists are explained by the console', () => {
  const number = (lexeme: string) => ({ kind: 'number', lexeme, range: { start: 0, end: 0 } }) as const;
  const string = (value: string) => ({ kind: 'string', value, range: { start: 0, end: 0 } }) as const;
  const words = {
    checks: new Map([[41, { title: 'Runs as root', severity: 'high' }]]),
    customRules: new Map([[16, { name: 'No shells', type: 'processes' }]]),
    tags: new Map([['In review', 'looked at']]),
    collections: new Set(['All']),
    networkLists: new Map([['office', 'The office']]),
    scopes: new Map([['prod', { namespaces: ['prod-*', 'shop'], hosts: ['*'] }]]),
  };
  assert.deepEqual(
    valueHelp(
      schemaField('compliance', 'rule').at(['condition', 'vulnerabilities', 0, 'id']),
      number('41'),
      words,
    ),
    ['41: Runs as root (high)'],
  );
  assert.deepEqual(
    valueHelp(schemaField('runtime-container', 'rule').at(['customRules', 0, '_id']), number('16'), words),
    ['16: No shells (processes)'],
  );
  assert.deepEqual(
    valueHelp(schemaField('vulnerability', 'rule').at(['tags', 0, 'name']), string('In review'), words),
    ['In review: looked at'],
  );
  assert.deepEqual(
    valueHelp(schemaField('vulnerability', 'rule').at(['collections', 0, 'name']), string('prod'), words),
    ['namespaces: prod-*, shop'],
  );
  assert.deepEqual(
    valueHelp(schemaField('vulnerability', 'rule').at(['collections', 0, 'name']), string('gone'), words),
    ['gone: the console has no such collection'],
  );
  const controls = ['applicationsSpec', 0, 'networkControls'];
  for (const path of [
    [...controls, 'subnets', 'prevent', 0],
    [...controls, 'exceptionSubnets', 0],
    [...controls, 'networkControlsExceptionSubnets', 'subnets', 0],
    ['applicationsSpec', 0, 'dosConfig', 'excludedNetworkLists', 0],
    ['applicationsSpec', 0, 'botProtectionSpec', 'userDefinedBots', 0, 'subnets', 0],
  ]) {
    const help = valueHelp(schemaField('waas', 'rule').at(path), string('office'), words);
    assert.deepEqual(help, ['office: The office'], path.join('.'));
  }
  const country = schemaField('waas', 'rule').at([...controls, 'countries', 'prevent', 0]);
  assert.deepEqual(valueHelp(country, string('office'), words), []);
});
