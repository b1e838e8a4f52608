import * as vscode from 'vscode';
import { throwIfCanceled } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

/** `message` replaces the last message; `share` is the part of the whole (0 to 1) that this step completes. */
type Report = (message: string, share?: number) => void;

interface ProgressOptions {
  readonly title: string;
  /** A notification by default, the progress bar of a view, or the status bar. */
  readonly location?: 'notification' | 'window' | { readonly viewId: string };
  /** False leaves out the cancel button, which only notifications have. */
  readonly cancellable?: boolean;
}

/** Runs long work under progress. The signal aborts when the person cancels. */
export function withProgress<T>(
  { title, location = 'notification', cancellable = location === 'notification' }: ProgressOptions,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Thenable<T> {
  const place =
    location === 'notification'
      ? vscode.ProgressLocation.Notification
      : location === 'window'
        ? vscode.ProgressLocation.Window
        : location;
  return vscode.window.withProgress(
    { location: place, title: inertLine(title), cancellable },
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
