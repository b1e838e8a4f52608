import type { L10n } from '../platform/l10n.ts';
import { listLooks } from '../workspace/listLooks.ts';
import type { ConsoleAccess } from '../workspace/consoleRegistry.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { ListNode } from './treeNode.ts';

export function describeLists(l10n: L10n): RowDescription {
  const label = l10n.t('Collections and lookups');
  return {
    label,
    icon: { id: 'library' },
    capabilities: ['lists'],
    accessibilityLabel: label,
    collapsible: 'collapsed',
  };
}

export function describeList({ list }: ListNode, access: ConsoleAccess, l10n: L10n): RowDescription {
  const { title, icon, word = 'lookup' } = listLooks[list];
  const label = title(l10n);
  return {
    label,
    icon: { id: icon },
    capabilities: ['list', word, ...(access === 'ready' ? ['canShowList'] : [])],
    accessibilityLabel: label,
    collapsible: 'none',
  };
}
