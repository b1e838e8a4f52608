import { l10n } from '../../core/util/l10n.ts';
import type { ListName } from '../../core/consoleFile/lists.ts';

interface ListLook {
  readonly title: () => string;
  readonly icon: string;
  /** The word for the list in menu conditions; `lookup` for a list without actions. */
  readonly word?: string;
}

export const listLabels: Readonly<Record<ListName, ListLook>> = {
  'base-images': { title: () => l10n.t('Base images'), icon: 'layers', word: 'baseimages' },
  'network-lists': { title: () => l10n.t('Network lists'), icon: 'list-tree', word: 'networklists' },
  collections: { title: () => l10n.t('Collections'), icon: 'group-by-ref-type', word: 'collections' },
  checks: { title: () => l10n.t('Compliance checks'), icon: 'checklist' },
  'custom-checks': { title: () => l10n.t('Custom checks'), icon: 'note' },
  'custom-rules': { title: () => l10n.t('Custom rules'), icon: 'law' },
  tags: { title: () => l10n.t('Tags'), icon: 'tag' },
};
