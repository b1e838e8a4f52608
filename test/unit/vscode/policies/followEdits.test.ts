import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { followEdits } from '../../../../src/vscode/policies/followEdits.ts';
import { stateLooks, type ShownState } from '../../../../src/vscode/workspace/shownState.ts';
import type { PolicyChange } from '../../../../src/vscode/workspace/policyModels.ts';

test('there is something to push or to discard in exactly the states in which a file holds what only it holds', () => {
  const changed = new Emitter<PolicyChange>();
  let states: ShownState[] = [];
  const told: unknown[] = [];
  const following = followEdits({
    consoles: { consoles: [{ id: 'a' }] },
    models: { states: () => states, onDidChange: changed.event },
    contextKeys: { set: (key: string, value: boolean) => void told.push([key, value]) },
  } as unknown as Parameters<typeof followEdits>[0]);
  const stateOf = (name: string): unknown => new Map(told as [string, boolean][]).get(name);
  const pulled: ShownState[] = [];
  const edited = (Object.keys(stateLooks) as ShownState[]).filter((state) => {
    states = ['in-sync', state];
    changed.fire({ policies: [], what: new Set(['state']) });
    assert.equal(stateOf('ordinance.hasPulled'), true);
    const isEdited = stateOf('ordinance.hasEdits');
    states = [state];
    changed.fire({ policies: [], what: new Set(['state']) });
    if (stateOf('ordinance.hasPulled')) {
      pulled.push(state);
    }
    return isEdited;
  });
  assert.deepEqual(edited.toSorted(), ['conflict', 'edited', 'invalid', 'problems', 'unknown']);
  assert.deepEqual(
    Object.keys(stateLooks).filter((state) => !pulled.includes(state as ShownState)),
    ['not-pulled', 'file-gone', 'failed'],
  );
  following.dispose();
  told.length = 0;
  changed.fire({ policies: [], what: new Set(['state']) });
  assert.deepEqual(told, []);
});
