import assert from 'node:assert/strict';
import { arrayAt } from '../../../../src/core/json/json.ts';
import { parseJson } from '../../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { asObject } from '../../../unit/policy/policyArbitraries.ts';
import { images } from '../../../unit/sync/workspace.ts';
import { pushStories, type PushParts, type PushStory } from './story.ts';
import { policyStatus } from '../../../../src/core/sync/policyStatus.ts';

const scope = '"collections":[{"name":"All"}]';

/** Live has rules with these members; after the push they are what they were, to the byte. */
function keeps(...members: readonly string[]): PushStory {
  const rules = members.map((more, at) =>
    more.includes('"name"') ? `{${more},${scope}}` : `{"name":"r${at}",${more},${scope}}`,
  );
  const given = asObject(parseJson(`{"rules":[${rules.join(',')}]}`));
  const told = ({ sandbox }: PushParts): string[] =>
    arrayAt(sandbox.state.policies.get(images.name), 'rules')
      .slice(-rules.length)
      .map((one, at) => {
        const held = asObject(one);
        const keys = [...asObject(arrayAt(given, 'rules')[at] ?? null).keys()];
        return writeJson(new Map(keys.map((key) => [key, held.get(key) ?? null])));
      });
  let before: string[] = [];
  return {
    given: (parts) => {
      parts.sandbox.state.policies.replace(images.name, given);
      before = told(parts);
    },
    check: async (parts, ends) => {
      assert.equal(before.length, rules.length);
      assert.deepEqual(told(parts), before);
      const { state } = await policyStatus(parts.work.sync, images);
      assert.equal(state, ends === 'applied' ? 'in-sync' : 'edited');
    },
  };
}

/** Live is stored as it stands, however odd. */
function holds(text: string): PushStory {
  return {
    given: ({ sandbox }) => sandbox.state.policies.set(images.name, asObject(parseJson(text))),
    check: ({ sandbox }) => {
      const names = arrayAt(sandbox.state.policies.get(images.name), 'rules').map((one) =>
        asObject(one).get('name'),
      );
      assert.deepEqual(names, ['Mine']);
    },
  };
}

/** The next read of live is answered with this. */
function answers(body: () => string | Uint8Array): PushStory {
  return {
    connection: { timeoutMs: 60_000 },
    strike: ({ sandbox }) =>
      sandbox.faults.next(
        { method: 'GET', path: '/policies/vulnerability' },
        { kind: 'bytes', body: body() },
      ),
    check: ({ sandbox }) => assert.equal(sandbox.requests.of('PUT').length, 0),
  };
}

const policy = (rules: string): string => `{"policyType":"containerVulnerability","rules":${rules}}`;
const drift = { refused: 'drift' };

export const bodyStories = [
  ...pushStories('Live holds', [
    [
      'lone surrogates',
      { refused: 'invalid' },
      keeps(String.raw`"notes":"\ud800 \udfff"`, String.raw`"name":"\udbff"`),
    ],
    [
      'a member called `__proto__`',
      'applied',
      keeps('"__proto__":{"polluted":true}', '"constructor":{"prototype":1}'),
    ],
    ['1e400', 'applied', keeps('"x":1e400', '"x":-1e999999999')],
    ['integers beyond 2^53', 'applied', keeps('"x":9007199254740993', '"x":123456789012345678901234567890')],
    [
      'names from right to left, emoji, combining marks',
      'applied',
      keeps('"name":"قاعدة"', '"name":"\u202Eelur"', '"name":"🛡️"', '"name":"e\u0301"'),
    ],
    [
      'names that look like paths',
      'applied',
      keeps('"name":"../../x"', '"name":"CON"', String.raw`"name":"C:\\x"`, '"name":"/etc/passwd"'),
    ],
    ['a name of 1 MB', 'applied', keeps(`"name":"${'n'.repeat(1_000_000)}"`)],
    ['escaped NULs', 'applied', keeps(String.raw`"notes":"a\u0000b"`)],
    ['`null` for the rules', 'applied', holds(policy('null'))],
    ['no rules', 'applied', holds('{"policyType":"containerVulnerability"}')],
    [
      '`null` for every array of a rule',
      'applied',
      keeps('"tags":null,"cveRules":null,"auditAllowed":null,"alertThreshold":null'),
    ],
  ]),
  ...pushStories('Live is answered as', [
    [
      'a key written twice',
      { refused: 'invalid-json' },
      answers(() => '{"rules":[],"rules":[{"name":"x"}]}'),
    ],
    [
      'a byte order mark and the same rules',
      'applied',
      {
        strike: ({ sandbox }) =>
          sandbox.faults.next(
            { method: 'GET', path: '/policies/vulnerability' },
            { kind: 'bytes', body: `\uFEFF${writeJson(sandbox.state.policies.read(images.name))}` },
          ),
      },
    ],
    ['objects 100 000 deep', { refused: 'invalid-json' }, answers(() => '{"a":'.repeat(100_000))],
    ['200 MB, announced', { refused: 'too-large' }, answers(() => new Uint8Array(200_000_000).fill(0x20))],
    [
      'a million rules',
      { refused: 'too-large' },
      answers(() => policy(`[${'{"name":"x"},'.repeat(999_999)}{"name":"x"}]`)),
    ],
    [
      'as many rules as are read',
      drift,
      answers(() => policy(`[${'{"name":"x"},'.repeat(249_999)}{"name":"x"}]`)),
    ],
    ['rules that are no rules', drift, answers(() => policy('[1,null,"x",[]]'))],
    ['an object for the rules', { refused: 'not-a-policy' }, answers(() => policy('{}'))],
    ['a text for the rules', { refused: 'not-a-policy' }, answers(() => policy('"none"'))],
    ['an error with success', { refused: 'not-a-policy' }, answers(() => '{"err":"token expired"}')],
    ['a text', { refused: 'not-a-policy' }, answers(() => '"policy"')],
    ['bytes that are no UTF-8', { refused: 'not-json' }, answers(() => new Uint8Array([0x7b, 0x80, 0x7d]))],
    ['nothing', { refused: 'not-json' }, answers(() => '')],
  ]),
];
