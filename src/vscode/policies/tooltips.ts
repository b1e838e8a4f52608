import { authSchemes } from '../../core/consoleFile/authSchemes.ts';
import { orderWords, ruleFindingOf } from '../../core/order/ruleFindings.ts';
import type { Blame, LiveChange } from '../../core/policy/ruleMark.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import { l10n } from '../../core/util/l10n.ts';
import { asMarkdown, bullets, paragraphs, type Markdown } from '../../core/util/markdown.ts';
import { sentence } from '../../core/util/sentence.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { ScopeSource } from '../workspace/consoleLookups.ts';
import { actionWords } from '../workspace/orderMarkWords.ts';
import { blameLine, liveChangeWords, markWords } from '../workspace/ruleChangeWords.ts';
import { scopeSourceWords } from '../workspace/scopeSourceWords.ts';
import { fileState, shownState, stateWords, statusWords, type KnownStatus } from '../workspace/shownState.ts';
import { momentWords } from '../workspace/whenWords.ts';
import type { ShownRule } from './describeRows.ts';

/** The facts of a rule for which its row has no space. */
export function ruleTooltip(
  { rule, count, policy }: ShownRule,
  console: string,
  by: Blame | undefined,
): Markdown {
  const place = l10n.t('Rule {0} of {1}', rule.index + 1, count);
  if (!rule.isSure) {
    return paragraphs([
      asMarkdown`${place}`,
      asMarkdown`${l10n.t('The text has an error here. See the problems of the file.')}`,
    ]);
  }
  const mark = rule.mark();
  const order = rule.order();
  const facts = [
    place,
    actionWords(rule.action()),
    ...(rule.checks > 0 ? [rule.checks === 1 ? l10n.t('1 check') : l10n.t('{0} checks', rule.checks)] : []),
    ...(rule.disabled ? [l10n.t('disabled: skipped by the console')] : []),
  ];
  return paragraphs([
    asMarkdown`**${rule.name ?? l10n.t('(no name)')}**`,
    asMarkdown`${facts.join(' · ')}`,
    rule.collections.length > 0
      ? bullets(l10n.t('Covers'), rule.collections)
      : policy.isNetwork
        ? undefined
        : asMarkdown`${l10n.t('Has no collection, so it never applies.')}`,
    ...(order?.findings.map((finding) => asMarkdown`${orderWords(ruleFindingOf(order.list, finding))}`) ??
      []),
    order?.isNotAnalyzed
      ? asMarkdown`${l10n.t('Not analyzed: the rule order around this rule is too complex.')}`
      : undefined,
    ...(mark ? markWords(mark).map((words) => asMarkdown`${sentence(words)}.`) : []),
    by ? asMarkdown`${blameLine(by, console)}` : undefined,
  ]);
}

/** The address of a console, the account, the time of the last read, and the source of its collections. */
export function consoleTooltip(
  { entry: { name, url, apiVersion, project, auth }, access, account, fault }: ConsoleHandle,
  source: ScopeSource,
  readAt: Date | undefined,
): Markdown {
  const signedIn = [
    ...(account === undefined ? [] : [l10n.t('Access key {0}', account)]),
    authSchemes[auth].signedIn(),
  ];
  const lines = [
    url,
    l10n.t('API version {0}', apiVersion) +
      (project === undefined ? '' : ` · ${l10n.t('project {0}', project)}`),
    access === 'ready'
      ? signedIn.join(' · ')
      : access === 'signed-out'
        ? l10n.t('Signed out.')
        : fault
          ? l10n.t('No request is made: {0}', fault.reason)
          : l10n.t('Not trusted: no request is made.'),
    readAt
      ? l10n.t('The live policy was last read at {0}.', momentWords(readAt))
      : l10n.t('The live policy was not read yet in this session.'),
    ...scopeSourceWords(source),
  ];
  return paragraphs([asMarkdown`**${name}**`, ...lines.map((line) => asMarkdown`${line}`)]);
}

function bothChanged(conflicts: number | undefined): string {
  switch (conflicts) {
    case undefined:
      return l10n.t('The file and the live policy both changed.');
    case 0:
      return l10n.t('The file and the live policy both changed. The merge has no conflicts.');
    case 1:
      return l10n.t('The file and the live policy both changed. The merge has 1 conflict.');
    default:
      return l10n.t('The file and the live policy both changed. The merge has {0} conflicts.', conflicts);
  }
}

/** Problems that a tooltip has space for. */
const shownProblems = 5;
const shownChanges = 8;

/** `conflicts` is the number of conflicts of a merge; undefined while it is unknown. */
export function policyTooltip(
  policy: PolicyName,
  status: KnownStatus | undefined,
  {
    live = [],
    conflicts,
  }: {
    readonly live?: readonly LiveChange[] | undefined;
    readonly conflicts?: number | undefined;
  },
): Markdown {
  const name = asMarkdown`**${policy}**`;
  if (!status) {
    return name;
  }
  const states = [
    ...(status.known === undefined ? [] : [stateWords(status.isBeingChecked ? 'checking' : status.known)]),
    ...statusWords(status),
  ];
  const lines = [
    states.join(' · '),
    ...(shownState(status) === 'checking'
      ? []
      : [
          ...(fileState(status) === 'conflict' ? [bothChanged(conflicts)] : []),
          ...(status.reason === undefined ? [] : [status.reason]),
          ...(status.problems ?? []).slice(0, shownProblems),
        ]),
    status.liveReadAt
      ? l10n.t('The live policy was last read at {0}.', momentWords(status.liveReadAt))
      : status.knownAt
        ? l10n.t(
            'The live policy was not read in this session. The last known version is from {0}.',
            momentWords(status.knownAt),
          )
        : l10n.t('The live policy was not read in this session.'),
    ...(status.missed
      ? [
          l10n.t(
            'The background read at {0} failed: {1}',
            status.missed.at.toLocaleTimeString(),
            status.missed.reason,
          ),
        ]
      : []),
  ];
  const changes =
    live.length > 0
      ? bullets(l10n.t('Changed on the console since the last pull or push, according to the console:'), [
          ...live.slice(0, shownChanges).map((changed) => liveChangeWords(changed)),
          ...(live.length > shownChanges ? [l10n.t('{0} more', live.length - shownChanges)] : []),
        ])
      : undefined;
  return paragraphs([name, ...lines.map((line) => asMarkdown`${line}`), changes]);
}
