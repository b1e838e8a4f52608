import type { FeatureServices } from '../featureServices.ts';
import { originsOf } from '../../core/consoleFile/consoleEntry.ts';
import { firstOf } from '../../core/util/firstLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { RuleAction } from '../../core/order/effect/effectWords.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import type { RowDescription, RowMark } from '../platform/treeView.ts';
import type { RuleSummary } from '../workspace/policyDocuments.ts';
import { actionWords, orderMarkWords, isShadowed, isRedundant } from '../workspace/orderMarkWords.ts';
import { markWords } from '../workspace/ruleChangeWords.ts';
import { type PolicyStatus, policyStates } from '../../core/sync/policyStatus.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';
import {
  stateSums,
  type ShownState,
  fileState,
  type KnownStatus,
  shownState,
  type StateLook,
  stateLooks,
  stateWords,
  statusWords,
} from '../workspace/shownState.ts';

export type RowDeps = Pick<
  FeatureServices,
  'consoles' | 'lastPush' | 'lookups' | 'models' | 'ruleEditor' | 'rules' | 'settings'
>;

export function describeConsole(deps: RowDeps, consoleId: string): RowDescription {
  const { consoles, models, settings } = deps;
  const console = consoles.get(consoleId);
  const access = accessOf(deps, consoleId);
  const isReady = access === 'ready';
  const label = console?.entry.name ?? consoleId;
  const isProtected = console?.entry.protected === true;
  // Without verification, other computers on the way can read and change everything.
  const isUnverified =
    console !== undefined && originsOf(console.entry).every((origin) => settings.skipsVerification(origin));
  const states = models.states(consoleId);
  const isNeverPulled = isReady && states.length > 0 && states.every((state) => state === 'not-pulled');
  const folders = new Set(consoles.consoles.map(({ folder }) => folder.name));
  const accessWords: Readonly<Record<ConsoleAccess, string | undefined>> = {
    ready: undefined,
    flawed: l10n.t('error in ordinance.yaml'),
    'signed-out': l10n.t('signed out'),
    untrusted: l10n.t('workspace not trusted'),
  };
  const details = [
    isUnverified ? l10n.t('CERTIFICATE NOT CHECKED') : undefined,
    accessWords[access],
    isProtected ? l10n.t('protected') : undefined,
    console && new URL(console.entry.url).host,
    folders.size > 1 ? console?.folder.name : undefined,
    // The button of the row pulls the console.
    isNeverPulled ? l10n.t('not pulled · Pull') : sumsOf(states),
  ].filter((part) => part !== undefined);
  return {
    label,
    description: details.join(' · '),
    icon: isUnverified
      ? { id: 'unlock', color: 'editorError.foreground' }
      : access === 'flawed'
        ? { id: 'error', color: 'editorError.foreground' }
        : isReady
          ? { id: isProtected ? 'lock' : 'server-environment' }
          : { id: 'debug-disconnect', color: 'disabledForeground' },
    capabilities: [
      'console',
      ...(isReady ? ['canSignOut', 'canPull', 'canRefresh'] : []),
      ...(access === 'signed-out' ? ['canSignIn'] : []),
      ...(access === 'flawed' ? ['isFlawed'] : []),
    ],
    accessibilityLabel: [l10n.t('Console {0}', label), ...details].join(', '),
    collapsible: 'expanded',
  };
}

export function accessOf({ consoles }: RowDeps, consoleId: string): ConsoleAccess {
  return consoles.get(consoleId)?.access ?? 'signed-out';
}

/** A row above others, without facts of its own. */
export function describeGroup(
  label: string,
  icon: string,
  capabilities: readonly string[],
  description?: string,
): RowDescription {
  return {
    label,
    ...(description !== undefined && { description }),
    icon: { id: icon },
    capabilities,
    accessibilityLabel: description === undefined ? label : `${label}, ${description}`,
    collapsible: 'collapsed',
  };
}

export function sumsOf(states: readonly ShownState[]): string | undefined {
  return stateSums(states).words.join(', ') || undefined;
}

interface PolicyFacts {
  /** Undefined until the first read. */
  readonly status: KnownStatus | undefined;
  readonly access: ConsoleAccess;
  /** True when "Undo Last Push" undoes a push of the policy. */
  readonly canUndo?: boolean;
  /** The present, unless a test says otherwise. */
  readonly now?: Date;
}

export function describePolicy(policy: PolicyKind, facts: PolicyFacts): RowDescription {
  const { status, access } = facts;
  const { title } = policy;
  if (!status) {
    return {
      label: title,
      icon: { id: 'loading~spin' },
      capabilities: ['policy'],
      accessibilityLabel: l10n.t('{0}, being read', title),
      collapsible: 'none',
    };
  }
  const absent = absentWords(status);
  const file = fileState(status);
  const shown = shownState(status);
  const look = absent === undefined ? stateLooks[shown] : absentLook;
  const alsoFile = absent === undefined && policyStates[file].hasEdits && file !== status.state;
  const states =
    absent !== undefined
      ? [absent]
      : status.state === 'not-pulled' && access === 'signed-out'
        ? [l10n.t('signed out')]
        : statusWords(status, facts.now);
  const reason =
    absent !== undefined || shown === 'checking'
      ? undefined
      : policyStates[status.state].hasReason
        ? status.reason
        : shown === 'problems'
          ? status.problems?.[0]
          : undefined;
  const words = [
    alsoFile ? stateWords(status.isBeingChecked ? 'checking' : file) : undefined,
    ...states,
    reason,
  ].filter((part) => part !== undefined);
  return {
    label: title,
    description: words.join(' · '),
    icon: { id: look.icon, ...(look.color === undefined ? {} : { color: look.color }) },
    capabilities: capabilitiesOf(policy, status, facts),
    accessibilityLabel: [title, ...words].join(', '),
    collapsible: policyStates[file].hasFile ? 'collapsed' : 'none',
    ...(look.tone ? { tone: look.tone } : {}),
  };
}

const absentLook: Pick<StateLook, 'icon' | 'color' | 'tone'> = {
  icon: 'circle-slash',
  color: 'disabledForeground',
  tone: 'dimmed',
};

/** A console without the policy, or a role without permission, is no failure. */
function absentWords({ state, code }: PolicyStatus): string | undefined {
  if (state !== 'failed') {
    return undefined;
  }
  if (code === 'not-found') {
    return l10n.t('not on this console');
  }
  return code === 'forbidden' ? l10n.t('not permitted to this access key') : undefined;
}

function capabilitiesOf(
  policy: PolicyKind,
  status: PolicyStatus,
  { access, canUndo = false }: PolicyFacts,
): string[] {
  const { state } = status;
  const file = fileState(status);
  const online = access === 'ready';
  return [
    'policy',
    state,
    ...(policyStates[file].hasFile ? ['canOpen'] : []),
    ...(online ? ['canPull', 'canOpenLive'] : []),
    ...(online && policyStates[file].hasFile ? ['canPush'] : []),
    ...(online && canUndo ? ['canUndo'] : []),
    ...(online && policyStates[file].hasEdits && policy.canCount ? ['canCount'] : []),
    ...(online && policyStates[file].canMerge ? ['canMerge'] : []),
    ...(policyStates[file].hasEdits ? ['canDiscard'] : []),
    ...(policyStates[file].canForget ? ['canForget'] : []),
    ...(policyStates[file].hasFile && !policy.isNetwork ? ['canAddRule'] : []),
    ...(online && policy.hasState ? ['canShowAgentless'] : []),
    ...(online && policyStates[state].canRetry ? ['canRetry'] : []),
  ];
}

/** A rule, and the list in which it is shown. */
export interface ShownRule {
  readonly rule: RuleSummary;
  readonly policy: PolicyKind;
  /** Rules in the list. */
  readonly count: number;
}

const actionIcons: Readonly<Record<RuleAction, RowDescription['icon']>> = {
  block: { id: 'circle-slash', color: 'charts.red' },
  mixed: { id: 'shield', color: 'symbolIcon.classForeground' },
  alert: { id: 'bell', color: 'charts.yellow' },
  ignore: { id: 'eye-closed', color: 'descriptionForeground' },
  allow: { id: 'pass', color: 'charts.green' },
  unknown: { id: 'question' },
};

export function describeRule({ rule, policy, count }: ShownRule): RowDescription {
  const action = rule.action();
  const number = rule.index + 1;
  const name = rule.name ?? (rule.isSure ? l10n.t('(no name)') : l10n.t('(not readable)'));
  const scope = rule.isSure ? scopeWords(rule, policy) : undefined;
  const disabled = rule.isSure && rule.disabled ? l10n.t('disabled') : undefined;
  const findings = rule.order()?.findings;
  const mark = rule.isSure ? rule.mark() : undefined;
  const order = orderMarkWords(findings, rule.collections.length);
  return {
    label: `${number}. ${name}`,
    description: [disabled, order, scope].filter((part) => part !== undefined).join(' · '),
    icon:
      disabled !== undefined
        ? { id: actionIcons[action].id, color: 'disabledForeground' }
        : actionIcons[action],
    capabilities: [
      'rule',
      'canMove',
      ...(policy.isNetwork ? [] : ['canInsert']),
      ...(policy.impacted ? ['canShowImpacted'] : []),
      ...(policy.hasApps ? ['canTakeSpecification'] : []),
      ...(disabled === undefined ? ['enabled'] : ['disabled']),
      ...(isShadowed(findings) ? ['dead'] : []),
    ],
    accessibilityLabel: [
      l10n.t('Rule {0} of {1}', number, count),
      name,
      actionWords(action),
      scope === undefined ? undefined : l10n.t('scope {0}', scope),
      disabled,
      order,
      ...(mark ? markWords(mark) : []),
    ]
      .filter((part) => part !== undefined)
      .join(', '),
    collapsible: 'none',
    ...(disabled !== undefined
      ? { tone: 'dimmed' }
      : isShadowed(findings) || isRedundant(findings)
        ? { tone: 'dead' }
        : {}),
    ...(mark ? { mark: letterOf(mark) } : {}),
  };
}

/** The number of collections on a row; the tooltip has all of them. */
const shownCollections = 3;

/** Network rules have a source and a destination in place of collections. */
function scopeWords({ collections }: RuleSummary, { isNetwork }: PolicyKind): string | undefined {
  if (collections.length === 0) {
    return isNetwork ? undefined : l10n.t('no collection');
  }
  return firstOf(collections, shownCollections);
}

/** The letter of a mark. Marks that need a choice come first. */
export function letterOf({ here, live, isConflict }: RuleMark): RowMark {
  if (isConflict) {
    return 'C';
  }
  if (here?.added) {
    return 'A';
  }
  if (here?.changed || here?.renamedFrom !== undefined) {
    return 'M';
  }
  return here ? 'R' : live ? 'L' : 'M';
}
