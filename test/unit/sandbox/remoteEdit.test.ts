import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { policyKind, policyKinds, type PolicyName } from '../../../src/core/policy/families.ts';
import { fromPlain, isJsonObject, stringAt, toPlain } from '../../../src/core/json/json.ts';
import type { JsonObject, JsonValue } from '../../../src/core/json/json.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { checkShape } from '../../../src/sandbox/checkShape.ts';
import {
  editedPolicy,
  remoteEditKinds,
  type RemoteEdit,
  type RemoteEditRequest,
} from '../../../src/sandbox/remoteEdit.ts';
import { sampleState, type SandboxState } from '../../../src/sandbox/sandboxState.ts';

function filled(): SandboxState {
  return sampleState(() => Date.parse('2027-01-01T00:00:00Z'));
}

function simulateRemoteEdit(
  { policies, collections }: SandboxState,
  request: RemoteEditRequest & { readonly policy: PolicyName },
): RemoteEdit {
  const kind = policyKind(request.policy);
  const names = collections.all().map((row) => stringAt(row, 'name') ?? '');
  const { next, edit } = editedPolicy(kind, policies.read(kind.name), names, request);
  policies.replace(kind.name, next);
  return edit;
}

const rulesOf = (state: SandboxState, policy: PolicyName, array = 'rules'): JsonObject[] =>
  (state.policies.get(policy).get(array) as JsonValue[]).filter(isJsonObject);
const namesOf = (state: SandboxState, policy: PolicyName): string[] =>
  rulesOf(state, policy).map((rule) => stringAt(rule, 'name') ?? '');
const at = (value: JsonValue | undefined, ...path: string[]): unknown =>
  toPlain(
    path.reduce<JsonValue>((now, key) => (isJsonObject(now) ? (now.get(key) ?? null) : null), value ?? null),
  );
const policy = 'vulnerability/images';

test('a colleague adds a rule of their own above the last one, again under another name', () => {
  const state = filled();
  const before = namesOf(state, policy);
  simulateRemoteEdit(state, { policy, kind: 'add' });
  const edit = simulateRemoteEdit(state, { policy, kind: 'add' });
  assert.deepEqual(
    namesOf(state, policy),
    before.toSpliced(-1, 0, 'A colleague was here', 'A colleague was here 2'),
  );
  assert.equal(edit.detail, 'A colleague was here 2');
  const added = rulesOf(state, policy).at(-2);
  const [original] = rulesOf(state, policy);
  assert.equal(stringAt(added as JsonObject, 'owner'), 'colleague');
  assert.notDeepEqual(at(added, 'collections'), at(original, 'collections'));
});

test('a colleague moves a rule by one place, and the last one up', () => {
  const state = filled();
  const [a = '', b = '', ...rest] = namesOf(state, policy);
  simulateRemoteEdit(state, { policy, kind: 'move', rule: a });
  assert.deepEqual(namesOf(state, policy), [b, a, ...rest]);
  const last = rest.at(-1) ?? '';
  simulateRemoteEdit(state, { policy, kind: 'move', rule: last });
  assert.equal(namesOf(state, policy).at(-2), last);
});

test('the only rule is not said to have moved', () => {
  const state = filled();
  state.policies.replace(policy, new Map([['rules', rulesOf(state, policy).slice(0, 1)]]));
  assert.equal(namesOf(state, policy).length, 1);
  assert.throws(() => simulateRemoteEdit(state, { policy, kind: 'move' }), ExpectedError);
});

test('a colleague deletes a rule', () => {
  const state = filled();
  const [a = '', ...rest] = namesOf(state, policy);
  assert.equal(simulateRemoteEdit(state, { policy, kind: 'delete', rule: a }).rule, a);
  assert.deepEqual(namesOf(state, policy), rest);
});

test('a colleague edits the notes, or the member that is named, to what nobody else made of it', () => {
  const state = filled();
  const [a = ''] = namesOf(state, policy);
  simulateRemoteEdit(state, { policy, kind: 'edit', rule: a });
  assert.equal(at(rulesOf(state, policy)[0], 'notes'), 'Changed by a colleague');
  const before = at(rulesOf(state, policy)[0], 'alertThreshold', 'value');
  const excluded = fromPlain(10);
  simulateRemoteEdit(state, { policy, kind: 'edit', rule: a, member: ['alertThreshold', 'value'], excluded });
  const after = at(rulesOf(state, policy)[0], 'alertThreshold', 'value');
  assert.notEqual(after, before);
  assert.notEqual(after, 10);
  assert.ok([0, 1, 4, 7, 9].includes(Number(after)), String(after));
});

test('the console works out the effect of a rule, whatever a colleague writes', () => {
  const state = filled();
  const [first = new Map()] = rulesOf(state, policy);
  state.policies.replace(
    policy,
    new Map([
      [
        'rules',
        ['alert, block', 'prevent'].map(
          (effect, id) => new Map([...first, ['name', `${id}`], ['effect', effect]]),
        ),
      ],
    ]),
  );
  for (const rule of ['0', '1']) {
    simulateRemoteEdit(state, { policy, kind: 'edit', rule, member: ['effect'] });
  }
  const effects = rulesOf(state, policy).map((rule) => stringAt(rule, 'effect'));
  assert.deepEqual(effects, ['alert, block', 'alert, block']);
});

test('a colleague gives every effect another value that the policy can have, whatever somebody else made of it', () => {
  const words = ['alert', 'block', 'prevent', 'ignore', 'disable', 'allow'];
  const placesOf = (rule: JsonObject, path: readonly string[] = []): (readonly string[])[] =>
    [...rule].flatMap(([key, value]) => {
      const here = [...path, key];
      return isJsonObject(value)
        ? placesOf(value, here)
        : /effect$/i.test(key) || (typeof value === 'string' && words.includes(value))
          ? [here]
          : [];
    });
  const checked = new Set<string>();
  for (const kind of policyKinds) {
    for (const { key } of kind.arrays) {
      for (const member of placesOf(rulesOf(filled(), kind.name, key)[0] ?? new Map())) {
        for (const excluded of words) {
          const state = filled();
          try {
            simulateRemoteEdit(state, { policy: kind.name, kind: 'edit', array: key, member, excluded });
          } catch (error) {
            assert.ok(error instanceof ExpectedError);
            continue;
          }
          const [rule = new Map()] = rulesOf(state, kind.name, key);
          const document = readPolicyText(writeJson(new Map([[key, [rule]]])), 'json', kind);
          const wrong = new PolicyChecker().check(document).filter(({ code }) => code === 'schema-enum');
          assert.deepEqual(wrong, [], `${kind.name} ${member.join('.')} excluded ${excluded}`);
          checked.add(`${kind.name} ${member.join('.')}`);
        }
      }
    }
  }
  assert.ok(checked.size > 40, String(checked.size));
});

test('of a yes or no that somebody turned there is no third', () => {
  const state = filled();
  const member = ['alertThreshold', 'disabled'];
  const before = Boolean(at(rulesOf(state, policy)[0], ...member));
  assert.throws(
    () => simulateRemoteEdit(state, { policy, kind: 'edit', member, excluded: !before }),
    (error) => error instanceof ExpectedError && /alertThreshold\.disabled/.test(error.message),
  );
});

test('every kind of edit works on every list of every policy with a rule, and the console accepts the result', () => {
  for (const edit of remoteEditKinds) {
    const state = filled();
    for (const kind of policyKinds) {
      for (const { key } of kind.arrays) {
        const before = rulesOf(state, kind.name, key);
        if (before.length === 0) {
          continue;
        }
        simulateRemoteEdit(state, { policy: kind.name, kind: edit, array: key });
        const after = rulesOf(state, kind.name, key);
        assert.notDeepEqual(after, before, `${edit} in ${kind.name}`);
        assert.equal(
          after.length - before.length,
          { add: 1, move: 0, edit: 0, delete: -1 }[edit],
          `${edit} in ${kind.name}`,
        );
        checkShape(kind, state.policies.get(kind.name));
      }
    }
  }
});

test('what cannot be edit is said, and nothing changes', () => {
  const state = filled();
  const before = policyKinds.map(({ name }) => state.policies.get(name));
  for (const [request, why] of [
    [{ policy, kind: 'delete', rule: 'nobody' }, /no rule named "nobody"/],
    [{ policy, kind: 'add', array: 'hostRules' }, /no list hostRules/],
  ] as const) {
    assert.throws(() => simulateRemoteEdit(state, request), why);
  }
  for (const [index, { name }] of policyKinds.entries()) {
    assert.equal(state.policies.get(name), before[index], name);
  }
});
