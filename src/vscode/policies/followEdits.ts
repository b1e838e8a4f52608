import type { Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { shownStates, type ShownState } from '../workspace/shownState.ts';

/** Sets the context keys for commands that need a pulled or an edited policy. An unreadable file counts as edited. */
export function followEdits({
  consoles,
  models,
  contextKeys,
}: Pick<FeatureServices, 'consoles' | 'models' | 'contextKeys'>): Disposable {
  return models.onDidChange(() => {
    const all = consoles.consoles.flatMap(({ id }) => models.states(id));
    contextKeys.set('ordinance.hasPulled', all.some(hasFile));
    contextKeys.set('ordinance.hasEdits', all.some(mayBeEdited));
  });
}

const unreadable: ReadonlySet<ShownState> = new Set(['problems', 'invalid', 'unknown']);

const hasNone: ReadonlySet<ShownState> = new Set(['not-pulled', 'file-gone', 'failed']);

/** A failed policy may have no file. */
function hasFile(state: ShownState): boolean {
  return !hasNone.has(state);
}

function mayBeEdited(state: ShownState): boolean {
  return shownStates[state].hasEdits === true || unreadable.has(state);
}
