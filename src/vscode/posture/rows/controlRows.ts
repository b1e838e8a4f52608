import { l10n } from '../../../core/util/l10n.ts';
import { readControl } from '../../../core/posture/control.ts';
import { hintRow, noRows, type PostureRow, type RowContext } from './postureRow.ts';

/** A common control; below it the profiles it stands for. */
export function controlRow(id: string, name = ''): PostureRow {
  const label = l10n.t('Control {0}', id);
  return {
    key: `control ${id}`,
    label,
    description: name,
    icon: { id: 'shield' },
    capabilities: ['control', 'canOpenDocument', 'canRefresh'],
    accessibilityLabel: name === '' ? label : `${label}, ${name}`,
    resource: { kind: 'control', id },
    subject: { kind: 'control', id },
    below: (value) => {
      const profiles = readControl(value).profiles.map((profile, index): PostureRow => ({
        key: `${index} ${profile.name}`,
        label: profile.name,
        description: l10n.t('compliance profile'),
        icon: { id: 'checklist' },
        capabilities: ['profile', 'canOpenDocument'],
        subject: { kind: 'document', name: profile.name, value: profile.raw },
        below: () =>
          profile.categories.map((category, place) => ({
            key: `${place} ${category.name}`,
            label: category.name,
            icon: { id: 'folder-library' },
            capabilities: ['category'],
            below: () =>
              category.controls.map(({ id, description }, at) => ({
                key: `${at} ${id}`,
                label: id,
                description,
                tooltip: description,
                icon: { id: 'law' },
                capabilities: ['requirement'],
              })),
          })),
      }));
      return profiles.length === 0 ? noRows() : profiles;
    },
  };
}

/** Controls that were reached before. */
export function rememberedControls({ links }: RowContext): readonly PostureRow[] {
  const rows = links.controls().map(({ id, name }) => controlRow(id, name));
  return rows.length > 0
    ? rows
    : [hintRow('none', l10n.t('Controls appear here after you open them below a setting'))];
}
