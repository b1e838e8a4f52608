import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import type { MergeChoice } from '../../../../src/core/policy/merge/mergeConflict.ts';
import { mergeText, placeAt, placesIn } from '../../../../src/vscode/merge/mergeText.ts';
import { mergedQuietly } from '../../../../src/vscode/merge/mergeText.ts';
import { must } from '../../order/truth.ts';
import { MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';

const kind = policyKind('vulnerability/host');
assert.ok(kind);

const policy = (...rules: object[]): JsonObject =>
  fromPlain({ rules: rules.map((rule) => ({ collections: [{ name: 'All' }], ...rule })) }) as JsonObject;
const seen = { liveHash: '', mineText: '', baseHash: undefined };
const session = (base: JsonObject | undefined, mine: JsonObject, live: JsonObject): MergeSession =>
  new MergeSession({ consoleId: 'c', console: 'prod', kind, base, mine, live, seen });
const three = (): MergeSession =>
  session(
    policy({ name: 'r', condition: 'alert', notes: 'b' }),
    policy({ name: 'r', condition: 'block', notes: 'm' }),
    policy({ name: 'r', condition: 'ignore', notes: 'l' }),
  );
const blame = (): undefined => undefined;
const textOf = (of: MergeSession, more: object = {}): string =>
  mergeText(of, { blame, quietly: mergedQuietly(of, blame), ...more });

test('each conflict stands with its three sides, and its lines lead to it', () => {
  const merge = three();
  const text = mergeText(merge, { blame });
  const places = placesIn(text, merge);
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', /Merge of vulnerability\/host with prod: 2 of 2 conflicts are unresolved/);
  const [first, second] = places;
  assert.ok(first && second);
  assert.deepEqual(lines.slice(first.line, first.line + 4), [
    '@ r · condition (changed on both sides, unresolved)',
    '    Base: "alert"',
    '    Mine: "block"',
    '    Live: "ignore"',
  ]);
  assert.equal(placeAt(places, 0, merge), first, 'above all of them');
  assert.equal(placeAt(places, first.line + 3, merge), first);
  assert.equal(placeAt(places, second.line, merge), second);
  assert.equal(placeAt(places, 999, merge), second);
  merge.choose(merge.result.conflicts, 'mine');
  const resolved = placesIn(mergeText(merge, { blame }), merge);
  assert.equal(placeAt(resolved, 0, merge), undefined, 'there it lists what applying changes');
});

test('a text from before a choice leads to no other conflict', () => {
  const rule = (name: string, origin: string): object => ({ name, notes: origin, gamma: origin });
  const merge = session(
    policy(rule('a', 'a'), rule('b', 'b')),
    policy(rule('x', 'a'), rule('b', 'b')),
    policy(rule('y', 'a'), rule('x', 'b')),
  );
  const before = textOf(merge);
  const [name] = merge.result.conflicts;
  merge.choose([must(name)], 'mine');
  assert.equal(merge.result.conflicts.length, 2);
  for (const { conflict, line } of placesIn(before, merge)) {
    assert.ok(before.split('\n')[line]?.startsWith(`@ ${conflict.rule} · ${conflict.path} (`));
  }
  assert.equal(placesIn(textOf(merge), merge).length, 2);
});

test('a text from before a choice leads to no other conflict, also where one name begins like another', () => {
  const rules = (...names: string[]): object[] => names.map((id) => ({ id, name: id, notes: 'b' }));
  const edited = (who: string) => (rule: object) => ({ ...rule, notes: who });
  const document = (containerRules: object[], hostRules: object[]): JsonObject =>
    fromPlain({ containerRules, hostRules }) as JsonObject;
  const [x, k, y] = rules('x', 'k', 'y');
  const hosts = rules('prod', 'prod-eu');
  const merge = new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind: must(policyKind('cnns/network')),
    base: document([must(x), must(k), must(y)], hosts),
    mine: document([must(y), must(x)], []),
    live: document([must(x), edited('l')(must(k)), must(y)], hosts.map(edited('l'))),
    seen,
  });
  const before = textOf(merge);
  const [back] = merge.result.conflicts;
  merge.choose([must(back)], 'live');
  assert.equal(merge.result.conflicts[1]?.kind, 'order');
  const lines = before.split('\n');
  for (const { conflict, line } of placesIn(before, merge)) {
    assert.ok(lines[line]?.startsWith(`@ ${conflict.rule} (`), lines[line]);
  }
});

for (const [choice, marked] of [
  ['mine', '  > Mine: "block"'],
  ['live', '  > Live: "ignore"'],
  ['base', '  > Base: "alert"'],
] as const satisfies readonly (readonly [MergeChoice, string])[]) {
  test(`what was chosen is marked: ${JSON.stringify(choice)}`, () => {
    const merge = three();
    const [first] = merge.result.conflicts;
    merge.choose([must(first)], choice);
    const text = textOf(merge);
    assert.match(text, /1 of 2 conflicts are unresolved/);
    assert.equal(text.split('\n').filter((line) => line === marked).length, 1, text);
  });
}

test('a side that was chosen is in the colors of the others', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly { match?: string }[];
  };
  for (const line of [
    '    Mine: "block"',
    '  > Mine: "block"',
    '  > Live: 9   # by eve, according to the console',
    '  > Edited: "allow"',
  ]) {
    const match = patterns
      .map((pattern) => new RegExp(pattern.match ?? '$^').exec(line))
      .find((one) => one?.index === 0);
    assert.equal(match?.[1], /\w+/.exec(line)?.[0], line);
    assert.equal(match?.[2], ':', line);
  }
});

test('when every conflict is resolved, the top says it, and no longer how to resolve one', () => {
  const merge = three();
  assert.match(textOf(merge), /^# Alt\+M .* Alt\+Enter /m);
  merge.choose(merge.result.conflicts, 'base');
  assert.match(textOf(merge), /^# .*every conflict is resolved\.\n# Alt\+Enter applies the merge\.\n/);
});

test('a merge that is out of date offers to merge again instead of applying it', () => {
  const decided = three();
  decided.choose(decided.result.conflicts, 'live');
  const same = policy({ name: 'r' });
  for (const merge of [decided, session(same, same, policy({ name: 'r' }, { name: 'new' })), three()]) {
    const text = textOf(merge, { isOutdated: true });
    assert.match(
      text,
      /^# .*\n# The file was edited after the merge started\. .*\n# .*Alt\+Enter merges again\.\n/,
    );
    assert.doesNotMatch(text, /applies the merge/);
  }
});

test('who wrote the live rule is said as far as the console tells, and all of it is text of one line', () => {
  const merge = session(
    policy({ name: 'r', notes: 'b' }),
    policy({ name: 'r', notes: 'm' }),
    policy({ name: 'r', notes: 'l\n@ not a heading\u202e' }),
  );
  const text = textOf(merge, { blame: () => ({ owner: 'eve\n@ x\u202e' }) });
  assert.match(text, /Live: .*# by eve @ x\\u202e, according to the console$/m);
  assert.equal(text.match(/^@/gm)?.length, 1, text);
  assert.ok(!text.includes('\u202e'));
});

test('long values are cut, and say where all of it is', () => {
  const many = (from: string): object => ({
    name: 'r',
    tags: Array.from({ length: 40 }, (_, at) => `${from}${at}`.padEnd(20, 'x')),
  });
  const text = textOf(session(policy({ name: 'r', tags: [] }), policy(many('m')), policy(many('l'))));
  assert.match(text, /more lines: see Compare/);
  assert.ok(text.split('\n').length < 60);
});

test('without a base none is shown, and none can be taken', () => {
  const merge = session(
    undefined,
    policy({ name: 'r', condition: 'block' }),
    policy({ name: 'r', condition: 'alert' }),
  );
  const [first] = merge.result.conflicts;
  assert.match(textOf(merge), /Base: unknown/);
  merge.choose([must(first)], 'base');
  assert.equal(merge.result.open.length, 1, 'nothing was settled by a base that nobody knows');
});

test('a merge that begins again keeps what was chosen where the same is in conflict', () => {
  const before = three();
  const [condition, notes] = before.result.conflicts;
  assert.ok(condition && notes);
  before.choose([condition], 'live');
  before.choose([notes], 'mine');
  const again = session(
    policy({ name: 'r', condition: 'alert', notes: 'b' }),
    policy({ name: 'r', condition: 'block', notes: 'edited meanwhile' }),
    policy({ name: 'r', condition: 'ignore', notes: 'l' }),
  );
  assert.equal(again.takeChoices(before).reopened, 1);
  assert.equal(again.choiceOf(condition), 'live');
  assert.equal(again.choiceOf(notes), undefined, 'it was edited meanwhile');
});

test('a rule that was edited as a whole is kept as long as all of it is as it was, and else told', () => {
  const before = three();
  const [condition] = before.result.conflicts;
  assert.ok(condition);
  const value = new Map([['name', 'r']]);
  before.edit(condition, value);
  const again = three();
  assert.deepEqual(again.takeChoices(before), { lost: [], reopened: 0 });
  assert.deepEqual([again.result.open, again.result.merged.get('rules')], [[], [value]]);
  const other = session(
    policy({ name: 'r', condition: 'alert', notes: 'b' }),
    policy({ name: 'r', condition: 'block', notes: 'm', owner: 'somebody' }),
    policy({ name: 'r', condition: 'ignore', notes: 'l' }),
  );
  assert.deepEqual(
    other.takeChoices(before).lost.map((one) => [one.conflict.rule, one.value]),
    [['r', value]],
  );
  assert.equal(other.result.open.length, 2);
  const settled = session(policy({ name: 'r' }), policy({ name: 'r' }), policy({ name: 'r' }));
  assert.equal(settled.takeChoices(before).lost.length, 1);
});

test('a side that was chosen for a rule that the other one deleted is kept', () => {
  const deleted = (): MergeSession =>
    session(policy({ name: 'r', condition: 'alert' }), policy(), policy({ name: 'r', condition: 'block' }));
  const before = deleted();
  before.choose(before.result.conflicts, 'live');
  const again = deleted();
  assert.deepEqual(again.takeChoices(before), { lost: [], reopened: 0 });
  assert.equal(again.result.open.length, 0);
});

test('what comes in without a conflict is listed with who did it, and so is what stays of mine', () => {
  const rules = (...names: readonly string[]): object[] => names.map((name) => ({ name, notes: 'b' }));
  const merge = session(
    policy(...rules('r', 'a', 'b', 'c', 'd')),
    policy({ name: 'r', notes: 'm' }, ...rules('mine', 'a', 'b', 'c', 'd')),
    policy(
      { name: 'r', notes: 'l' },
      ...rules('d', 'b'),
      { name: 'c', notes: 'changed' },
      { name: 'new\n@ x\u202e', condition: 'block', collections: [{ name: 'other' }] },
    ),
  );
  const by = ({ rule }: { readonly rule?: string }): object | undefined =>
    rule === 'c' || rule === 'a' || rule === 'd' ? { owner: 'eve\n@ y' } : undefined;
  const text = textOf(merge, { quietly: mergedQuietly(merge, by) });
  assert.match(
    text,
    /^# From the live policy, without a conflict:\n# {5}"d" moved up by \d\n# {5}"c" changed by eve @ y: notes\n# {5}"new @ x\\u202e" added\n# {5}"a" removed\n# Only in your file, without a conflict:\n# {5}"mine" added\n\n@ r · notes \(changed on both sides, unresolved\)/m,
  );
  assert.equal(text.match(/^@/gm)?.length, 1, text);
});

test('what comes in on a rule that is in conflict otherwise is listed, too', () => {
  const merge = session(
    policy({ name: 'r', notes: 'b' }, { name: 'a' }, { name: 'x' }),
    policy({ name: 'r', notes: 'm' }, { name: 'a' }, { name: 'x' }),
    policy({ name: 'a' }, { name: 'x' }, { name: 'r', notes: 'l', graceDays: 3 }),
  );
  const [notes] = merge.result.conflicts;
  assert.ok(notes);
  const edited = { value: new Map([['name', 'r']]) };
  for (const choice of [undefined, 'mine', 'live', 'base', edited] as const) {
    merge.choose([notes], typeof choice === 'object' ? undefined : choice);
    if (typeof choice === 'object') {
      merge.edit(notes, choice.value);
    }
    assert.match(textOf(merge), /^# {5}"r" changed and moved down by 2: \w+$/m, JSON.stringify(choice));
  }
});

test('of many that come in the first are named and the others counted', () => {
  const all = Array.from({ length: 12 }, (_, at) => ({ name: `rule ${at}` }));
  const merge = session(
    policy({ name: 'r', notes: 'b' }),
    policy({ name: 'r', notes: 'm' }),
    policy({ name: 'r', notes: 'l' }, ...all),
  );
  const text = textOf(merge);
  assert.match(text, /# {5}"rule 7" added\n# {5}and 4 more: see Compare\n\n@ r/);
  assert.doesNotMatch(text, /Of yours/);
});

test('where no base is known nothing is said to come in by itself', () => {
  const merge = session(
    undefined,
    policy({ name: 'r', notes: 'm' }),
    policy({ name: 'r', notes: 'l' }, { name: 'n' }),
  );
  assert.doesNotMatch(textOf(merge), /without a conflict/);
});

test('its keys are called as on the system where it is read', () => {
  assert.match(textOf(three()), /^# Alt\+M accepts mine, .* Alt\+Enter applies the merge\.$/m);
  assert.match(
    textOf(three(), { isMac: true }),
    /^# Cmd\+K Option\+M accepts mine, Cmd\+K Option\+L accepts live, Cmd\+K Option\+B accepts base\. .* Option\+Enter applies the merge\.$/m,
  );
});

test('what an order that is asked about would move is not said to have moved', () => {
  const merge = session(
    policy({ name: 'a' }, { name: 'b' }, { name: 'c' }),
    policy({ name: 'c' }, { name: 'a' }, { name: 'b' }),
    policy({ name: 'a' }, { name: 'c', notes: 'l' }, { name: 'b' }),
  );
  const text = textOf(merge);
  assert.match(text, /^@ Order of rules/m);
  assert.match(text, /^# From the live policy, without a conflict:\n# {5}"c" changed: notes\n\n/m);
  assert.doesNotMatch(text, /moved (up|down)/);
});

test('a merge without a conflict says what it would change in the file, rule by rule, and what tests say of it', () => {
  const merge = session(
    policy({ name: 'r', notes: 'b' }, { name: 'x\n@ y', graceDays: 1 }),
    policy({ name: 'r', notes: 'mine' }, { name: 'x\n@ y', graceDays: 1 }),
    policy({ name: 'r', notes: 'b' }, { name: 'new' }, { name: 'x\n@ y', graceDays: 2 }),
  );
  const text = textOf(merge, { tests: ['Failed tests of the policy (1 of 1):', '- t: why'] });
  assert.match(text, /^# Merge of .*: no conflicts\.\n# Alt\+Enter applies the merge\.\n/);
  assert.match(text, /\n# Only in your file, without a conflict:\n# {5}"r" changed: notes\n/);
  assert.match(
    text,
    /\n\nFailed tests of the policy \(1 of 1\):\n- t: why\n\n# Applying the merge changes this in the file:\n/,
  );
  assert.match(text, /\n\nAdded "new" as rule 2\n/);
  assert.match(text, /\n\nChanged "x\\n@ y", rule 3\n {4}graceDays: 1 -> 2\n$/);
  assert.doesNotMatch(text, /"mine"/, 'what stays as it is in the file is no change of it');
});

test('a merge whose conflicts are decided says what it changes, and one that changes nothing says so', () => {
  const merge = three();
  const [condition, notes] = merge.result.conflicts;
  assert.ok(condition && notes);
  merge.choose([condition], 'mine');
  assert.doesNotMatch(textOf(merge), /Applying changes/, 'one is open');
  merge.choose([notes], 'live');
  assert.match(
    textOf(merge),
    /# Applying the merge changes this in the file:\n\nChanged "r", rule 1\n {4}notes: "m" -> "l"\n\n@ r · condition/,
  );
  merge.choose([notes], 'mine');
  assert.match(textOf(merge), /\n\n# Your file needs no change\. Apply the merge so that you can push\.\n/);
});

test('of very many rules the first ones are told, and how many more there are', () => {
  const rules = (notes: string): object[] =>
    Array.from({ length: 250 }, (_, at) => ({ name: `r${at}`, condition: 'alert', notes }));
  const merge = session(policy(...rules('b')), policy(...rules('b')), policy(...rules('l')));
  const text = textOf(merge);
  assert.equal(text.match(/^Changed "/gm)?.length, 200);
  assert.match(text, /^and 50 more: see Compare$/m);
});

test('of values that are alike the part is shown in which they differ', () => {
  const many = (word: string): object => ({
    name: 'r',
    blockMsg: `${'long '.repeat(100)}${word}${' long'.repeat(100)}`,
    pieces: Array.from({ length: 40 }, (_, at) => (at === 20 ? word : `piece-${at}`)),
  });
  const text = textOf(session(policy(many('base')), policy(many('mine')), policy(many('live'))));
  for (const [side, word] of [
    ['Base', 'base'],
    ['Mine', 'mine'],
    ['Live', 'live'],
  ]) {
    assert.match(text, new RegExp(`^    ${side}: \\["${word}"\\]$`, 'm'));
    assert.match(text, new RegExp(`^    ${side}: …[long ]+${word} long.*…$`, 'm'));
  }
  assert.match(text, /^    # 39 other fields are unchanged$/m);
  const short = policy({ name: 'r', pieces: ['x'] });
  const one = textOf(session(policy({ name: 'r', pieces: [] }), policy(many('mine')), short));
  assert.match(one, /"piece-0"/, 'what has nothing to be compared with begins at its beginning');
});

test('thresholds and checks are called by what people call them', () => {
  const rules = (value: number, block: boolean): JsonObject =>
    policy({
      name: 'r',
      alertThreshold: { value },
      condition: { vulnerabilities: [{ id: 41, block, note: `${value}` }] },
    });
  const text = textOf(session(rules(1, true), rules(4, true), rules(7, true)));
  assert.match(text, /^    Mine: 4 \(medium\)$/m);
  assert.match(text, /^    Live: 7 \(high\)$/m);
  assert.match(text, /^@ r · check 41 · note /m);
});

test('where no base is known it is not said who changed what, and no key takes the base', () => {
  const two = (notes: string, ...names: string[]): JsonObject =>
    policy({ name: 'r', notes }, ...names.map((name) => ({ name })));
  const text = textOf(session(undefined, two('m', 'only mine'), two('l')));
  assert.match(text, /^@ r · notes \(differs, unresolved\)$/m);
  assert.doesNotMatch(text, /both sides|deleted|Alt\+B/);
  assert.match(textOf(three()), /Alt\+B accepts base/);
});
