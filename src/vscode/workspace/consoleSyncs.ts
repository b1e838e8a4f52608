import type { PolicyName } from '../../core/policy/families.ts';
import type { ConsoleSync } from '../../core/sync/consoleSync.ts';
import type { Event } from '../../core/util/emitter.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';

export interface SyncChange {
  readonly consoleId: string;
  readonly policy: PolicyName;
}

/** Joins a console with the `ConsoleSync` that pulls and pushes its policies. */
export interface ConsoleSyncs {
  /**
   * Made on first use and kept. What it does without the network works for every console; a request of an untrusted or
   * signed-out console fails with an `ExpectedError` before anything is sent.
   */
  of(console: ConsoleHandle): ConsoleSync;
  /** Fires when a base, a live policy or a push of any console changed. */
  readonly onDidChange: Event<SyncChange>;
}
