import * as vscode from 'vscode';
import type { Commands } from '../targets/commands.ts';
import { tell } from '../platform/dialogs.ts';
import { showDiff } from '../platform/showDiff.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ContextKeyWriter } from '../platform/contextKeys.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { UndoablePush } from '../targets/lastPush.ts';
import type { ShownPlans } from '../targets/pushes.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { tabName } from '../workspace/tabName.ts';
import { isInTab } from '../workspace/virtualTexts.ts';
import { noOffers, offersOf, planLenses, policyOf, undoables, type PlacedEntry } from './planLenses.ts';
import type { SheetEntry } from './planSheet.ts';
import { planScheme, PlanSheets } from './planSheets.ts';
import type { PlanEnding } from './planStanding.ts';
import { purposeWords } from './pushPurpose.ts';
import { comparedStep, entryAt, ruleAt } from './rulesOfSheet.ts';
import type { SheetLooksDeps } from './sheetLooks.ts';
import type { NewSheet, ShownSheet } from './shownSheet.ts';

export interface PlanDocumentsDeps extends SheetLooksDeps {
  readonly consoles: ConsoleRegistry;
  readonly liveDocuments: LiveDocuments;
  readonly commands: Commands;
  readonly contextKeys: ContextKeyWriter;
}

/** What came in place of other plans, unasked or of a button of theirs, is looked at before it is pushed. */
const lookMs = 1000;

/** Plans as documents, which are reviewed and pushed where they are shown. */
export class PlanDocuments extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: PlanDocumentsDeps;
  readonly #sheets: PlanSheets;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(deps: PlanDocumentsDeps) {
    super();
    this.#deps = deps;
    this.#sheets = this.disposables.add(new PlanSheets(deps));
    this.onDidChangeCodeLenses = this.#sheets.onDidChange;
    this.disposables.add(vscode.languages.registerCodeLensProvider({ scheme: planScheme }, this));
    this.disposables.add(this.#sheets.onDidChange(() => this.#tellOffers()));
    this.disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tellOffers()));
    deps.commands.onRow(this, {
      'ordinance.plan.close': (plans, uri) => plans.#sheets.close(plans.#found(uri).uri),
      'ordinance.plan.compare': (plans, uri) => plans.#compare(plans.#found(uri)),
      'ordinance.plan.compareRule': (plans, uri, place) => plans.#compareRule(plans.#found(uri), place),
      'ordinance.plan.goToRule': async (plans, uri) => {
        // A key that was pressed again before the rule was seen comes late, when the plan is left.
        if (keyOf(uri) !== undefined || plans.#inFront()) {
          await plans.#goToRule(plans.#found(uri));
        }
      },
      'ordinance.plan.makeAgain': (plans, uri) => {
        const sheet = plans.#found(uri);
        return plans.#sheets.press(sheet.uri.toString(), () => sheet.acts.again(sheet.token));
      },
      'ordinance.plan.push': (plans, uri, token) => plans.#push(uri, token),
    });
  }

  /**
   * Shows plans. There is one document per policy, whatever they are for: newer plans take the place of others in it, and
   * it becomes their receipt. Throws ExpectedError `not-shown` rather than to show another plan than these, and `push-running`
   * while those there are pressed, unless they came of that: `from` is then the token of what was pressed.
   */
  async show(console: ConsoleHandle, made: NewSheet, from?: string): Promise<void> {
    const editor = await this.#sheets.show(addressOf(console, made), made, from);
    const sheet = this.#sheets.get(editor.document.uri.toString());
    if (sheet && vscode.window.activeTextEditor?.document === editor.document) {
      await vscode.commands.executeCommand('editor.fold', { selectionLines: sheet.details, levels: 1 });
    }
  }

  /** Puts plans in place of those of the sheet `from`, when it is still shown. */
  async replace(console: ConsoleHandle, made: NewSheet, from: string): Promise<boolean> {
    return this.#sheets.replace(addressOf(console, made), made, from);
  }

  adopt(console: ConsoleHandle, made: NewSheet, from: string): void {
    this.#sheets.adopt(
      addressOf(console, made),
      made.parts.map(({ plan }) => plan),
      from,
    );
  }

  /** Throws ExpectedError `plan-closed` when the sheet that was pressed is not there any more: closing it is a cancellation. */
  checkThere(console: ConsoleHandle, made: NewSheet, from: string): void {
    if (!this.#sheets.isThere(addressOf(console, made), from)) {
      throw new ExpectedError('plan-closed', vscode.l10n.t('Not pushed: the plan had been closed.'), {
        advice: vscode.l10n.t('Push the policy again to see a new plan.'),
      });
    }
  }

  /** The plan is being pushed; its document says so, if it is shown, until `ended` makes a receipt of it. */
  begun(plan: PushPlan): void {
    this.#sheets.begin(plan);
  }

  ended(plan: PushPlan, ending: PlanEnding): void {
    this.#sheets.end(plan, ending);
  }

  /** The policy a plan document is of; none when it is of several. */
  targetOf(uri: vscode.Uri): PolicyTarget | undefined {
    const shown = uri.scheme === planScheme ? this.#sheets.get(uri.toString()) : undefined;
    return shown && policyOf(shown);
  }

  /** The pushes that a receipt is of, the one in front where none is named; none for any other argument. */
  receiptsOf(uri: unknown): readonly UndoablePush[] {
    const key = keyOf(uri);
    // A key says only that it is about the editor.
    const isOfEditor = uri === undefined || (typeof uri === 'object' && uri !== null && 'in' in uri);
    const inFront = isOfEditor ? this.#inFront() : undefined;
    const sheet = key === undefined ? inFront : this.#sheets.get(key);
    return sheet ? undoables(sheet) : [];
  }

  /** Whether an argument names a document of plans, or says that the one in front is meant. */
  isNamedBy(uri: unknown): boolean {
    const isKey = typeof uri === 'object' && uri !== null && 'in' in uri;
    return keyOf(uri) !== undefined || (isKey && this.#inFront() !== undefined);
  }

  /** The plan in the document at the cursor, when it is one of the policy and nothing made it old. */
  async shownPlan({ console, kind }: ChosenPolicy): Promise<PushPlan | undefined> {
    const sheet = this.#inFront();
    const [part, ...more] = sheet?.parts ?? [];
    const isIt =
      part?.plan.ref.policy === kind.name &&
      more.length === 0 &&
      sheet?.consoleId === console.id &&
      part.standing.kind === 'current';
    // The mark at its top comes a moment after what makes it old.
    return isIt && (await this.#deps.syncs.of(console).whyOld(part.plan)) === undefined
      ? part.plan
      : undefined;
  }

  /** The plans of a document that is named, or is in front, when nothing made one of them old. */
  async shownPlans(uri: unknown): Promise<ShownPlans> {
    const { parts, consoleId } = this.#found(uri);
    const console = this.#deps.consoles.get(consoleId);
    if (!console) {
      throw gone();
    }
    const sync = this.#deps.syncs.of(console);
    for (const { plan, standing } of parts) {
      if (standing.kind !== 'current' || (await sync.whyOld(plan)) !== undefined) {
        throw new ExpectedError('old-plan', vscode.l10n.t('The plan is out of date.'), {
          advice: vscode.l10n.t('Make it again first.'),
        });
      }
    }
    return { console, plans: parts.map(({ plan }) => plan) };
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const key = document.uri.toString();
    const sheet = this.#sheets.get(key);
    return sheet ? planLenses(sheet, offersOf(sheet, this.#sheets.isPressed(key)), this.#verb(sheet)) : [];
  }

  /** What the button says: what is done, where, and at which address. */
  #verb({ parts, consoleId, purpose, isSeveral, heading }: ShownSheet): string {
    const { l10n } = vscode;
    const [plan] = parts.map((part) => part.plan);
    const name = this.#deps.consoles.get(consoleId)?.entry.name ?? plan?.ref.console ?? '';
    const url = plan?.destination?.url;
    const where = url === undefined ? name : l10n.t('{0} ({1})', name, url);
    if (isSeveral) {
      return heading.length === 0
        ? l10n.t('Push {0} Policies to {1}', parts.length, where)
        : l10n.t('Push {0} of {1} Policies to {2}', parts.length, parts.length + heading.length, where);
    }
    const { verb } = purposeWords(purpose, plan?.ref.policy ?? 'vulnerability/images', name);
    return purpose.kind === 'push' ? l10n.t('{0} to {1}', verb, where) : l10n.t('{0} on {1}', verb, where);
  }

  /** Pushes the plans that the document shows which is in front, or which is named. */
  #push(uri: unknown, token: unknown): Promise<unknown> {
    const sheet = this.#found(uri);
    const key = sheet.uri.toString();
    if (this.#sheets.isPressed(key)) {
      return Promise.resolve(undefined);
    }
    const isSeen = this.#sheets.asShown(key)?.token === sheet.token;
    const isMeant = typeof token !== 'string' || token === sheet.token;
    const isFresh = sheet.replacedAt !== undefined && Date.now() - sheet.replacedAt < lookMs;
    if (!isSeen || !isMeant || isFresh) {
      tell(
        'warning',
        vscode.l10n.t('Nothing was sent: the plan had just been made again. Look at it, then push.'),
      );
      return Promise.resolve(undefined);
    }
    const standings = sheet.parts.map(({ standing }) => standing.kind);
    if (standings.every((kind) => kind === 'current')) {
      const plans = sheet.parts.map(({ plan }) => plan);
      return this.#sheets.press(key, () => sheet.acts.push(plans, sheet.token));
    }
    if (!offersOf(sheet, false).canMakeAgain) {
      throw new ExpectedError('old-plan', vscode.l10n.t('This plan was pushed already.'), {
        advice: vscode.l10n.t('Push the policy again to see a new plan.'),
      });
    }
    return this.#sheets.press(key, async () => {
      const made = await sheet.acts.again(sheet.token);
      if (this.#sheets.get(key)?.token !== sheet.token) {
        tell(
          'warning',
          vscode.l10n.t('Nothing was sent: the plan was out of date. Look at the new one, then push.'),
        );
      }
      return made;
    });
  }

  /** Shows what a plan changes on its console. */
  async compare(console: ConsoleHandle, { ref: { policy }, liveText, body }: PushPlan): Promise<void> {
    const { liveDocuments } = this.#deps;
    const live = await liveDocuments.liveUri(console, policy, liveText);
    const planned = await liveDocuments.liveUri(console, policy, body.toString(), 'planned');
    const title = vscode.l10n.t('{0}: live of {1} ↔ as the plan sends it', policy, console.entry.name);
    await showDiff(live, planned, title, { preview: true });
  }

  async #compare(sheet: ShownSheet): Promise<void> {
    const [part] = sheet.parts;
    const console = this.#deps.consoles.get(sheet.consoleId);
    if (!part || !console) {
      throw gone();
    }
    await this.compare(console, part.plan);
  }

  async #compareRule(sheet: ShownSheet, place: unknown): Promise<void> {
    const console = this.#deps.consoles.get(sheet.consoleId);
    const entry = isPlacedEntry(place) ? this.#entryAt(sheet, place) : entryAt(sheet, this.#lineOf(sheet));
    const step = entry && comparedStep(entry);
    if (!entry && !isPlacedEntry(place)) {
      throw noRule();
    }
    if (!console || !entry) {
      throw gone();
    }
    if (!step) {
      throw new ExpectedError('only-moved', vscode.l10n.t('The rule is moved and stays as it is.'));
    }
    const { left, right, title } = await this.#deps.liveDocuments.ruleUris(console, entry.plan, step);
    await showDiff(left, right, title, { preview: true });
  }

  async #goToRule(sheet: ShownSheet): Promise<void> {
    const rule = sheet.purpose.kind === 'push' ? ruleAt(sheet, this.#lineOf(sheet)) : undefined;
    if (!rule) {
      throw noRule(
        vscode.l10n.t(
          'Put the cursor into a rule that is added, changed or moved, or into one that decides then.',
        ),
      );
    }
    if (sheet.parts.some(({ standing }) => standing.kind === 'old')) {
      throw new ExpectedError('old-plan', vscode.l10n.t('The plan is out of date.'), {
        advice: vscode.l10n.t('Make it again first.'),
      });
    }
    await vscode.commands.executeCommand('ordinance.rule.reveal', rule);
  }

  #entryAt({ token, entries }: ShownSheet, placed: PlacedEntry): SheetEntry | undefined {
    if (placed.token !== token) {
      throw madeAgain();
    }
    return entries[placed.place];
  }

  /** Of the cursor. */
  #lineOf({ uri }: ShownSheet): number {
    const key = uri.toString();
    // The cursor is in the text that the editor shows, which may be an older one for a moment.
    if (!this.#sheets.asShown(key)) {
      throw madeAgain();
    }
    const { activeTextEditor: active, visibleTextEditors } = vscode.window;
    const shown = [...(active ? [active] : []), ...visibleTextEditors];
    return shown.find(({ document }) => document.uri.toString() === key)?.selection.active.line ?? 0;
  }

  /** The sheet an argument names, else the one in front. */
  #found(uri: unknown): ShownSheet {
    const key = keyOf(uri);
    const sheet = key === undefined ? this.#inFront() : this.#sheets.get(key);
    // What was closed was canceled, though the editor keeps its document for a while.
    if (!sheet || !isInTab(sheet.uri)) {
      throw gone();
    }
    return sheet;
  }

  #inFront(): ShownSheet | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri?.scheme === planScheme ? this.#sheets.get(uri.toString()) : undefined;
  }

  #tellOffers(): void {
    const sheet = this.#inFront();
    const offers = sheet ? offersOf(sheet, this.#sheets.isPressed(sheet.uri.toString())) : noOffers;
    this.#deps.contextKeys.set('ordinance.canPushPlan', offers.canPush);
    this.#deps.contextKeys.set('ordinance.canRemakePlan', offers.canMakeAgain);
    this.#deps.contextKeys.set('ordinance.canUndoReceipt', offers.canUndo);
  }
}

function isPlacedEntry(argument: unknown): argument is PlacedEntry {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    typeof (argument as Partial<PlacedEntry>).place === 'number' &&
    typeof (argument as Partial<PlacedEntry>).token === 'string'
  );
}

function noRule(
  advice = vscode.l10n.t('Put the cursor into a rule that is added, changed or moved.'),
): ExpectedError {
  return new ExpectedError('no-rule', vscode.l10n.t('There is no rule of the file at the cursor.'), {
    advice,
  });
}

function madeAgain(): ExpectedError {
  return new ExpectedError('old-plan', vscode.l10n.t('The plan was made again just now.'), {
    advice: vscode.l10n.t('Look at the new one first.'),
  });
}

function gone(): ExpectedError {
  return new ExpectedError('old-plan', vscode.l10n.t('This plan is no longer available.'), {
    advice: vscode.l10n.t('Push the policy again to see a new plan.'),
  });
}

function keyOf(uri: unknown): string | undefined {
  return uri instanceof vscode.Uri ? uri.toString() : typeof uri === 'string' ? uri : undefined;
}

/** One document for a policy, whatever its plan is for, and one for several policies. */
function addressOf(console: ConsoleHandle, { isSeveral, parts }: NewSheet): vscode.Uri {
  const [part] = parts;
  const name = isSeveral || !part ? vscode.l10n.t('push of several policies') : tabName(part.plan.ref.policy);
  return vscode.Uri.from({
    scheme: planScheme,
    path: `/${console.entry.name}/${name}.ordinance-plan`,
    query: new URLSearchParams({ console: console.id }).toString(),
  });
}
