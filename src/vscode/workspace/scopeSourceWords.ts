import { l10n } from '../../core/util/l10n.ts';
import type { ScopeSource } from './consoleLookups.ts';

const dayMs = 86_400_000;

/** The source of the collection contents, its age and its read problems, one sentence each. */
export function scopeSourceWords(
  { kind, at, consoleProblem, fileProblem }: ScopeSource,
  now: Date = new Date(),
): readonly string[] {
  const when = at ? ageWords(at, now) : '';
  const from = {
    console: l10n.t('Collections: from the console ({0}).', when),
    file: l10n.t('Collections: from collections.yaml ({0}). The console was not queried.', when),
    nothing: l10n.t(
      'The contents of the collections are unknown: the console was not read, and there is no collections.yaml. Rules are compared by the names of their collections.',
    ),
  }[kind];
  return [
    from,
    ...(consoleProblem === undefined
      ? []
      : [
          kind === 'console'
            ? l10n.t('Could not read the collections again: {0}', consoleProblem)
            : l10n.t('Could not read the collections: {0}', consoleProblem),
        ]),
    ...(fileProblem === undefined ? [] : [l10n.t('Could not read the saved data: {0}', fileProblem)]),
  ];
}

/** The time for today, else the date with the number of days. */
function ageWords(at: Date, now: Date): string {
  const days = Math.floor((now.getTime() - at.getTime()) / dayMs);
  if (days < 1) {
    return at.toLocaleTimeString();
  }
  return days === 1
    ? l10n.t('{0}, 1 day old', at.toLocaleDateString())
    : l10n.t('{0}, {1} days old', at.toLocaleDateString(), days);
}
