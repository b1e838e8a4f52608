import { l10n } from '../../core/util/l10n.ts';
import type { Blame } from '../../core/policy/blame.ts';
import { isWritten, changesByRule, type LiveChange } from '../../core/policy/ruleMark.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import { ruleChangeWords, liveChangeWords } from '../workspace/ruleChangeWords.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are listed of each side. */
const MAX_RULES = 8;

/** Without a rule it is told of the members outside of them. */
type NamedChange = Omit<LiveChange, 'by' | 'rule'> & { readonly rule?: string };

type BlameOf = (place: { readonly array: string; readonly rule: string }) => Blame | undefined;

/**
 * Lists the changes without a conflict from either side, whatever is chosen elsewhere. Without a base, every difference is a conflict, so
 * the list is empty.
 */
export function mergedQuietly(session: MergeSession, blame: BlameOf): string[] {
  if (!session.input.base) {
    return [];
  }
  const wordsOfLive = ({ rule, ...named }: NamedChange): string => {
    if (rule === undefined) {
      return outside;
    }
    const by = isWritten(named.change) ? blame({ ...named, rule }) : undefined;
    return liveChangeWords({ ...named, rule, ...(by ? { by } : {}) });
  };
  const outside = l10n.t('Policy-level fields changed');
  const wordsOfMine = ({ rule, change }: NamedChange): string =>
    rule === undefined ? outside : l10n.t('"{0}" {1}', rule, ruleChangeWords(change));
  const { comes, stays } = quietly(session);
  return [
    ...section(l10n.t('From the live policy, without a conflict:'), comes, wordsOfLive, (more) =>
      l10n.t('and {0} more: see Compare', more),
    ),
    ...section(
      l10n.t('From your file, without a conflict and not on the console:'),
      stays,
      wordsOfMine,
      (more) => l10n.t('and {0} more', more),
    ),
  ];
}

interface Quiet {
  /** Conflicts that it depends on, with what was chosen. */
  readonly by: readonly unknown[];
  readonly comes: readonly NamedChange[];
  readonly stays: readonly NamedChange[];
}

/** With thousands of rules it takes long, and most choices change nothing of it. */
const known = new WeakMap<MergeSession, Quiet>();

function quietly(session: MergeSession): Quiet {
  const by = session.result.conflicts
    .filter(({ kind, path }) => kind !== 'field' || path === 'name')
    .flatMap(({ id }) => [id, session.choiceOf(id)]);
  const before = known.get(session);
  if (before && before.by.length === by.length && by.every((one, at) => one === before.by[at])) {
    return before;
  }
  const made = { by, comes: quietOf(session, 'mine'), stays: quietOf(session, 'live') };
  known.set(session, made);
  return made;
}

/** In what the merge differs from one side without anybody being asked. */
function quietOf(session: MergeSession, side: 'mine' | 'live'): readonly NamedChange[] {
  const { kind } = session.input;
  const { steps } = diffPolicies(kind, session.input[side], session.withSide(side));
  const orders = new Set<string>();
  const asked = new Set<string>();
  for (const { kind: what, id, array = '', base, mine, live } of session.result.conflicts) {
    const choice = session.choices.get(id);
    if (what === 'order') {
      orders.add(array);
    } else if (what === 'deleted') {
      for (const rule of [base, mine, live, typeof choice === 'object' ? choice.value : undefined]) {
        asked.add(placeOf(array, ruleName(rule)));
      }
    }
  }
  const ofRules = changesByRule(kind, steps).map(
    ({ array, rule, change: { moved, ...change } }): NamedChange => {
      const names = [rule, change.renamedFrom ?? rule];
      return {
        array,
        rule,
        change: {
          // Whether the rule stays is asked.
          ...(names.some((name) => asked.has(placeOf(array, name))) ? {} : change),
          // Which order holds is asked: nothing has moved yet.
          ...(moved === undefined || orders.has(array) ? {} : { moved }),
        },
      };
    },
  );
  const outside: readonly NamedChange[] = [{ array: '', change: { changed: true } }];
  return [
    ...(steps.some((step) => step.kind === 'document') ? outside : []),
    ...ofRules.filter(({ change }) => Object.keys(change).length > 0),
  ];
}

/** Words are found only for rules that are listed: a merge may bring thousands. */
function section(
  title: string,
  rules: readonly NamedChange[],
  wordsOf: (named: NamedChange) => string,
  moreWords: (count: number) => string,
): string[] {
  if (rules.length === 0) {
    return [];
  }
  const more = rules.length - MAX_RULES;
  return [
    title,
    ...rules.slice(0, MAX_RULES).map((named) => `    ${wordsOf(named)}`),
    ...(more > 0 ? [`    ${moreWords(more)}`] : []),
  ];
}

function placeOf(array: string, rule: string): string {
  return JSON.stringify([array, rule]);
}
