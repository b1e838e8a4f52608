import type { PolicyRef } from '../policy/policyFile.ts';
import { ExpectedError } from '../util/errors.ts';
import type { PushConfirmation, PushNeed } from './pushNeeds.ts';

/** Why a push was refused that needs a word nobody gave. */
export function notConfirmed(
  { console, policy }: PolicyRef,
  need: PushNeed,
  confirmed: PushConfirmation,
): ExpectedError {
  switch (need.kind) {
    case 'protected':
      return new ExpectedError('protected', `${console} is protected. Nothing was sent.`, {
        advice: 'Confirm the push with the name of the console.',
      });
    case 'empties-policy':
      return new ExpectedError(
        'empties-policy',
        `The push would delete every rule of ${policy}. Nothing was sent.`,
        { advice: 'Confirm it with the name of the policy.' },
      );
    case 'override': {
      const unnamed = need.lost.filter(({ name }) => !confirmed.lost?.includes(name));
      return new ExpectedError(
        'loss-not-confirmed',
        `The push of ${policy} would undo changes that were not named: ${unnamed.map(({ name }) => name).join(', ')}. Nothing was sent.`,
        { advice: 'Merge, or name each of them.' },
      );
    }
    case 'may-still-arrive': {
      const until = new Date(Math.max(...need.pushes.map((push) => push.until.getTime())));
      return new ExpectedError(
        'may-still-arrive',
        `An earlier push of ${policy} may still arrive, and would take this one back. Nothing was sent.`,
        { advice: `Look again after ${until.toISOString()}, or plan again and confirm it.` },
      );
    }
    case 'unpulled':
      return new ExpectedError(
        'unpulled',
        `Only the repository says that ${policy} was made from what ${console} holds. Nothing was sent.`,
        { advice: 'Pull it, or name each rule that would be removed, changed or moved.' },
      );
    case 'foreign-snapshot':
      return new ExpectedError(
        'foreign-snapshot',
        'This machine did not write down the push that would be undone. Nothing was sent.',
        { advice: 'Look at what would be restored, and confirm it.' },
      );
    case 'many-removed':
      return new ExpectedError(
        'many-removed',
        `The push would remove, disable or replace rules of ${policy} that came with ${console} and were not named: ${need.risk.builtIn.join(', ')}. Nothing was sent.`,
        { advice: 'Name each rule that is removed, disabled or replaced.' },
      );
    default:
      return new ExpectedError(
        'not-confirmed',
        `The push of ${policy} needs to be confirmed. Nothing was sent.`,
      );
  }
}
