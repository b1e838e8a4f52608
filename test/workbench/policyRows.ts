import type { Locator } from 'playwright-core';
import type { Session } from './session.ts';
import { untilSeen } from './until.ts';

/** What the status line says of an edit of rules, to everybody. */
export async function said(session: Session, words: RegExp): Promise<void> {
  await session.page
    .locator('.statusbar-item:visible')
    .locator('[aria-label]')
    .and(session.page.getByLabel(words))
    .first()
    .waitFor();
}

/** The row that has the keyboard in the view, and is what a key is about. */
export function selectedRow({ page }: Session, label: string): Locator {
  return page
    .locator('.pane .monaco-list-row.selected.focused')
    .filter({ has: page.locator('.label-name', { hasText: label }) })
    .first();
}

export const selected = (session: Session, label: string): Promise<void> =>
  selectedRow(session, label).waitFor();

/** Clicks a row until it is selected: one that is drawn anew under the pointer is not, and a key that comes while rows are drawn means none. */
export async function select(session: Session, label: string): Promise<void> {
  await session.settled();
  const { policies } = session.workbench;
  await untilSeen(label, () => policies.select(label), selectedRow(session, label));
  await inView(session);
}

/** The view has the keyboard. */
export const inView = ({ page }: Session): Promise<void> =>
  page.locator('.pane .monaco-list:focus-within').first().waitFor();
