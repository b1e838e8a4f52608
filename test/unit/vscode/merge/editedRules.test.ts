import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { mergeText } from '../../../../src/vscode/merge/mergeText.ts';
import { MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';
import { must } from '../../order/truth.ts';

const seen = { liveHash: '', mineText: '', baseHash: undefined };
const collections = [{ name: 'All' }];

function merging(...[base, mine, live]: readonly [object, object, object]): MergeSession {
  const kind = must(policyKind('vulnerability/host'));
  const policy = (all: object): JsonObject => fromPlain(all) as JsonObject;
  return new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind,
    base: policy(base),
    mine: policy(mine),
    live: policy(live),
    seen,
  });
}

function sidesOf(session: MergeSession): string[] {
  const facts = { blame: () => undefined };
  const text = mergeText(session, facts);
  const lines = text.slice(text.indexOf('\n@')).trim().split('\n');
  return lines.filter((line) => !/^ {4}(Base|Mine|Live):/.test(line) && line !== '');
}

const rule = (more: object): object => ({ name: 'r', collections, condition: 'alert', ...more });
const edit = (session: MergeSession, value: object | undefined): void =>
  session.edit(must(session.result.conflicts[0]), value && fromPlain(value));

test('an edited rule shows all changes from mine at its first conflict', () => {
  const session = merging(
    { rules: [rule({ notes: 'b', grace: 1 })] },
    { rules: [rule({ notes: 'm', condition: 'block', grace: 1 })] },
    { rules: [rule({ notes: 'l', condition: 'ignore', grace: 2 })] },
  );
  edit(session, rule({ notes: 'm', condition: 'allow', grace: 2, name: 's', tags: ['x', 'y'] }));
  assert.deepEqual(sidesOf(session), [
    '@ r · condition (changed on both sides, resolved: edited)',
    '  > Edited: your version, with',
    '      name: "r" -> "s"',
    '      condition: "block" -> "allow"',
    '      tags: (absent) -> "x", "y"',
    '@ r · notes (changed on both sides, resolved: edited)',
  ]);
  edit(session, undefined);
  assert.deepEqual(
    sidesOf(session).filter((line) => line.includes('Edited')),
    ['  > Edited: the rule is removed'],
  );
});

test('an item is known by its key, whatever other items have', () => {
  const three = ['b', 'm', 'l'].map((condition) => ({
    rules: [
      rule({
        tags: [
          { name: 'x', id: 'y', condition: 'wrong' },
          { name: 'y', condition },
        ],
      }),
    ],
  }));
  const session = merging(...(three as [object, object, object]));
  edit(
    session,
    rule({
      tags: [
        { name: 'x', id: 'y', condition: 'wrong' },
        { name: 'y', condition: 'right' },
      ],
    }),
  );
  assert.deepEqual(sidesOf(session), [
    '@ r · tags[y].condition (changed on both sides, resolved: edited)',
    '  > Edited: your version, with',
    '      tags[y].condition: "m" -> "right"',
  ]);
});

test('an item that the edit removed is absent', () => {
  const checks = (...blocks: readonly (boolean | undefined)[]): object => ({
    condition: {
      vulnerabilities: blocks.flatMap((block, id) => (block === undefined ? [] : [{ id, block, note: 'n' }])),
    },
  });
  const three = (): MergeSession =>
    merging(
      { rules: [rule({ notes: '', ...checks(false, false) })] },
      { rules: [rule({ notes: '', ...checks(false, true) })] },
      { rules: [rule({ notes: '', ...checks(false, undefined) })] },
    );
  const session = three();
  edit(session, rule({ notes: '', ...checks(true, true) }));
  assert.deepEqual(sidesOf(session), [
    '@ r · check 1 (changed on both sides, resolved: edited)',
    '  > Edited: your version, with',
    '      condition.vulnerabilities[0].block: false -> true',
  ]);
  const without = three();
  edit(without, rule({ notes: '', ...checks(false, undefined) }));
  assert.deepEqual(sidesOf(without).slice(1), [
    '  > Edited: your version, with',
    '      condition.vulnerabilities[1]: {"id":1,"block":true,"note":"n"} -> (absent)',
  ]);
});

test('a rule that one side deleted is told by what was changed of the other one', () => {
  const session = merging(
    { rules: [rule({ notes: 'b' })] },
    { rules: [] },
    { rules: [rule({ notes: 'l' })] },
  );
  edit(session, rule({ notes: 'edited' }));
  assert.deepEqual(sidesOf(session).slice(-2), [
    '  > Edited: the live version, with',
    '      notes: "l" -> "edited"',
  ]);
  edit(session, rule({ notes: 'l' }));
  assert.equal(sidesOf(session).at(-1), '  > Edited: same as the live version');
  edit(session, undefined);
  assert.equal(sidesOf(session).at(-1), '  > Edited: the rule is removed');
});

test('members outside the rules that were edited are told like those of a rule, and of very many the first ones', () => {
  const many = (value: number): object =>
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, value]));
  const session = merging(
    { alpha: 1, ...many(1), rules: [] },
    { alpha: 2, ...many(1), rules: [] },
    { alpha: 3, ...many(1), rules: [] },
  );
  edit(session, { alpha: 4, ...many(2) });
  const lines = sidesOf(session);
  assert.deepEqual(lines.slice(0, 4), [
    '@ (document) · alpha (changed on both sides, resolved: edited)',
    '  > Edited: your version, with',
    '      alpha: 2 -> 4',
    '      m0: 1 -> 2',
  ]);
  assert.equal(lines.at(-1), '      … 9 more: see Edit Rule');
});
