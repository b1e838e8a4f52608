import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isExpected } from '../../core/util/errors.ts';
import type { Event } from '../../core/util/emitter.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { closeTabs, isInTab, VirtualTexts } from '../workspace/virtualTexts.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import { followVerdict } from './followVerdict.ts';
import { sheetText, type PlanPart, type PlanSheet } from './planSheet.ts';
import type { PlanEnding, PlanStanding } from './planStanding.ts';
import type { PlanLine } from './planSteps.ts';

export const planScheme = 'ordinance-plan';

/** A plan is looked at when typing, or what was read, rests. */
const restMs = 300;

export interface PlanSheetsDeps {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly files: {
    readonly onDidChange: Event<{ readonly consoleId: string; readonly policy: PolicyName }>;
  };
  readonly report: (what: string, error: unknown) => void;
}

export interface ShownSheet extends PlanSheet {
  readonly uri: vscode.Uri;
  readonly lines: readonly PlanLine[];
}

/**
 * The documents of plans that are open, each saying at its top what it is by now: made again, out of date and why, being
 * pushed, or the receipt of its push.
 */
export class PlanSheets implements Disposable {
  readonly #deps: PlanSheetsDeps;
  readonly #disposables = new DisposableStore();
  readonly #texts = this.#disposables.add(new VirtualTexts(planScheme));
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #shown = new Map<string, ShownSheet>();
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: PlanSheetsDeps) {
    this.#deps = deps;
    this.#disposables.add(this.#texts.onDidFree((key) => this.#shown.delete(key)));
    this.#disposables.add(deps.files.onDidChange(({ consoleId }) => this.#soon(consoleId)));
    this.#disposables.add(deps.syncs.onDidChange(({ consoleId }) => this.#soon(consoleId)));
    this.#disposables.add(
      deps.consoles.onDidChange(() => this.#shown.forEach(({ consoleId }) => this.#soon(consoleId))),
    );
  }

  get(key: string): ShownSheet | undefined {
    return this.#shown.get(key);
  }

  /**
   * Shows a sheet of plans just made, in place of the one that had the address; what has ended or is old of the same
   * policies, or is of several as this one, goes. Throws ExpectedError `not-shown` rather than to show anything else.
   */
  async show(
    uri: vscode.Uri,
    sheet: Omit<PlanSheet, 'parts'>,
    plans: readonly PushPlan[],
  ): Promise<vscode.TextEditor> {
    const key = uri.toString();
    const before = isInTab(uri) ? this.#shown.get(key) : undefined;
    const parts = plans.map((plan): PlanPart => ({ plan, standing: standingOf(plan, before) }));
    const text = this.#put({ ...sheet, uri, parts, lines: [] });
    const editor = await this.#texts.show(uri, text, { preview: false });
    this.#changed.fire();
    await closeTabs(
      [...this.#shown.values()]
        .filter((other) => replaces({ ...sheet, uri, parts }, other))
        .map((other) => other.uri),
    );
    return editor;
  }

  /** From here on it is not looked at any more: its end is told. */
  begin(plan: PushPlan): void {
    this.#set(plan, { kind: 'pushing', since: new Date() });
  }

  end(plan: PushPlan, ending: PlanEnding): void {
    const sheet = this.#set(plan, { kind: 'ended', at: new Date(), ending });
    const console = sheet && this.#deps.consoles.get(sheet.consoleId);
    if (!console || ending.kind !== 'verdict') {
      return;
    }
    // The receipt says what the last look found.
    const watching = followVerdict(this.#deps.syncs.of(console), ending.outcome, (settled) =>
      this.#set(plan, { kind: 'ended', at: new Date(), ending: { kind: 'verdict', outcome: settled } }),
    );
    if (watching) {
      this.#disposables.add(watching);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#shown.clear();
    this.#disposables.dispose();
  }

  /** Undefined when the plan is not shown any more. */
  #set(plan: PushPlan, standing: PlanStanding): ShownSheet | undefined {
    const sheet = [...this.#shown.values()].find(({ parts }) => parts.some((part) => part.plan === plan));
    const part = sheet?.parts.find((each) => each.plan === plan);
    if (sheet && part) {
      part.standing = standing;
      this.#renew(sheet);
    }
    return sheet;
  }

  #put(sheet: ShownSheet): string {
    const { text, lines } = sheetText(sheet, vscode.l10n, (at) => at.toLocaleTimeString());
    this.#shown.set(sheet.uri.toString(), { ...sheet, lines });
    return text;
  }

  #renew(sheet: ShownSheet): void {
    const text = this.#put(sheet);
    this.#changed.fire();
    void this.#texts.set(sheet.uri, text).catch((error: unknown) => this.#deps.report('plan', error));
  }

  #soon(consoleId: string): void {
    if (this.#shown.size === 0) {
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
    for (const { uri, consoleId, parts } of this.#shown.values()) {
      for (const part of consoles.has(consoleId) ? parts : []) {
        try {
          const isOther = await this.#lookAt(consoleId, part);
          const sheet = this.#shown.get(uri.toString());
          if (isOther && sheet?.parts === parts) {
            this.#renew(sheet);
          }
        } catch (error) {
          if (!isExpected(error)) {
            this.#deps.report('plan', error);
          }
        }
      }
    }
  }

  /** Whether the part stands in another way than before. */
  async #lookAt(consoleId: string, part: PlanPart): Promise<boolean> {
    const { plan, standing } = part;
    const console = this.#deps.consoles.get(consoleId);
    const sync = console && this.#deps.syncs.of(console);
    if ((standing.kind !== 'current' && standing.kind !== 'old') || sync?.isBusy(plan.ref.policy)) {
      return false;
    }
    const why = sync ? await sync.whyOld(plan) : 'destination';
    if (part.standing !== standing || why === (standing.kind === 'old' ? standing.why : undefined)) {
      return false;
    }
    part.standing = why === undefined ? { kind: 'current' } : { kind: 'old', why, since: new Date() };
    return true;
  }
}

function standingOf(plan: PushPlan, before: PlanSheet | undefined): PlanStanding {
  const old = before?.parts.find((part) => part.plan.ref.policy === plan.ref.policy);
  return old && (old.standing.kind === 'current' || old.standing.kind === 'old')
    ? {
        kind: 'current',
        again: {
          at: plan.madeAt,
          isSame: old.plan.bodyHash === plan.bodyHash && old.plan.liveHash === plan.liveHash,
        },
      }
    : { kind: 'current' };
}

/** Whether `other` is over and about what `sheet` is about: nobody is to take it for what holds now. */
function replaces(sheet: PlanSheet & Pick<ShownSheet, 'uri'>, other: ShownSheet): boolean {
  const policies = new Set(sheet.parts.map(({ plan }) => plan.ref.policy));
  return (
    other.consoleId === sheet.consoleId &&
    other.uri.toString() !== sheet.uri.toString() &&
    other.parts.every(
      ({ plan, standing }) =>
        (standing.kind === 'ended' || standing.kind === 'old') &&
        (policies.has(plan.ref.policy) || (sheet.origin === 'several' && other.origin === 'several')),
    )
  );
}
