import type { L10n } from '../platform/l10n.ts';
import type { ListName } from '../../core/consoles/lists.ts';
import { listTitle } from '../workspace/listTitle.ts';
import type { ConsoleAccess } from '../workspace/consoleRegistry.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import type { ListNode } from './treeNode.ts';

const icons: Readonly<Record<ListName, string>> = {
  'base-images': 'layers',
  'network-lists': 'list-tree',
  collections: 'group-by-ref-type',
  checks: 'checklist',
  'custom-checks': 'note',
  'custom-rules': 'law',
  tags: 'tag',
};

/** Words by which menus tell lists apart. */
const words: Readonly<Partial<Record<ListName, string>>> = {
  'base-images': 'baseimages',
  'network-lists': 'networklists',
  collections: 'collections',
};

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
  const label = listTitle(list, l10n);
  return {
    label,
    icon: { id: icons[list] },
    capabilities: ['list', words[list] ?? 'lookup', ...(access === 'ready' ? ['canShowList'] : [])],
    accessibilityLabel: label,
    collapsible: 'none',
  };
}
