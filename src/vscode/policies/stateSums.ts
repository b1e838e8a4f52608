import { l10n } from '../../core/util/l10n.ts';
import type { PolicyStatus } from '../../core/sync/policyStatus.ts';
import type { StateCount } from '../../core/sync/policyStatus.ts';
import { attentionGroup, shownStates, type ShownState } from '../workspace/shownState.ts';

interface StateSums {
  readonly counts: Readonly<Record<StateCount, number>>;
  readonly words: readonly string[];
}

/** The numbers of policies in words, in this order. */
const sumWords: Readonly<Record<StateCount, (count: number) => string>> = {
  edits: (count) => l10n.t('{0} edited', count),
  drift: (count) => l10n.t('{0} changed on the console', count),
  conflicts: (count) => l10n.t('{0} to merge', count),
  gone: (count) => l10n.t('{0} with missing file', count),
  problems: (count) => l10n.t('{0} with a problem', count),
};

/** The policies that source control lists, each counted once. */
export function attentionOf(statuses: readonly (PolicyStatus | undefined)[]): StateSums {
  return sumsOf(statuses.map(attentionGroup));
}

/** Counts the policies that need attention, each once. */
export function stateSums(states: readonly ShownState[]): StateSums {
  return sumsOf(states.map((state) => shownStates[state].countsAs));
}

function sumsOf(kinds: readonly (StateCount | undefined)[]): StateSums {
  const counts: Record<StateCount, number> = { edits: 0, drift: 0, conflicts: 0, gone: 0, problems: 0 };
  for (const kind of kinds) {
    if (kind) {
      counts[kind]++;
    }
  }
  const words = Object.entries(sumWords).map(([kind, words]) => {
    const count = counts[kind as StateCount];
    return count === 0 ? [] : [words(count)];
  });
  return { counts, words: words.flat() };
}
