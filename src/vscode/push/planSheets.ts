import * as vscode from 'vscode';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { sameLines } from '../workspace/textFiles.ts';
import { closeTabs, isInTab, VirtualTexts } from '../workspace/virtualTexts.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { followVerdict } from './followVerdict.ts';
import { samePlans, sheetText, type PlanPart, type PlanSheet } from './planSheet.ts';
import { isOpen, type PlanEnding, type PlanStanding } from './planStanding.ts';
import type { NewSheet, ShownSheet } from './shownSheet.ts';
import { SheetLooks, type SheetLooksDeps } from './sheetLooks.ts';

export const planScheme = 'ordinance-plan';

/**
 * The documents of plans that are open, each saying at its top what it is by now: made again, out of date and why, being
 * pushed, or the receipt of its push.
 */
export class PlanSheets implements Disposable {
  readonly #deps: SheetLooksDeps;
  readonly #disposables = new DisposableStore();
  readonly #texts = this.#disposables.add(new VirtualTexts(planScheme));
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #shown = new Map<string, ShownSheet>();
  /** Sheets that somebody pressed a button of: nothing takes their place until that is done. */
  readonly #pressed = new Set<string>();
  readonly #looks: SheetLooks;
  #tokens = 0;

  constructor(deps: SheetLooksDeps) {
    this.#deps = deps;
    this.#looks = this.#disposables.add(
      new SheetLooks(deps, {
        shown: this.#shown,
        isPressed: (key) => this.isPressed(key),
        renew: (sheet) => this.#renew(sheet),
      }),
    );
    this.#disposables.add(
      this.#texts.onDidFree((key) => {
        this.#shown.delete(key);
        this.#looks.gone(key);
        this.#changed.fire();
      }),
    );
  }

  get(key: string): ShownSheet | undefined {
    return this.#shown.get(key);
  }

  /** The sheet, when the document of it says what the sheet says, and nothing older or newer. */
  asShown(key: string): ShownSheet | undefined {
    const sheet = this.#shown.get(key);
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
    return sheet && document && sameLines(document.getText(), sheet.text) ? sheet : undefined;
  }

  /** Whether its buttons do something. */
  isPressed(key: string): boolean {
    return this.#pressed.has(key);
  }

  /** Does what a button says; meanwhile the others do nothing, and nothing takes the place of the plans by itself. */
  async press(key: string, act: () => Promise<unknown>): Promise<unknown> {
    if (this.#pressed.has(key)) {
      return undefined;
    }
    this.#pressed.add(key);
    this.#changed.fire();
    const before = this.#shown.get(key)?.token;
    try {
      return await act();
    } finally {
      this.#pressed.delete(key);
      this.#changed.fire();
      const sheet = this.#shown.get(key);
      if (sheet && sheet.token !== before) {
        this.#seen(sheet);
      }
      if (sheet) {
        this.#looks.soon(sheet.consoleId);
      }
    }
  }

  /**
   * Shows a sheet of plans just made, in place of the one that had the address; what has ended or is old of the same
   * policies, or is of several as this one, goes. Throws ExpectedError `not-shown` rather than to show anything else, and
   * `push-running` where a button was pressed of the sheet that has the address: only what comes of that (`from`) may replace it.
   */
  async show(uri: vscode.Uri, made: NewSheet, from?: string): Promise<vscode.TextEditor> {
    const key = uri.toString();
    const before = isInTab(uri) ? this.#shown.get(key) : undefined;
    if (this.#pressed.has(key) && (from === undefined || (before !== undefined && before.token !== from))) {
      throw new ExpectedError(
        'push-running',
        vscode.l10n.t('A plan of {0} is being pushed, or made again.', namesOf(made)),
        { advice: vscode.l10n.t('Wait for its end, or answer what it asks.') },
      );
    }
    const next = this.#sheetOf(uri, made, before);
    // Whoever pressed a button of other plans may be about to press it again.
    const sheet = this.#put(from === undefined || isSame(next) ? next : { ...next, replacedAt: Date.now() });
    // Other plans than those the tab showed are read from the top, wherever in those the cursor was.
    const isOther = before !== undefined && !(from !== undefined && isSame(next));
    const top = isOther ? { selection: new vscode.Range(0, 0, 0, 0) } : {};
    const editor = await this.#texts.show(uri, sheet.text, { preview: false, ...top });
    this.#changed.fire();
    await closeTabs(
      [...this.#shown.values()].filter((other) => replaces(sheet, other)).map((other) => other.uri),
    );
    return editor;
  }

  /** Puts plans in place of those of the sheet `from`, and takes no focus; false when it is not shown any more, or is pressed. */
  async replace(uri: vscode.Uri, made: NewSheet, from: string): Promise<boolean> {
    const key = uri.toString();
    const before = this.#shown.get(key);
    if (
      before?.token !== from ||
      this.#pressed.has(key) ||
      before.parts.some(({ standing }) => !isOpen(standing))
    ) {
      return false;
    }
    const sheet = this.#sheetOf(uri, made, before);
    const { text } = this.#put(isSame(sheet) ? sheet : { ...sheet, replacedAt: Date.now() });
    this.#changed.fire();
    await this.#texts.set(uri, text);
    this.#seen(sheet);
    return true;
  }

  /** The plans of the sheet `from` were made once more and are the same: these are the ones that are pushed now. */
  adopt(uri: vscode.Uri, plans: readonly PushPlan[], from: string): void {
    const sheet = this.#shown.get(uri.toString());
    if (sheet?.token === from) {
      const parts = sheet.parts.map((part, at) => ({ ...part, plan: plans[at] ?? part.plan }));
      this.#put({ ...sheet, parts });
    }
  }

  /** Whether the sheet is still the one at its address, and has a tab: what was closed was canceled. */
  isThere(uri: vscode.Uri, from: string): boolean {
    return this.#shown.get(uri.toString())?.token === from && isInTab(uri);
  }

  /** From here on it is not looked at any more: its end is told. */
  begin(plan: PushPlan): void {
    this.#set(plan, { kind: 'pushing', since: new Date() });
  }

  end(plan: PushPlan, ending: PlanEnding): void {
    // The time by which History and the undo name the push.
    const at = ending.kind === 'verdict' ? ending.outcome.openedAt : new Date();
    const sheet = this.#set(plan, { kind: 'ended', at, ending }, { toTop: true });
    const console = sheet && this.#deps.consoles.get(sheet.consoleId);
    if (!console || ending.kind !== 'verdict') {
      return;
    }
    // The receipt says what the last look found.
    const watching = followVerdict(this.#deps.syncs.of(console), ending.outcome, (settled) =>
      this.#set(plan, {
        kind: 'ended',
        at,
        ending: { kind: 'verdict', outcome: { ...settled, openedAt: at, snapshot: ending.outcome.snapshot } },
      }),
    );
    if (watching) {
      this.#disposables.add(watching);
    }
  }

  /** Who pressed at the end of a long plan is to see how it ended: the verdict stands at the top. */
  #toTop(uri: vscode.Uri): void {
    const top = new vscode.Range(0, 0, 0, 0);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) {
        editor.selection = new vscode.Selection(top.start, top.start);
        // Not as the first line in sight: the lenses stand above it.
        editor.revealRange(top, vscode.TextEditorRevealType.InCenter);
      }
    }
  }

  async close(uri: vscode.Uri): Promise<void> {
    await closeTabs([uri]);
  }

  dispose(): void {
    this.#shown.clear();
    this.#disposables.dispose();
  }

  #sheetOf(uri: vscode.Uri, made: NewSheet, before: ShownSheet | undefined): ShownSheet {
    const parts = made.parts.map((part): PlanPart => ({ ...part, standing: standingOf(part.plan, before) }));
    const token = String(++this.#tokens);
    return { ...made, uri, parts, token, text: '', entries: [], told: new Map(), details: [] };
  }

  /** Undefined when the plan is not shown any more. */
  #set(
    plan: PushPlan,
    standing: PlanStanding,
    { toTop }: { readonly toTop: boolean } = { toTop: false },
  ): ShownSheet | undefined {
    const sheet = [...this.#shown.values()].find(({ parts }) => parts.some((part) => part.plan === plan));
    const part = sheet?.parts.find((each) => each.plan === plan);
    if (sheet && part) {
      part.standing = standing;
      const isOver = toTop && sheet.parts.every((each) => each.standing.kind === 'ended');
      this.#renew(sheet, isOver);
    }
    return sheet;
  }

  /** The time to look at it begins when it is there: an editor that is busy may show it later than that time lasts. */
  #seen({ uri, token }: ShownSheet): void {
    const key = uri.toString();
    const sheet = this.#shown.get(key);
    if (sheet?.token === token && sheet.replacedAt !== undefined) {
      this.#shown.set(key, { ...sheet, replacedAt: Date.now() });
    }
  }

  #put(sheet: ShownSheet): ShownSheet {
    const told = sheetText(sheet, momentWords);
    const put = { ...sheet, ...told };
    this.#shown.set(sheet.uri.toString(), put);
    return put;
  }

  #renew(sheet: ShownSheet, toTop = false): void {
    const { text } = this.#put(sheet);
    this.#changed.fire();
    void this.#texts
      .set(sheet.uri, text)
      .then(() => toTop && this.#toTop(sheet.uri))
      .catch((error: unknown) => this.#deps.report('plan', error));
  }
}

/** Whether these are the plans that stood there before, or none did. */
function isSame({ parts }: PlanSheet): boolean {
  return parts.every(({ standing }) => standing.kind === 'current' && standing.again?.isSame !== false);
}

function namesOf({ parts }: NewSheet): string {
  return [...new Set(parts.map(({ plan }) => plan.ref.policy))].join(', ');
}

function standingOf(plan: PushPlan, before: PlanSheet | undefined): PlanStanding {
  const old = before?.parts.find((part) => part.plan.ref.policy === plan.ref.policy);
  return old && isOpen(old.standing)
    ? { kind: 'current', again: { at: plan.madeAt, isSame: samePlans([old.plan], [plan]) } }
    : { kind: 'current' };
}

/** Whether `other` is over and about what `sheet` is about: nobody is to take it for what holds now. */
function replaces(sheet: ShownSheet, other: ShownSheet): boolean {
  const policies = new Set(sheet.parts.map(({ plan }) => plan.ref.policy));
  return (
    other.consoleId === sheet.consoleId &&
    other.uri.toString() !== sheet.uri.toString() &&
    other.parts.every(
      ({ plan, standing }) =>
        (standing.kind === 'ended' || standing.kind === 'old') &&
        (policies.has(plan.ref.policy) || (sheet.isSeveral && other.isSeveral)),
    )
  );
}
