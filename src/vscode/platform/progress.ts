import * as vscode from 'vscode';
import { throwIfCanceled } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

/** `message` replaces the last message; `share` is the part of the whole (0 to 1) that this step completes. */
export type Report = (message: string, share?: number) => void;

interface ProgressOptions {
  readonly title: string;
  /** A notification, the progress bar of a view, or the status bar. */
  readonly location: 'notification' | 'window' | { readonly viewId: string };
  /** Shows a cancel button; only notifications have one. */
  readonly cancellable?: boolean;
}

/** Runs long work under progress. The signal aborts when the person cancels. */
export function withProgress<T>(
  options: ProgressOptions,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Thenable<T> {
  const location =
    options.location === 'notification'
      ? vscode.ProgressLocation.Notification
      : options.location === 'window'
        ? vscode.ProgressLocation.Window
        : options.location;
  return vscode.window.withProgress(
    { location, title: inertLine(options.title), cancellable: options.cancellable === true },
    async (progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      let done = 0;
      const report: Report = (text, share) => {
        const message = inertLine(text);
        const increment = share === undefined ? undefined : Math.max(0, share - done) * 100;
        done = Math.max(done, share ?? done);
        progress.report(increment === undefined ? { message } : { message, increment });
      };
      try {
        throwIfCanceled(controller.signal);
        return await work(controller.signal, report);
      } finally {
        subscription.dispose();
      }
    },
  );
}
