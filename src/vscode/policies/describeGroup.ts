import { l10n } from '../../core/util/l10n.ts';
import { familyTable } from '../../core/policy/families.ts';
import type { ConsoleAccess } from '../workspace/consoleHandle.ts';
import { stateSums } from '../workspace/policyGroups.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import { listLabels } from '../workspace/listLabels.ts';
import type { ArrayNode, FamilyNode, ListNode, PageNode } from './treeNode.ts';
import type { ShownState } from '../workspace/shownState.ts';
import { familyTitle } from './treeNodes.ts';

export interface ConsoleFacts {
  readonly name: string;
  /** Host and port. */
  readonly address: string;
  readonly access: ConsoleAccess;
  readonly protected: boolean;
  /** Certificates are not checked: anybody in between can read and change everything. */
  readonly unverified: boolean;
  /** Set when the workspace has several folders. */
  readonly folder?: string;
  /** States of its policies as far as they are known. */
  readonly states: readonly ShownState[];
}

export function describeConsole(facts: ConsoleFacts): RowDescription {
  const access = accessWords(facts.access);
  const online = facts.access === 'ready';
  const isNeverPulled =
    online && facts.states.length > 0 && facts.states.every((state) => state === 'not-pulled');
  const details = [
    facts.unverified ? l10n.t('CERTIFICATE NOT CHECKED') : undefined,
    access,
    facts.protected ? l10n.t('protected') : undefined,
    facts.address,
    facts.folder,
    // The button of the row pulls the console.
    isNeverPulled ? l10n.t('not pulled · Pull') : summaryOf(facts.states),
  ].filter((part) => part !== undefined);
  return {
    label: facts.name,
    description: details.join(' · '),
    icon: iconOfConsole(facts),
    capabilities: [
      'console',
      ...(online ? ['canSignOut', 'canPull', 'canRefresh'] : []),
      ...(facts.access === 'signed-out' ? ['canSignIn'] : []),
      ...(facts.access === 'flawed' ? ['isFlawed'] : []),
    ],
    accessibilityLabel: [l10n.t('Console {0}', facts.name), ...details].join(', '),
    collapsible: 'expanded',
  };
}

export function describeFamily(
  node: FamilyNode,
  states: readonly ShownState[],
  access: ConsoleAccess,
): RowDescription {
  const title = familyTitle(node.family);
  const summary = summaryOf(states);
  return {
    label: title,
    ...(summary === undefined ? {} : { description: summary }),
    icon: { id: familyTable[node.family].icon },
    capabilities: ['family', ...(access === 'ready' ? ['canPull'] : [])],
    accessibilityLabel: summary === undefined ? title : `${title}, ${summary}`,
    collapsible: 'collapsed',
  };
}

export function describeLists(): RowDescription {
  const label = l10n.t('Collections and lookups');
  return {
    label,
    icon: { id: 'library' },
    capabilities: ['lists'],
    accessibilityLabel: label,
    collapsible: 'collapsed',
  };
}

export function describeList({ list }: ListNode, access: ConsoleAccess): RowDescription {
  const { title, icon, word = 'lookup' } = listLabels[list];
  const label = title();
  return {
    label,
    icon: { id: icon },
    capabilities: ['list', word, ...(access === 'ready' ? ['canShowList'] : [])],
    accessibilityLabel: label,
    collapsible: 'none',
  };
}

export function describeArray(node: ArrayNode): RowDescription {
  const count = rulesWords(node.count);
  return {
    label: node.title,
    description: count,
    icon: { id: 'list-ordered' },
    capabilities: ['array'],
    accessibilityLabel: `${node.title}, ${count}`,
    collapsible: 'collapsed',
  };
}

export function describePage(node: PageNode): RowDescription {
  const label = l10n.t('Rules {0} to {1}', node.from + 1, node.to);
  const marked =
    node.marked === 0
      ? undefined
      : node.marked === 1
        ? l10n.t('1 rule changed')
        : l10n.t('{0} rules changed', node.marked);
  return {
    label,
    ...(marked === undefined ? {} : { description: marked }),
    icon: { id: 'list-ordered' },
    capabilities: ['page'],
    accessibilityLabel: marked === undefined ? label : `${label}, ${marked}`,
    collapsible: 'collapsed',
  };
}

function summaryOf(states: readonly ShownState[]): string | undefined {
  const { words } = stateSums(states);
  return words.length > 0 ? words.join(', ') : undefined;
}

function accessWords(access: ConsoleAccess): string | undefined {
  if (access === 'ready') {
    return undefined;
  }
  if (access === 'flawed') {
    return l10n.t('error in ordinance.yaml');
  }
  return access === 'signed-out' ? l10n.t('signed out') : l10n.t('workspace not trusted');
}

function iconOfConsole(facts: ConsoleFacts): RowDescription['icon'] {
  if (facts.unverified) {
    return { id: 'unlock', color: 'editorError.foreground' };
  }
  if (facts.access === 'flawed') {
    return { id: 'error', color: 'editorError.foreground' };
  }
  if (facts.access !== 'ready') {
    return { id: 'debug-disconnect', color: 'disabledForeground' };
  }
  return { id: facts.protected ? 'lock' : 'server-environment' };
}

function rulesWords(count: number): string {
  return count === 1 ? l10n.t('1 rule') : l10n.t('{0} rules', count);
}
