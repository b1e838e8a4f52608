import { l10n } from '../../../core/util/l10n.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import { readCatalog, type CatalogEntry } from '../../../core/posture/application.ts';
import type { ResourceKind } from '../../../core/posture/resource.ts';
import { fieldRows } from './fieldRows.ts';
import { filterRows, inParts, noRows, partRow, type PostureRow, type RowContext } from './postureRow.ts';
import { configurationRows } from './settingRows.ts';

export function catalogRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  const entries = readCatalog(value);
  const filter = context.filter('catalog').toLowerCase();
  const shown = entries.filter(({ name, title }) => `${title} ${name}`.toLowerCase().includes(filter));
  const rows = shown
    .toSorted((a, b) => a.title.localeCompare(b.title))
    .map((entry) => entryRow(entry, context));
  const note = filterRows(shown.length, entries.length, filter);
  return entries.length === 0 ? noRows() : [...note, ...inParts(rows)];
}

/** An entry; everything known of it is below, each read when it is opened. */
export function entryRow(entry: CatalogEntry, context: RowContext): PostureRow {
  const { name: app, title } = entry;
  const part = (
    kind: Extract<ResourceKind, 'catalog-entry' | 'definitions' | 'scopes' | 'authentication'>,
    label: string,
    icon: string,
    below: (value: JsonValue) => readonly PostureRow[],
  ): PostureRow => partRow({ kind, app }, title, label, icon, below);
  const state = entry.enabled === false ? l10n.t('not enabled') : undefined;
  return {
    key: `entry ${app}`,
    label: title,
    description: [app, state].filter((text) => text !== undefined).join(' · '),
    icon: { id: 'package' },
    capabilities: ['entry', 'canRefresh'],
    subject: { kind: 'entry', entry },
    below: () => [
      part('catalog-entry', l10n.t('Details'), 'info', (value) => fieldRows(value)),
      part('definitions', l10n.t('Configuration definitions'), 'settings', (value) =>
        configurationRows(value, undefined, context),
      ),
      part('scopes', l10n.t('Scopes'), 'key', (value) => fieldRows(value)),
      part('authentication', l10n.t('Authentication'), 'lock', (value) => fieldRows(value)),
    ],
  };
}
