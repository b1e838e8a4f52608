import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueRenamed } from '../../../../src/core/document/edit/intendedValue.ts';
import { documentHash } from '../../../../src/core/document/ruleDigests.ts';
import { updatePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import {
  changedMember,
  insertRule,
  moveRules,
  removeMember,
  removeRules,
  setMember,
} from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import {
  arrayAt,
  fromPlain,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../../src/core/json/json.ts';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';

const place = (index: number) => ({ array: 'rules', index });
const fresh: JsonObject = new Map([['name', 'new']]);

function edited(text: string, make: (document: PolicyDocument) => TextEdit[]): string {
  return applyEdits(text, make(readPolicyText(text, 'yaml')));
}

function refused(text: string, make: (document: PolicyDocument) => TextEdit[], message: RegExp): void {
  const document = readPolicyText(text, 'yaml');
  assert.throws(
    () => make(document),
    (error) => isExpected(error) && error.code === 'unsafe-edit' && message.test(error.message),
  );
  assert.equal(document.text, text);
}

function updated(text: string, next: unknown): string {
  return edited(text, (document) => updatePolicyText(document, fromPlain(next) as JsonObject));
}

test('a rule that ends in a merge key ends behind it', () => {
  const text = 'd: &d {x: 1}\nrules:\n  - name: a\n    <<: *d\n  - name: b\n    <<: *d # d\nlast: 1\n';
  assert.equal(
    edited(text, (document) => insertRule(document, 'rules', 1, fresh)),
    'd: &d {x: 1}\nrules:\n  - name: a\n    <<: *d\n  - name: new\n  - name: b\n    <<: *d # d\nlast: 1\n',
  );
  assert.equal(
    edited(text, (document) => insertRule(document, 'rules', 2, fresh)),
    'd: &d {x: 1}\nrules:\n  - name: a\n    <<: *d\n  - name: b\n    <<: *d # d\n  - name: new\nlast: 1\n',
  );
  assert.equal(
    edited(text, (document) => removeRules(document, 'rules', [0])),
    'd: &d {x: 1}\nrules:\n  - name: b\n    <<: *d # d\nlast: 1\n',
  );
  assert.equal(
    edited(text, (document) => moveRules(document, 'rules', [1], 0)),
    'd: &d {x: 1}\nrules:\n  - name: b\n    <<: *d # d\n  - name: a\n    <<: *d\nlast: 1\n',
  );
});

test('a member is set beside a merge key, which stays', () => {
  assert.equal(
    edited('rules:\n  - <<: {name: a, x: {v: 1, z: 2}}\n', (document) =>
      setMember(document, place(0), ['name'], 'b'),
    ),
    'rules:\n  - <<: {name: a, x: {v: 1, z: 2}}\n    name: b\n',
  );
  assert.equal(
    edited('rules:\n  - <<: {name: a, x: {v: 1, z: 2}}\n', (document) =>
      setMember(document, place(0), ['x', 'v'], 'b'),
    ),
    'rules:\n  - <<: {name: a, x: {v: 1, z: 2}}\n    x:\n      v: b\n      z: 2\n',
  );
});

test('what comes through a merge key is removed by rewriting the rule, and comments stay', () => {
  assert.equal(
    edited('rules:\n  - <<: {name: a, x: 1}\n', (document) => removeMember(document, place(0), ['x'])),
    'rules:\n  - name: a\n',
  );
  assert.equal(
    edited('rules:\n  - <<: {name: a, x: 1}\n    v: 1 # because\n    z: 2\n', (document) =>
      removeMember(document, place(0), ['x']),
    ),
    'rules:\n  - # because\n    name: a\n    v: 1\n    z: 2\n',
  );
});

test('a rule whose content others use is neither removed nor renamed, and the reason names them', () => {
  const text = 'rules:\n  - &x {name: a, y: 1}\n  - <<: *x\n  - name: c\n    <<: *x\n  - *x\n';
  refused(text, (document) => removeRules(document, 'rules', [0]), /change "a", "c", "a" as well/);
  refused(text, (document) => setMember(document, place(0), ['name'], 'b'), /change "a", "a" as well/);
  refused(text, (document) => moveRules(document, 'rules', [0], 2), /would/);
  const own = 'rules:\n  - &x {name: a, y: 1}\n  - <<: *x\n    name: c\n';
  assert.equal(
    edited(own, (document) => setMember(document, place(0), ['name'], 'b')),
    'rules:\n  - &x {name: b, y: 1}\n  - <<: *x\n    name: c\n',
  );
});

test('the only rule of a list with an anchor or a tag can be removed', () => {
  for (const text of ['rules: &r\n- name: a\nx: 1\n', 'rules: !!seq\n- name: a\nx: 1\n']) {
    const after = edited(text, (document) => removeRules(document, 'rules', [0]));
    const document = readPolicyText(after, 'yaml');
    assert.deepEqual(document.problems, [], after);
    assert.deepEqual(document.value(), readPolicyText('rules: []\nx: 1\n', 'yaml').value(), after);
  }
});

test('a list below a comment of its column becomes an object', () => {
  assert.equal(
    edited('rules:\n- name: a\n  k:\n  # c\n  - x\n', (document) =>
      setMember(document, place(0), ['k'], new Map([['i', 'j']])),
    ),
    'rules:\n- name: a\n  k:\n    # c\n    i: j\n',
  );
});

test('behind a byte order mark members are added in the first column', () => {
  for (const text of ['\ufeffrules:\n  - name: a\n', '\ufeff# c\nrules:\n  - name: a\n']) {
    const after = updated(text, { policyType: 'x', rules: [{ name: 'a', x: 'v' }] });
    assert.equal(after, `${text}    x: v\npolicyType: x\n`);
    assert.equal(
      edited(text, (document) => setMember(document, undefined, ['last'], true)),
      `${text}last: true\n`,
    );
  }
});

test('an update writes out what came through an anchor that is gone or says something else', () => {
  const text =
    '# top\nrules:\n  # one\n  - &x {name: a, v: one}\n  # two\n  - <<: *x # merged\n    name: b # bee\n  # three\n  - k: *x # alias\n    name: c\n';
  assert.equal(
    updated(text, {
      rules: [
        { name: 'b', v: 'one' },
        { name: 'c', k: { name: 'a', v: 'one' } },
      ],
    }),
    '# top\nrules:\n  # two\n  - # merged\n    name: b\n    v: one # bee\n  # three\n  - # alias\n    name: c\n    k:\n      name: a\n      v: one\n',
  );
});

test('an update of a merged member overrides it, and keeps the merge', () => {
  const text = 'd: &d {x: {y: one}, z: two}\nrules:\n  - <<: *d # defaults\n    name: a\n';
  assert.equal(
    updated(text, { d: { x: { y: 'one' }, z: 'two' }, rules: [{ x: { y: 'one' }, z: 'three', name: 'a' }] }),
    'd: &d {x: {y: one}, z: two}\nrules:\n  - <<: *d # defaults\n    name: a\n    z: three\n',
  );
});

test('an update of a merged field of the document overrides it, and keeps the merge', () => {
  const text = 'd: &d {x: one, w: two}\n<<: *d # defaults\nrules: [] # none\n';
  assert.equal(
    updated(text, { d: { x: 'one', w: 'two' }, x: 'one', w: 'three', rules: [] }),
    'd: &d {x: one, w: two}\n<<: *d # defaults\nrules: [] # none\nw: three\n',
  );
});

test('rules of the document itself count, wherever a merge key brings a list of the same name', () => {
  const lists = 'd: &d\n  rules:\n  - name: shared\n';
  const own = 'rules:\n  - name: a # own\n  - name: b\n';
  const kind = policyKind('vulnerability/images');
  for (const text of [`${lists}<<: *d\n${own}`, `${lists}${own}<<: *d\n`]) {
    const document = readPolicyText(text, 'yaml', kind);
    const value = document.value();
    assert.deepEqual(
      arrayAt(value ?? new Map(), 'rules').map((rule) => isJsonObject(rule) && rule.get('name')),
      ['a', 'b'],
    );
    // The digest of the rules and the whole value agree, because one is shown and the other one is sent.
    assert.equal(documentHash(document, kind), value && canonicalHash(kind, value));
    const moved = applyEdits(text, moveRules(document, 'rules', [0], 2));
    assert.equal(moved, text.replace(own, 'rules:\n  - name: b\n  - name: a # own\n'));
  }
  const emptied = readPolicyText(`${lists}<<: *d\nrules: []\n`, 'yaml', kind);
  assert.deepEqual(emptied.value()?.get('rules'), []);
});

test('a key is renamed where it stands, unless others take it over', () => {
  const rename = (text: string) => (document: PolicyDocument) => {
    const start = text.indexOf('nam:');
    const change = (rule: JsonValue) => valueRenamed(rule, ['nam'], 'name');
    return changedMember(document, place(0), ['nam'], change, [{ start, end: start + 3, text: 'name' }]);
  };
  const own = 'rules:\n  - nam: a # c\n';
  assert.equal(edited(own, rename(own)), 'rules:\n  - name: a # c\n');
  const shared = 'rules:\n  - &x\n    nam: a\n  - <<: *x\n    v: 1\n';
  refused(shared, rename(shared), /change "#2" as well/);
  const twice = 'rules:\n  - nam: a # c\n    name: b\n';
  refused(twice, rename(twice), /would/);
});
