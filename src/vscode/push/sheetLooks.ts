import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isExpected, passOnUnexpected } from '../../core/util/errors.ts';
import type { Event } from '../../core/util/emitter.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PlanPart } from './planSheet.ts';
import type { ShownSheet } from './shownSheet.ts';
import { isOpen } from './planStanding.ts';

/** A plan is looked at when typing, or what was read, rests. */
const restMs = 300;

/** It is made again, which reads live, when typing rests for longer. */
const followMs = 700;

export interface SheetLooksDeps {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly files: {
    readonly onDidChange: Event<{ readonly consoleId: string; readonly policy: PolicyName }>;
  };
  readonly report: (what: string, error: unknown) => void;
}

/** The sheets that are shown. */
export interface LookedAt {
  readonly shown: ReadonlyMap<string, ShownSheet>;
  isPressed(key: string): boolean;
  /** Shows what its parts stand like by now. */
  renew(sheet: ShownSheet): void;
}

/** Looks whether plans that are shown still stand, and has those that can be seen made again when their file says something else. */
export class SheetLooks implements Disposable {
  readonly #deps: SheetLooksDeps;
  readonly #sheets: LookedAt;
  readonly #disposables = new DisposableStore();
  readonly #due = new Set<string>();
  /** Counts edits of files: for what a sheet was tried to be made again already. */
  #edits = 0;
  readonly #tried = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: SheetLooksDeps, sheets: LookedAt) {
    this.#deps = deps;
    this.#sheets = sheets;
    this.#disposables.add(
      deps.files.onDidChange(({ consoleId }) => {
        this.#edits++;
        this.soon(consoleId);
      }),
    );
    this.#disposables.add(deps.syncs.onDidChange(({ consoleId }) => this.soon(consoleId)));
    const all = (): void => sheets.shown.forEach(({ consoleId }) => this.soon(consoleId));
    this.#disposables.add(deps.consoles.onDidChange(all));
    // A plan follows its file while it can be seen.
    this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(all));
  }

  /** Told when a sheet is gone. */
  gone(key: string): void {
    this.#tried.delete(key);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  /** Looks at the sheets of a console when all rests. */
  soon(consoleId: string): void {
    if (this.#sheets.shown.size === 0) {
      return;
    }
    this.#due.add(consoleId);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const due = new Set(this.#due);
      this.#due.clear();
      this.#looking = this.#looking.then(() => this.#look(due));
    }, restMs);
  }

  /** Never rejects. */
  async #look(consoles: ReadonlySet<string>): Promise<void> {
    for (const { uri, consoleId, parts } of this.#sheets.shown.values()) {
      for (const part of consoles.has(consoleId) ? parts : []) {
        await this.#surely(async () => {
          const isOther = await this.#lookAt(uri, consoleId, part);
          const sheet = this.#sheets.shown.get(uri.toString());
          if (isOther && sheet?.parts === parts) {
            this.#sheets.renew(sheet);
          }
        });
      }
      await this.#surely(() => this.#follow(uri.toString(), parts));
    }
  }

  /** Never rejects: every look waits for the one before it. */
  async #surely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isExpected(error)) {
        this.#deps.report('plan', error);
      }
    }
  }

  /** Whether the part stands in another way than before. */
  async #lookAt(uri: vscode.Uri, consoleId: string, part: PlanPart): Promise<boolean> {
    const { plan, standing } = part;
    const console = this.#deps.consoles.get(consoleId);
    const sync = console && this.#deps.syncs.of(console);
    if (!isOpen(standing) || this.#sheets.isPressed(uri.toString()) || sync?.isBusy(plan.ref.policy)) {
      return false;
    }
    const why = sync ? await sync.whyOld(plan) : 'destination';
    if (part.standing !== standing || why === (standing.kind === 'old' ? standing.why : undefined)) {
      return false;
    }
    part.standing = why === undefined ? { kind: 'current' } : { kind: 'old', why, since: new Date() };
    return true;
  }

  /** Makes the plans of a sheet again that can be seen and are old because a file says something else now. */
  async #follow(key: string, parts: readonly PlanPart[]): Promise<void> {
    const sheet = this.#sheets.shown.get(key);
    const acts = sheet?.parts === parts ? sheet.acts : undefined;
    const old = parts.filter(({ standing }) => standing.kind === 'old');
    const isDue =
      old.length > 0 && old.every(({ standing }) => standing.kind === 'old' && standing.why === 'file');
    const edits = this.#edits;
    if (!sheet || !acts?.follow || !isDue || !isVisible(key) || this.#tried.get(key) === edits) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, followMs));
    if (
      this.#edits !== edits ||
      this.#sheets.isPressed(key) ||
      this.#sheets.shown.get(key)?.parts !== parts
    ) {
      return;
    }
    this.#tried.set(key, edits);
    let reason: string | undefined;
    try {
      reason = await acts.follow(sheet.token);
    } catch (error) {
      passOnUnexpected(error);
      reason = error.message;
    }
    const now = this.#sheets.shown.get(key);
    if (now?.parts === parts && reason !== undefined) {
      for (const part of old) {
        part.standing = part.standing.kind === 'old' ? { ...part.standing, reason } : part.standing;
      }
      this.#sheets.renew(now);
    }
  }
}

function isVisible(key: string): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === key);
}
