import * as vscode from 'vscode';
import { spellingOf } from '../../core/policy/policyFile.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { fileDecoration } from '../platform/sourceControl.ts';
import { fileMark } from '../workspace/shownState.ts';

/** Marks policy files in the explorer and on tabs with their states. */
export function markPolicyFiles({
  consoles,
  models,
}: Pick<FeatureServices, 'consoles' | 'models'>): Disposable {
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: (listener) => models.onDidChange(() => listener(undefined)),
    provideFileDecoration: (uri) => {
      const at = spellingOf(uri.path) === undefined ? undefined : consoles.policyAt(uri);
      const status = at && models.status(at.console.id, at.ref.policy);
      const mark = status && fileMark(status, at.console.entry.name);
      return mark && fileDecoration(mark.badge, mark.tooltip, mark.color);
    },
  });
}
