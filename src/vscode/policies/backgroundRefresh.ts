import * as vscode from 'vscode';
import type { Settings } from '../platform/settings.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { LiveReader, type LiveReaderDeps } from './liveReader.ts';

/**
 * Lets live be read while this window has the focus and somebody uses it: a window that was left alone sends nothing, so it
 * keeps no session of a console alive either.
 */
export function backgroundRefresh(
  services: Omit<LiveReaderDeps, 'window' | 'intervalMs' | 'onDidChangeInterval'> & {
    readonly settings: Settings;
  },
): Disposable {
  const { settings } = services;
  const store = new DisposableStore();
  const intervalChanged = store.add(new Emitter<void>());
  store.addAll(
    settings.onDidChange((id) => {
      if (id === 'ordinance.refresh.intervalMinutes') {
        intervalChanged.fire();
      }
    }),
    new LiveReader({
      ...services,
      window: {
        get isUsed() {
          const { focused, active } = vscode.window.state;
          return focused && active && vscode.workspace.isTrusted;
        },
        onDidChange: (listener) => vscode.window.onDidChangeWindowState(listener),
      },
      intervalMs: () => settings.refreshIntervalMs,
      onDidChangeInterval: intervalChanged.event,
    }),
  );
  return store;
}
