import type { PushRisk } from '../../core/policy/pushRisk.ts';
import type { LostChange, PushPlan } from '../../core/sync/outcomes.ts';
import type { PushConfirmation, PushNeed } from '../../core/sync/pushNeeds.ts';
import { ExpectedError } from '../../core/util/errors.ts';

/** What was said by options where a person would be asked. */
export interface Confirmations {
  readonly confirm?: string;
  readonly empty: readonly string[];
  readonly 'allow-removals': boolean;
  readonly 'allow-open': boolean;
  readonly 'allow-unpulled': boolean;
  readonly 'allow-foreign': boolean;
  readonly 'allow-failing-tests': readonly string[];
}

/** Whoever names another console thinks of another push. Throws ExpectedError `not-confirmed`. */
export function checkConfirmed(console: string, { confirm = console }: Confirmations): void {
  if (confirm !== console) {
    throw new ExpectedError(
      'not-confirmed',
      `--confirm names ${confirm}, and the push goes to ${console}. Nothing was sent.`,
      { advice: `Give --confirm ${console}, or push to what is meant.` },
    );
  }
}

/** What an option says of a need, by name as a push wants it. Throws when the option was not given. */
export function confirmNeed(
  { ref: { policy }, restores }: PushPlan,
  need: PushNeed,
  given: Confirmations,
): PushConfirmation {
  const refuse = (isGiven: boolean, message: string, advice: string): void => {
    if (!isGiven) {
      throw new ExpectedError(need.kind, message, { advice });
    }
  };
  switch (need.kind) {
    case 'protected':
      refuse(
        given.confirm === need.name,
        `${need.name} is protected. Nothing was sent.`,
        `Give --confirm ${need.name}.`,
      );
      return { console: need.name };
    case 'empties-policy':
      refuse(
        given.empty.includes(policy),
        `The push would delete every rule of ${policy}.`,
        `Give --empty ${policy}. Nothing was sent.`,
      );
      return { policy };
    case 'many-removed':
      refuse(
        given['allow-removals'],
        `The push would ${removalWords(need.risk, policy)}.`,
        'Give --allow-removals. Nothing was sent.',
      );
      return { removed: need.risk.removed };
    case 'may-still-arrive': {
      const until = new Date(Math.max(...need.pushes.map((push) => push.until.getTime())));
      refuse(
        given['allow-open'],
        `An earlier push of ${policy} may still arrive, until ${until.toISOString()}, and would take this one back.`,
        'Wait until then, or give --allow-open. Nothing was sent.',
      );
      return { earlier: need.pushes.map(({ pushId }) => pushId) };
    }
    case 'unpulled': {
      refuse(
        given['allow-unpulled'],
        `The push of ${policy} would ${undoneWords(need.changes)}. That the file was made from it is only what the repository says.`,
        // No plan on file restores anything.
        `${restores === undefined ? 'Push a plan on file, pull' : 'Pull'}, or give --allow-unpulled. Nothing was sent.`,
      );
      return { unpulled: need.changes.map(({ name }) => name) };
    }
    case 'failing-tests':
      refuse(
        given['allow-failing-tests'].includes(policy),
        `Tests of ${policy} do not hold: ${need.tests.failing.map(({ name }) => `"${name}"`).join(', ')}.`,
        `Give --allow-failing-tests ${policy}. Nothing was sent.`,
      );
      return { failing: policy };
    case 'foreign-snapshot':
      refuse(
        given['allow-foreign'],
        `The push of ${policy} that would be undone was not written by this machine: what it says may be anybody's.`,
        'Look at it with --dry-run, and give --allow-foreign; or give the key that it was written with in ORDINANCE_MACHINE_KEY. Nothing was sent.',
      );
      return { foreign: need.snapshot };
    case 'override':
    default:
      throw new ExpectedError('not-confirmed', `The push of ${policy} can only be confirmed in the editor.`, {
        advice: 'Nothing was sent.',
      });
  }
}

function undoneWords(changes: readonly LostChange[]): string {
  const named = (which: (change: LostChange['change']) => boolean): string =>
    changes
      .filter(({ change }) => which(change))
      .map(({ rule, changedPlacesWith: other }) =>
        rule === undefined ? '(document)' : other === undefined ? `"${rule}"` : `"${rule}" and "${other}"`,
      )
      .join(', ');
  const parts = [
    ['remove, change or move what was never pulled here', named((change) => change === 'unknown')],
    [
      'undo what was done there since the last pull or push here',
      named((change) => change !== 'unknown' && change !== 'remove'),
    ],
    ['bring back what was removed there', named((change) => change === 'remove')],
  ] as const;
  return parts.flatMap(([words, names]) => (names === '' ? [] : [`${words}: ${names}`])).join('; and ');
}

function removalWords({ rules, most }: PushRisk, policy: string): string {
  const verb = rules.every(({ reason }) => reason === 'removed') ? 'remove' : 'remove, disable or replace';
  const list = rules.map(({ name, reason }) => `"${name}" (${reason})`).join(', ');
  // Of two lists no one number can be told.
  const many = rules.length === most.count ? `${rules.length} of ${most.of}` : String(rules.length);
  return `${verb} ${many} ${rules.length === 1 && most.of === 1 ? 'rule' : 'rules'} of ${policy}: ${list}`;
}
