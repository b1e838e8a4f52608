import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder, type OrderOfList } from '../../../../src/core/assist/order/documentOrder.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { OrderPicture } from '../../../../src/core/order/picture/orderPicture.ts';
import type { CollectionPatterns } from '../../../../src/core/policy/collections.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import {
  aboutCell,
  aboutColumn,
  aboutRule,
  pictureNotes,
} from '../../../../src/vscode/order/picture/pictureSentences.ts';
import { pictureRules } from '../../../../src/vscode/order/picture/shownPicture.ts';

const known = new Map<string, CollectionPatterns>([
  ['team', { images: ['registry/team/*'] }],
  ['same', { images: ['registry/team/*'] }],
  ['api', { images: ['registry/team/api'] }],
  ['dev', { namespaces: ['dev'] }],
]);

function listOf(name: string, document: object): OrderOfList {
  const kind = policyKinds.find((each) => each.name === name)!;
  const doc = readPolicyText(JSON.stringify(document), 'json', kind);
  const [list] = runToEnd(new DocumentOrder(kind, known).update(doc));
  assert.ok(list);
  return list;
}

const rule = (name: string, collections: readonly string[], more: object = {}): object => ({
  name,
  collections: collections.map((one) => ({ name: one })),
  ...more,
});

const list = listOf('vulnerability/images', {
  policyType: 'containerVulnerability',
  rules: [
    rule('team', ['team']),
    rule('api', ['api', 'same'], { blockThreshold: { enabled: true, value: 7 } }),
    rule('off', ['dev'], { disabled: true }),
    rule('odd', ['Unheard of']),
    rule('dev', ['dev']),
  ],
});
const picture = new OrderPicture(list.kind, list.rules);

function column(name: string): Parameters<typeof aboutColumn>[1] {
  const found = picture.columns.find(({ names }) => names.includes(name));
  assert.ok(found);
  return { column: found, cells: picture.cells(found) };
}

test('a cell is a sentence that says who decides, with an example, and who decides above', () => {
  const said = (place: number, name: string): string => aboutCell(list, place, column(name)).join(' ');
  assert.equal(said(0, 'team'), '"team" applies to everything in "team" (= "same"): alerts on everything.');
  assert.equal(said(1, 'api'), '"api" never applies in "api". Rules above apply there: "team" (#1).');
  assert.match(
    said(0, 'dev'),
    /^"team" applies to some of "dev": .* For example: image registry\/team\/\S*, namespace dev .* in theory/,
  );
  assert.doesNotMatch(said(1, 'team'), /in theory/, 'its column lies within that of the other rule');
  assert.equal(said(2, 'dev'), '"off" is disabled, so it never applies.');
  assert.match(
    said(3, 'dev'),
    /^Unknown whether "odd" ever applies in "dev"\. Rules above apply there: "team" \(#1\)\.$/,
  );
  assert.equal(
    said(4, 'team'),
    '"dev" never applies in "team" (= "same"). Rules above apply there: "team" (#1). ' +
      'This is an overlap in theory: no column of the map is known to lie within it.',
  );
  assert.equal(said(list.rules.length, 'team'), 'Every resource in "team" (= "same") has a matching rule.');
});

test('a collection says who decides in it from top to bottom, and of whom that is not known', () => {
  assert.deepEqual(aboutColumn(list, column('dev')), [
    'In "dev": "team" (#1) apply.',
    'Unknown: "odd" (#4), "dev" (#5).',
  ]);
  assert.equal(
    aboutColumn(list, column('Unheard of'))[0],
    'The contents of "Unheard of" are partly unknown.',
  );
});

test('a rule says what it does and what was found because of its place', () => {
  const [first, ...found] = aboutRule(list, 1);
  assert.equal(first, '"api" has position 2: blocks from high, alerts on everything.');
  assert.match(found.join(' '), /Shadowed: "team" above matches everything/);
  assert.match(aboutRule(list, 5)[0] ?? '', /^No rule applies here: alerts on everything/);
  assert.deepEqual(
    pictureRules(list, []).map(({ mark }) => mark),
    ['', 'shadowed-rule', 'disabled', '', ''],
  );
});

test('notes say where what is known comes from, and what could not be known or analyzed', () => {
  const notes = (of: OrderOfList, kind: 'console' | 'file' | 'nothing'): string =>
    pictureNotes(of, picture.columns, { kind }).join(' ');
  assert.match(notes(list, 'console'), /from the console .*The contents of one collection are unknown/);
  assert.match(notes(list, 'file'), /Collections: from collections\.yaml/);
  assert.match(notes(list, 'nothing'), /names of their collections/);
  assert.match(notes({ ...list, isOff: true }, 'console'), /^The policy disables this list/);
  assert.match(
    notes({ ...list, notAnalyzed: [1, 2] }, 'console'),
    /The analysis of 2 rules was not completed/,
  );
  const groups = list.rules.map((one, place) => ({ ...one, comparisonGroup: String(place % 2) }));
  assert.match(notes({ ...list, rules: groups }, 'console'), /different ports, hosts or systems/);
});

test('a rule that is disabled is said to be, in columns of other collections, too', () => {
  for (const name of ['team', 'dev']) {
    assert.deepEqual(aboutCell(list, 2, column(name)), ['"off" is disabled, so it never applies.']);
  }
});
