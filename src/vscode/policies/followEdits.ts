import { policyKinds } from '../../core/policy/families.ts';
import { policyStates } from '../../core/sync/policyStatus.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { fileState, mayHaveEdits } from '../workspace/shownState.ts';

/** Sets the context keys for commands that need a pulled or an edited policy. An unreadable file counts as edited. */
export function followEdits({
  consoles,
  models,
  contextKeys,
}: Pick<FeatureServices, 'consoles' | 'models' | 'contextKeys'>): Disposable {
  return models.onDidChange(() => {
    const read = consoles.consoles.flatMap(({ id }) =>
      policyKinds.flatMap(({ name }) => models.status(id, name) ?? []),
    );
    contextKeys.set(
      'ordinance.hasPulled',
      read.some((status) => policyStates[fileState(status)].hasFile),
    );
    contextKeys.set('ordinance.hasEdits', read.some(mayHaveEdits));
  });
}
