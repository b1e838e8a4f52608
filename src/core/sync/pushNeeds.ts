import { changeCounts, isWeaker } from '../order/effect/change.ts';
import { isUnusual } from '../policy/pushRisk.ts';
import { ExpectedError } from '../util/errors.ts';
import { l10n } from '../util/l10n.ts';
import { sentence } from '../util/sentence.ts';
import { isUnsure, removalLines, removalQuestion, riskOf, shortened, weakerLines } from './needDetails.ts';
import type { PushPlan } from './outcomes.ts';
import { factLines } from './planFacts.ts';

/** Question to a person that confirms a need. */
export interface NeedQuestion {
  /** Verb, object and risk. */
  readonly message: string;
  readonly detail: readonly string[];
  /** The verb on the button. */
  readonly verb: string;
  /** The name that a person also has to type. */
  readonly typed?: string | undefined;
}

/** The option of the command line that confirms a need: a switch, or the name of the policy or console. */
interface NeedOption {
  readonly name: string;
  readonly argument?: 'POLICY' | 'CONSOLE';
  readonly several?: true;
  readonly description: string;
}

interface NeedRow {
  /** Returns the names that a confirmation has to contain; undefined when the plan lacks this need. */
  readonly find: (plan: PushPlan, context: NeedContext) => readonly string[] | undefined;
  readonly question: (plan: PushPlan) => Omit<NeedQuestion, 'detail'>;
  /** Facts behind the need, a line each, for the question and the refusal. */
  readonly reasons?: (plan: PushPlan) => readonly string[];
  /** Alternative to a confirmation, after "or". */
  readonly instead?: string;
  readonly option?: NeedOption;
  /** Text for readers of the push record. */
  readonly record: string;
}

interface NeedContext {
  readonly isProtected: boolean;
  /**
   * Share of a list's rules, at most 1; removing more needs a confirmation. With 1, only a removed built-in
   * rule needs one.
   */
  readonly removedShare: number;
}

/** Share of a list's rules; removing more requires typing the policy name. */
const TYPED_SHARE = 0.5;

/**
 * All needs that a push confirms by name, with their texts. The editor asks the questions, and the command
 * line reads the options. The push requires the names, and the journal keeps the record.
 */
const rows = {
  override: {
    find: ({ overrides }) => named(overrides?.lost),
    question: ({ ref: { policy, console }, overrides }) => {
      const lost = overrides?.lost ?? [];
      return {
        message: isUnsure(lost)
          ? l10n.t('Override {0} on {1}, although its base is unknown?', policy, console)
          : lost.length === 1
            ? l10n.t('Undo 1 change that someone else made to {0} on {1}?', policy, console)
            : l10n.t('Undo {0} changes that someone else made to {1} on {2}?', lost.length, policy, console),
        verb: l10n.t('Override'),
        typed: policy,
      };
    },
    reasons: (plan) => [
      ...shortened(factLines(plan, 'overrides')),
      ...(plan.restores === undefined
        ? [l10n.t('A merge keeps both sides and asks you where they conflict.')]
        : []),
    ],
    instead: 'merge',
    // With an unknown base, it is also unknown whether anyone changed the policy.
    record: 'changes on the console, or an unknown base, are overridden',
  },
  'may-still-arrive': {
    find: ({ earlier = [] }) => (earlier.length > 0 ? earlier.map(({ pushId }) => pushId) : undefined),
    question: ({ ref: { policy, console } }) => ({
      message: l10n.t('Push {0} to {1}, although an earlier push is unresolved?', policy, console),
      verb: l10n.t('Push Anyway'),
    }),
    reasons: (plan) => factLines(plan, 'earlier'),
    instead: 'wait until then',
    option: {
      name: 'allow-unresolved',
      description: 'pushes although an earlier push is unresolved and may undo this push',
    },
    record: 'an earlier, unresolved push may undo this push',
  },
  unpulled: {
    find: ({ unpulled }) => named(unpulled),
    question: ({ ref: { policy, console }, unpulled = [] }) => ({
      message: unpulled.some(({ change }) => change === 'unknown')
        ? l10n.t(
            'Push {0} to {1}, and overwrite rules that were never pulled on this computer?',
            policy,
            console,
          )
        : l10n.t('Push {0} to {1}, and undo changes made on the console?', policy, console),
      verb: l10n.t('Push Anyway'),
    }),
    reasons: (plan) => shortened(factLines(plan, 'unpulled')),
    instead: 'pull, or set ORDINANCE_MACHINE_KEY to the same value for all runs',
    option: {
      name: 'allow-unpulled',
      description:
        'allows a push whose base was never pulled on this computer, and which may undo changes of someone else; a plan file needs no such option',
    },
    record: 'the base was never pulled on this computer, so changes of someone else may be undone',
  },
  'foreign-snapshot': {
    find: ({ restoresForeign, restores = '' }) => (restoresForeign ? [restores] : undefined),
    question: ({ ref: { policy, console } }) => ({
      message: l10n.t('Restore {0} on {1} from a push that this computer did not record?', policy, console),
      verb: l10n.t('Restore Anyway'),
    }),
    reasons: () => [
      l10n.t(
        'The record came with the repository, from another computer or from an earlier version. Anyone may have written it. Review the plan first.',
      ),
    ],
    instead: 'give the key that recorded it in ORDINANCE_MACHINE_KEY',
    option: {
      name: 'allow-unverified',
      description: 'allows a restore from a record that this computer did not write',
    },
    record: 'another computer recorded the restored push',
  },
  unchecked: {
    find: ({ ref, collectionsUnchecked }) => (collectionsUnchecked === undefined ? undefined : [ref.policy]),
    question: ({ ref: { policy, console } }) => ({
      message: l10n.t('Push {0} to {1}, although its collections could not be checked?', policy, console),
      verb: l10n.t('Push Unchecked'),
    }),
    reasons: (plan) => factLines(plan, 'collectionsUnchecked'),
    instead: 'let the key read collections',
    option: {
      name: 'allow-unchecked',
      description: 'pushes although the console does not let its collections be read',
    },
    record: 'collections were not checked',
  },
  'failing-tests': {
    find: ({ ref, tests }) => (tests?.mustHold && tests.failing.length > 0 ? [ref.policy] : undefined),
    question: ({ ref: { policy, console }, tests }) => {
      const { failing = [], count = 0 } = tests ?? {};
      return {
        message:
          failing.length === 1
            ? l10n.t('Push {0} to {1}, although 1 of {2} tests fails?', policy, console, count)
            : l10n.t(
                'Push {0} to {1}, although {2} of {3} tests fail?',
                policy,
                console,
                failing.length,
                count,
              ),
        verb: l10n.t('Push Anyway'),
      };
    },
    // A test name at the start of a line could pass for another question.
    reasons: ({ tests }) => shortened((tests?.failing ?? []).map(({ name, why }) => `- ${name}: ${why}`)),
    option: {
      name: 'allow-failing-tests',
      argument: 'POLICY',
      several: true,
      description: 'allows the push although tests of that policy fail',
    },
    record: 'tests of the policy fail',
  },
  'empties-policy': {
    find: ({ ref, emptiesPolicy }) => (emptiesPolicy ? [ref.policy] : undefined),
    question: ({ ref: { policy, console } }) => ({
      message: l10n.t('Delete every rule of {0} on {1}?', policy, console),
      verb: l10n.t('Delete All Rules'),
    }),
    option: {
      name: 'allow-empty',
      argument: 'POLICY',
      several: true,
      description: 'allows the push to delete every rule of that policy',
    },
    record: 'every rule is deleted',
  },
  'many-removed': {
    find: (plan, { removedShare }) => {
      const risk = plan.emptiesPolicy ? undefined : riskOf(plan);
      return risk && isUnusual(risk, removedShare) ? risk.removed : undefined;
    },
    question: (plan) => {
      const risk = riskOf(plan);
      const isPlain = risk.rules.every(({ reason }) => reason === 'removed');
      return {
        message: removalQuestion(risk, isPlain, plan.ref),
        verb: isPlain ? l10n.t('Remove and Push') : l10n.t('Push Anyway'),
        typed: risk.share > TYPED_SHARE ? plan.ref.policy : undefined,
      };
    },
    reasons: (plan) => removalLines(riskOf(plan)),
    option: {
      name: 'allow-removals',
      description: 'allows the push to remove or disable many rules of a list, or a built-in rule',
    },
    record: 'rules are removed, disabled or replaced',
  },
  weaker: {
    find: (plan) => (changesOf(plan).some(isWeaker) ? [plan.ref.policy] : undefined),
    question: (plan) => {
      const { policy, console } = plan.ref;
      const { weaker, mixed } = changeCounts(changesOf(plan));
      const count = weaker + mixed;
      return {
        message:
          weaker > 0
            ? count === 1
              ? l10n.t('Weaken 1 decision of {0} on {1}?', policy, console)
              : l10n.t('Weaken {0} decisions of {1} on {2}?', count, policy, console)
            : count === 1
              ? l10n.t('Weaken 1 decision of {0} on {1} in part?', policy, console)
              : l10n.t('Weaken {0} decisions of {1} on {2} in part?', count, policy, console),
        verb: l10n.t('Weaken and Push'),
      };
    },
    reasons: weakerLines,
    option: { name: 'allow-weaker', description: 'allows the push to weaken decisions, also in part' },
    record: 'decisions become weaker, or weaker in part',
  },
  protected: {
    find: ({ ref }, { isProtected }) => (isProtected ? [ref.console] : undefined),
    question: ({ ref: { console } }) => ({
      message: l10n.t('Push to {0}, which is protected?', console),
      verb: l10n.t('Push'),
    }),
    option: {
      name: 'confirm',
      argument: 'CONSOLE',
      description: 'confirms a push to this protected console',
    },
    record: 'the console is protected',
  },
} as const satisfies Readonly<Record<string, NeedRow>>;

type NeedKind = keyof typeof rows;

/** The kinds are also the error codes of the refusals. */
export const needKinds = Object.keys(rows) as readonly NeedKind[];

export const needRow = (kind: NeedKind): NeedRow => rows[kind];

/** A risk that a person or an option has to confirm by name before the push. */
export interface PushNeed {
  readonly kind: NeedKind;
  /** Names that the confirmation has to contain. */
  readonly names: readonly string[];
}

/** The names that were confirmed before a push, by need. */
export type PushConfirmation = { readonly [K in NeedKind]?: readonly string[] };

/**
 * The needs of a plan, in the order in which a person is asked. Removing more than `removedShare` of the rules
 * of a list, at most 1, is such a need.
 */
export function pushNeeds(plan: PushPlan, isProtected: boolean, removedShare: number): PushNeed[] {
  return needKinds.flatMap((kind) => {
    const names = needRow(kind).find(plan, { isProtected, removedShare });
    return names ? [{ kind, names }] : [];
  });
}

/** Returns true when the confirmation contains every name of the need. */
export function isConfirmed({ kind, names }: PushNeed, confirmed: PushConfirmation): boolean {
  const confirmedNames = confirmed[kind];
  return confirmedNames !== undefined && names.every((name) => confirmedNames.includes(name));
}

/** The confirmation of exactly these needs. */
export function confirmationOf(needs: readonly PushNeed[]): PushConfirmation {
  return Object.fromEntries(needs.map(({ kind, names }) => [kind, names]));
}

export function needQuestion(plan: PushPlan, { kind }: Pick<PushNeed, 'kind'>): NeedQuestion {
  const { question, reasons, option } = needRow(kind);
  return { typed: argumentOf(option, plan), ...question(plan), detail: reasons?.(plan) ?? [] };
}

/** The name that confirms a need, after its option and typed in the editor. */
function argumentOf(
  option: NeedOption | undefined,
  { ref: { policy, console } }: PushPlan,
): string | undefined {
  return option?.argument && { POLICY: policy, CONSOLE: console }[option.argument];
}

/** A need of a plan that nothing confirms. */
interface UnconfirmedNeed {
  readonly plan: PushPlan;
  readonly kind: NeedKind;
}

/** The question of a need with the reasons, a line each, and the ways to confirm it. */
export function needRefusalLines({ plan, kind }: UnconfirmedNeed): readonly [...string[], ways: string] {
  const { message, detail } = needQuestion(plan, { kind });
  const { option, instead } = needRow(kind);
  const ways = [
    option && ['give', `--${option.name}`, argumentOf(option, plan)].filter(Boolean).join(' '),
    'confirm it in the editor',
    instead,
  ]
    .filter((way) => way !== undefined)
    .join(', or ');
  return [message, ...detail, `${sentence(ways)}.`];
}

/** Returns the error that refuses a push without these confirmations. */
export function needRefusal(first: UnconfirmedNeed, ...more: readonly UnconfirmedNeed[]): ExpectedError {
  const refusals = [first, ...more].map((need) => {
    const [message, ...rest] = needRefusalLines(need);
    const reasons = rest.slice(0, -1).map((line) => ` ${line.trim().replace(/^- |[.:]$/g, '')}.`);
    return { text: `Not confirmed: ${message}${reasons.join('')}`, ways: rest.at(-1) ?? '' };
  });
  const distinct = (texts: readonly string[]): string => [...new Set(texts)].join(' ');
  return new ExpectedError(first.kind, `${distinct(refusals.map(({ text }) => text))} Nothing was sent.`, {
    advice: distinct(refusals.map(({ ways }) => ways)),
  });
}

/** Text for readers of the push record; a record of another version may name other needs. */
export function confirmedLine(confirmed: readonly string[] = []): string | undefined {
  const words = confirmed
    .map((kind) => needKinds.find((known) => known === kind))
    .map((kind, at) => (kind ? needRow(kind).record : confirmed[at]));
  return words.length === 0 ? undefined : words.join('; ');
}

type Rows = typeof rows;
type OptionOf<K extends NeedKind> = Rows[K] extends { readonly option: infer O extends NeedOption }
  ? O
  : never;

/** The options of the command line, by their names. */
export const needOptions = Object.fromEntries(
  needKinds.flatMap((kind) => {
    const { option } = needRow(kind);
    return option ? [[option.name, option]] : [];
  }),
) as { readonly [K in NeedKind as OptionOf<K>['name']]: OptionOf<K> };

/**
 * Returns true when an option confirms the need: a set switch, or the name of the policy or console. `values`
 * are those of a command line, by the names of options.
 */
export function isAllowed(
  plan: PushPlan,
  { kind }: PushNeed,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const { option } = needRow(kind);
  const value = option && values[option.name];
  return option?.argument === undefined
    ? value === true
    : option.argument === 'CONSOLE'
      ? value === plan.ref.console
      : Array.isArray(value) && value.includes(plan.ref.policy);
}

function named(changes: readonly { readonly name: string }[] = []): readonly string[] | undefined {
  return changes.length > 0 ? changes.map(({ name }) => name) : undefined;
}

function changesOf({ decisionChanges }: PushPlan) {
  return decisionChanges ? [...decisionChanges.decisions, ...decisionChanges.actions] : [];
}
