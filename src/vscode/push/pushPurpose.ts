import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { describeCounts } from '../workspace/describeSteps.ts';

/** What a push is for: to bring edits to the console, or to bring back a state it had. `of` is the push that is meant. */
export type PushPurpose =
  | { readonly kind: 'push' }
  /** As it was before that push. */
  | { readonly kind: 'undo'; readonly of: Date }
  /** As it was before that undo. */
  | { readonly kind: 'redo'; readonly of: Date }
  /** As it was before that push, or as that push left it. */
  | { readonly kind: 'restore'; readonly to: 'before' | 'after'; readonly of: Date };

export const ownEdits: PushPurpose = { kind: 'push' };

/** Everything that is said of a push for its purpose: never the same words for different things. */
export interface PurposeWords {
  /** Ends the name of the plan's document. */
  readonly suffix: string;
  /** First line of the plan's document; a plan of own edits needs none. */
  readonly heading?: string;
  readonly question: string;
  /** The consequence, beside the counts. */
  readonly consequence: string;
  /** On the button. */
  readonly verb: string;
  readonly progress: string;
  /** Before a reason, when it was refused. */
  readonly refused: string;
  /** When there is nothing to do. */
  readonly nothing: string;
  done(plan: PushPlan): string;
}

export function purposeWords(purpose: PushPurpose, policy: PolicyName, console: string): PurposeWords {
  const { l10n } = vscode;
  if (purpose.kind === 'push') {
    return {
      suffix: '',
      question: l10n.t('Push {0} to {1}?', policy, console),
      consequence: l10n.t('The rules take effect at once.'),
      verb: l10n.t('Push'),
      progress: l10n.t('Pushing {0} to {1}', policy, console),
      refused: l10n.t('Not pushed'),
      nothing: l10n.t('Nothing to push: {0} of {1} already holds the same rules.', policy, console),
      done: ({ counts }) => l10n.t('Pushed {0} to {1}: {2}.', policy, console, describeCounts(counts)),
    };
  }
  const when = momentWords(purpose.of);
  switch (purpose.kind) {
    case 'undo':
      return {
        suffix: ' (undo)',
        heading: l10n.t('Undo: {0} on {1} as it was before the push of {2}', policy, console, when),
        question: l10n.t('Undo the push of {0} to {1} of {2}?', policy, console, when),
        consequence: l10n.t('The rules go back to what they were before that push, at once.'),
        verb: l10n.t('Undo Push'),
        progress: l10n.t('Undoing the push of {0} to {1}', policy, console),
        refused: l10n.t('Not undone'),
        nothing: l10n.t(
          'Nothing to undo: {0} of {1} is as it was before the push of {2}.',
          policy,
          console,
          when,
        ),
        done: ({ counts }) =>
          l10n.t(
            'Undone: {0} on {1} is again as it was before the push of {2} ({3}).',
            policy,
            console,
            when,
            describeCounts(counts),
          ),
      };
    case 'redo':
      return {
        suffix: ' (redo)',
        heading: l10n.t('Redo: {0} on {1} as it was before the undo of {2}', policy, console, when),
        question: l10n.t('Redo what was undone of {0} on {1} at {2}?', policy, console, when),
        consequence: l10n.t('The rules go back to what they were before the undo, at once.'),
        verb: l10n.t('Redo Push'),
        progress: l10n.t('Redoing the push of {0} to {1}', policy, console),
        refused: l10n.t('Not redone'),
        nothing: l10n.t(
          'Nothing to redo: {0} of {1} is as it was before the undo of {2}.',
          policy,
          console,
          when,
        ),
        done: ({ counts }) =>
          l10n.t(
            'Redone: {0} on {1} is again as it was before the undo of {2} ({3}).',
            policy,
            console,
            when,
            describeCounts(counts),
          ),
      };
    case 'restore':
    default: {
      const isBefore = purpose.to === 'before';
      return {
        suffix: ' (restore)',
        heading: isBefore
          ? l10n.t('Restore: {0} on {1} as it was before the push of {2}', policy, console, when)
          : l10n.t('Restore: {0} on {1} as the push of {2} left it', policy, console, when),
        question: isBefore
          ? l10n.t('Restore {0} on {1} as it was before the push of {2}?', policy, console, when)
          : l10n.t('Restore {0} on {1} as the push of {2} left it?', policy, console, when),
        consequence: l10n.t('Everything that was changed there since is undone, at once.'),
        verb: l10n.t('Restore'),
        progress: l10n.t('Restoring {0} on {1}', policy, console),
        refused: l10n.t('Not restored'),
        nothing: isBefore
          ? l10n.t(
              'Nothing to restore: {0} of {1} is as it was before the push of {2}.',
              policy,
              console,
              when,
            )
          : l10n.t('Nothing to restore: {0} of {1} is as the push of {2} left it.', policy, console, when),
        done: ({ counts }) =>
          isBefore
            ? l10n.t(
                'Restored {0} on {1} as it was before the push of {2} ({3}).',
                policy,
                console,
                when,
                describeCounts(counts),
              )
            : l10n.t(
                'Restored {0} on {1} as the push of {2} left it ({3}).',
                policy,
                console,
                when,
                describeCounts(counts),
              ),
      };
    }
  }
}

/** Date and time where the person is. */
function momentWords(at: Date): string {
  return at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
}
