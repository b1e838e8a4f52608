import type * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

interface InertItems<T> {
  readonly shown: readonly T[];
  /** The item behind a shown item, with its original texts. */
  readonly originalOf: (shown: T) => T;
}

/** Items with inert texts: a name becomes neither an icon nor a link. */
export function inertItems<T extends vscode.QuickPickItem>(items: readonly T[]): InertItems<T> {
  const shown = items.map((item) => ({
    ...item,
    label: inertLine(item.label),
    ...(item.description === undefined ? {} : { description: inertLine(item.description) }),
    ...(item.detail === undefined ? {} : { detail: inertLine(item.detail) }),
  }));
  return { shown, originalOf: (item) => items[shown.indexOf(item)] ?? item };
}
