import { aboutCell, aboutColumn, aboutRule } from './aboutCell.ts';
import type { FromPage } from './pictureMessages.ts';
import type { ShownPicture } from './shownPicture.ts';

/** Sentences about what is active: a cell, a rule or a collection. */
export async function aboutPlace(
  shown: ShownPicture,
  { rule, column }: Extract<FromPage, { kind: 'about' }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { list, picture } = shown;
  const asked = column === undefined ? undefined : picture.columns[column];
  const cells = column === undefined ? undefined : await shown.column(column, signal);
  if (!asked || !cells) {
    return rule === undefined ? [] : aboutRule(list, rule);
  }
  return rule === undefined
    ? aboutColumn(list, { column: asked, cells })
    : aboutCell(list, rule, { column: asked, cells });
}
