import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, isJsonObject } from '../../../src/core/json/json.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { SandboxState } from '../../../src/sandbox/sandboxState.ts';
import { editRules } from '../../sandbox/editRules.ts';

const object = (plain: object): JsonObject => fromPlain(plain) as JsonObject;

function stateWith(...names: string[]): SandboxState {
  const state = new SandboxState(() => Date.parse('2027-01-01T00:00:00Z'));
  names.forEach((name) => state.collections.set(name, object({}), 'admin', ''));
  return state;
}

const rule = (name: string, ...collections: string[]): JsonObject =>
  object({ name, collections: collections.map((one) => ({ name: one })) });

const namesOf = (state: SandboxState, policy: PolicyName): unknown[] =>
  (state.policies.read(policy).get('rules') as JsonObject[]).map((one) => one.get('name'));

test('a colleague edits rules in place', () => {
  const state = stateWith('a');
  state.policies.replace('runtime/host', object({ rules: [] }));
  editRules(state, 'runtime/host', () => [rule('x', 'a'), rule('y', 'a'), rule('lost', 'unknown')]);
  editRules(state, 'runtime/host', (rules) => rules.toReversed());
  assert.deepEqual(namesOf(state, 'runtime/host'), ['y', 'x']);
});

test('stored data may hold what a write would refuse, and reads back as it is', () => {
  const state = stateWith('a');
  state.policies.set(
    'runtime/host',
    object({ rules: [{ name: 'x' }, { name: 'x' }, null, { collections: null }] }),
  );
  assert.deepEqual(
    state.policies.read('runtime/host'),
    object({ rules: [{ name: 'x' }, { name: 'x' }, null, { collections: null }] }),
  );
});

test('network entities keep their whole collections on read and only names in store', () => {
  const state = stateWith('a');
  const entity = { _id: 1, name: 'e', type: 'container', collections: [{ name: 'a', images: ['x'] }] };
  state.policies.replace(
    'cnns/network',
    object({ networkEntities: [entity, { ...entity, collections: [{ name: 'z' }] }] }),
  );
  const [stored, ...none] = state.policies.get('cnns/network').get('networkEntities') as JsonObject[];
  assert.deepEqual(none, []);
  assert.deepEqual(stored?.get('collections'), [object({ name: 'a' })]);
  const [read] = state.policies.read('cnns/network').get('networkEntities') as JsonObject[];
  assert.ok(read);
  const [collection] = read.get('collections') as JsonObject[];
  assert.ok(isJsonObject(collection) && collection.has('clusters'));
});
