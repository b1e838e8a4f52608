import type * as vscode from 'vscode';
import type { DisposableStore } from '../../core/util/disposable.ts';

/** A box that is ready to be shown; `listen` starts to wait for its answer. */
export interface Asking<T> {
  readonly input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;
  listen(own: DisposableStore, accept: (answer: T) => void, fail: (error: unknown) => void): void;
}
