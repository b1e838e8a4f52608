import * as vscode from 'vscode';
import { spellingOf } from '../../core/policy/policyFile.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { fileDecoration } from '../platform/sourceControl.ts';
import { fileState, hasProblems, shownState, stateLooks, type KnownStatus } from '../workspace/shownState.ts';

/** Marks policy files in the explorer and on tabs with their states. */
export function markPolicyFiles({
  consoles,
  models,
}: Pick<FeatureServices, 'consoles' | 'models'>): Disposable {
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: (listener) =>
      models.onDidChange(({ what }) => what.has('state') && listener(undefined)),
    provideFileDecoration: (uri) => {
      const at = spellingOf(uri.path) === undefined ? undefined : consoles.policyAt(uri);
      const status = at && models.status(at.console.id, at.kind.name);
      const mark = status && fileMark(status, at.console.entry.name);
      return mark && fileDecoration(mark.badge, mark.tooltip, mark.color);
    },
  });
}

interface FileMark {
  readonly badge: string;
  readonly tooltip: string;
  readonly color?: string;
}

/**
 * The badge of a policy file in the explorer and on its tab; undefined when it needs no attention. During a
 * check the color stays, because the name has it too.
 */
export function fileMark(status: KnownStatus, console: string): FileMark | undefined {
  const look = stateLooks[hasProblems(status) ? 'problems' : fileState(status)];
  const marked = shownState(status) === 'checking' ? stateLooks.checking : look;
  const [badge, tooltip] = marked.mark?.(console) ?? [];
  return badge === undefined || tooltip === undefined
    ? undefined
    : { badge, tooltip, ...(look.mark && look.color !== undefined && { color: look.color }) };
}
