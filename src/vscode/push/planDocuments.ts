import * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commandRegistry.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { showDiff } from '../platform/showDiff.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { planLines, type PlanLine } from './planSteps.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

export const planScheme = 'ordinance-plan';

/**
 * What a document of a plan is called. The suffix ends the name of a plan that "Push Policy…" would not make; menus tell
 * by it that it offers no push. The heading is the first line.
 */
export interface PlanTitle {
  readonly suffix: string;
  readonly heading?: string;
}

interface Shown {
  readonly consoleId: string;
  readonly plan: PushPlan;
  readonly lines: readonly PlanLine[];
}

export interface PlanDocumentsDeps {
  readonly consoles: Pick<ConsoleRegistry, 'get'>;
  readonly liveDocuments: LiveDocuments;
  readonly commands: Pick<CommandRegistry, 'register'>;
}

/** Plans as documents, with a way from each step to the difference it makes and to the rule. */
export class PlanDocuments implements vscode.CodeLensProvider, Disposable {
  readonly #deps: PlanDocumentsDeps;
  readonly #disposables = new DisposableStore();
  readonly texts = this.#disposables.add(new VirtualTexts(planScheme));
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #shown = new Map<string, Shown>();

  constructor(deps: PlanDocumentsDeps) {
    this.#deps = deps;
    this.#disposables.add(vscode.languages.registerCodeLensProvider({ scheme: planScheme }, this));
    this.#disposables.add(this.texts.onDidFree((key) => this.#shown.delete(key)));
    deps.commands.register('ordinance.plan.compareRule', (uri, place) => this.#compare(uri, place));
  }

  /**
   * Shows the document of a plan. There is one per policy and purpose: a newer plan takes its place. Throws ExpectedError
   * `not-shown` rather than to show another plan than this one.
   */
  async show(
    console: ConsoleHandle,
    plan: PushPlan,
    { suffix, heading }: PlanTitle = { suffix: '' },
  ): Promise<vscode.TextEditor> {
    const { policy } = plan.ref;
    const uri = vscode.Uri.from({
      scheme: planScheme,
      path: `/${console.entry.name}/${policy}${suffix || overrideSuffix(plan)}.ordinance-plan`,
      query: new URLSearchParams({ console: console.id }).toString(),
    });
    const { text, lines } = planLines(plan, heading);
    this.#shown.set(uri.toString(), { consoleId: console.id, plan, lines });
    const editor = await this.texts.show(uri, text, { preview: false });
    this.#changed.fire();
    return editor;
  }

  /** The policy a plan document is of. */
  targetOf(uri: vscode.Uri): PolicyTarget | undefined {
    const shown = uri.scheme === planScheme ? this.#shown.get(uri.toString()) : undefined;
    return shown && policyTarget(shown);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const key = document.uri.toString();
    const shown = this.#shown.get(key);
    if (!shown) {
      return [];
    }
    const lens = (line: number, command: vscode.Command): vscode.CodeLens =>
      codeLens(new vscode.Range(line, 0, line, 0), command);
    const push = isOfOwnEdits(shown.plan) ? [lens(0, pushCommand(shown))] : [];
    return [
      ...push,
      ...shown.lines.flatMap(({ line, step }, place) => [
        ...(step.kind === 'move'
          ? []
          : [
              lens(line, {
                command: 'ordinance.plan.compareRule',
                title: vscode.l10n.t('Compare'),
                arguments: [key, place],
              }),
            ]),
        ...('to' in step
          ? [
              lens(line, {
                command: 'ordinance.rule.reveal',
                title: vscode.l10n.t('Go to Rule'),
                arguments: [{ ...policyTarget(shown), kind: 'rule', array: step.array, index: step.to }],
              }),
            ]
          : []),
      ]),
    ];
  }

  dispose(): void {
    this.#shown.clear();
    this.#disposables.dispose();
  }

  async #compare(uri: unknown, place: unknown): Promise<void> {
    const shown = typeof uri === 'string' ? this.#shown.get(uri) : undefined;
    const console = shown && this.#deps.consoles.get(shown.consoleId);
    const step = typeof place === 'number' ? shown?.lines[place]?.step : undefined;
    if (!console || !step) {
      throw new ExpectedError('old-plan', vscode.l10n.t('This plan is not kept any more.'), {
        advice: vscode.l10n.t('Run "Preview Push" again.'),
      });
    }
    const { left, right, title } = await this.#deps.liveDocuments.ruleUris(console, shown.plan, step);
    await showDiff(left, right, title, { preview: true });
  }
}

function isOfOwnEdits({ restores, overrides }: PushPlan): boolean {
  return restores === undefined && overrides === undefined;
}

function overrideSuffix({ overrides }: PushPlan): string {
  return overrides === undefined ? '' : ' (override)';
}

function policyTarget({ consoleId, plan }: Shown): PolicyTarget {
  return { kind: 'policy', consoleId, policy: plan.ref.policy };
}

function pushCommand(shown: Shown): vscode.Command {
  return {
    command: 'ordinance.policy.push',
    title: vscode.l10n.t('Push Policy…'),
    arguments: [policyTarget(shown)],
  };
}
