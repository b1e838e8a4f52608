import { l10n } from '../../../core/util/l10n.ts';
import { readControl } from '../../../core/posture/control.ts';
import { orNone, type PostureRow, type RowContext } from './postureRow.ts';

/** A common control; below it the profiles it stands for. */
export function controlRow(id: string, name = ''): PostureRow {
  return {
    key: `control ${id}`,
    label: l10n.t('Control {0}', id),
    details: [name],
    icon: 'shield',
    resource: { kind: 'control', id },
    below: (value) =>
      orNone(
        readControl(value).profiles.map((profile, index) => ({
          key: `${index} ${profile.name}`,
          label: profile.name,
          details: [l10n.t('compliance profile')],
          icon: 'checklist',
          document: { name: profile.name, value: profile.raw },
          below: () =>
            profile.categories.map((category, place) => ({
              key: `${place} ${category.name}`,
              label: category.name,
              icon: 'folder-library',
              below: () =>
                category.controls.map(({ id, description }, at) => ({
                  key: `${at} ${id}`,
                  label: id,
                  details: [description],
                  tooltip: description,
                  icon: 'law',
                })),
            })),
        })),
      ),
  };
}

/** Controls that were reached before. */
export function rememberedControls(context: RowContext): readonly PostureRow[] {
  const rows = context
    .links()
    .filter((link) => link.kind === 'control')
    .map(({ id, name }) => controlRow(id, name));
  return orNone(rows, l10n.t('Controls appear here after you open them below a setting'));
}
