import { policyKind } from '../../core/policy/families.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';

export type FollowLiveDeps = Pick<FeatureServices, 'consoles' | 'syncs' | 'liveDocuments' | 'report'>;

/** Documents that show live say what was read of it last: after a push, too. */
export function followLive({ consoles, syncs, liveDocuments, report }: FollowLiveDeps): Disposable {
  return syncs.onDidChange(({ consoleId, policy }) => {
    const console = consoles.get(consoleId);
    const kind = policyKind(policy);
    const text = console && kind && syncs.of(console).lastLive(kind)?.text;
    if (console && text !== undefined) {
      void liveDocuments
        .follow(console, policy, text)
        .catch((error: unknown) => report('live document', error));
    }
  });
}
