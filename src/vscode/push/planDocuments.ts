import * as vscode from 'vscode';
import type { Commands } from '../targets/commands.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { showDiff } from '../platform/showDiff.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { planScheme, PlanSheets, type PlanSheetsDeps, type ShownSheet } from './planSheets.ts';
import type { PlanEnding, PlanOrigin } from './planStanding.ts';

/**
 * What a document of a plan is called. The suffix ends the name of a plan that "Push Policy…" would not make; menus tell
 * by it that it offers no push. The heading is the first line.
 */
export interface PlanTitle {
  readonly suffix: string;
  readonly heading?: string;
}

export interface PlanDocumentsDeps extends PlanSheetsDeps {
  readonly consoles: ConsoleRegistry;
  readonly liveDocuments: LiveDocuments;
  readonly commands: Commands;
}

/** Plans as documents, with a way from each step to the difference it makes and to the rule. */
export class PlanDocuments implements vscode.CodeLensProvider, Disposable {
  readonly #deps: PlanDocumentsDeps;
  readonly #disposables = new DisposableStore();
  readonly #sheets: PlanSheets;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(deps: PlanDocumentsDeps) {
    this.#deps = deps;
    this.#sheets = this.#disposables.add(new PlanSheets(deps));
    this.onDidChangeCodeLenses = this.#sheets.onDidChange;
    this.#disposables.add(vscode.languages.registerCodeLensProvider({ scheme: planScheme }, this));
    deps.commands.onRow(this, {
      'ordinance.plan.compareRule': (plans, uri, place) => plans.#compare(uri, place),
    });
  }

  /**
   * Shows the document of a plan. There is one per policy and purpose: a newer plan takes its place. Throws ExpectedError
   * `not-shown` rather than to show another plan than this one.
   */
  show(
    console: ConsoleHandle,
    plan: PushPlan,
    { suffix, heading }: PlanTitle = { suffix: '' },
  ): Promise<vscode.TextEditor> {
    const name = `${plan.ref.policy}${suffix || overrideSuffix(plan)}`;
    const sheet = {
      consoleId: console.id,
      origin: originOf(plan),
      heading: heading === undefined ? [] : [heading],
    };
    return this.#sheets.show(addressOf(console, name), sheet, [plan]);
  }

  /** Shows the plans of several policies as one document, below `heading`. Throws as `show` does. */
  showSeveral(
    console: ConsoleHandle,
    plans: readonly PushPlan[],
    heading: readonly string[],
  ): Promise<vscode.TextEditor> {
    const name =
      plans.length === 1
        ? vscode.l10n.t('push of 1 policy')
        : vscode.l10n.t('push of {0} policies', plans.length);
    return this.#sheets.show(
      addressOf(console, name),
      { consoleId: console.id, origin: 'several', heading },
      plans,
    );
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
    return shown && policyTarget(shown);
  }

  /** The plan in the document at the cursor, when it is one of the policy and nothing made it old. */
  async shownPlan({ console, kind }: ChosenPolicy): Promise<PushPlan | undefined> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const shown = uri?.scheme === planScheme ? this.#sheets.get(uri.toString()) : undefined;
    const [part, ...more] = shown?.parts ?? [];
    const isIt =
      part?.plan.ref.policy === kind.name &&
      more.length === 0 &&
      shown?.consoleId === console.id &&
      part.standing.kind === 'current';
    // The mark at its top comes a moment after what makes it old.
    return isIt && (await this.#deps.syncs.of(console).whyOld(part.plan)) === undefined
      ? part.plan
      : undefined;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const key = document.uri.toString();
    const shown = this.#sheets.get(key);
    if (!shown) {
      return [];
    }
    const lens = (line: number, command: vscode.Command): vscode.CodeLens =>
      codeLens(new vscode.Range(line, 0, line, 0), command);
    const target = policyTarget(shown);
    // Where the rules stand is known while the plan is that of the file.
    const isCurrent = shown.parts.every(({ standing }) => standing.kind === 'current');
    return [
      ...whatNext(shown).map((command) => lens(0, command)),
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
        ...(isCurrent && 'to' in step
          ? [
              lens(line, {
                command: 'ordinance.rule.reveal',
                title: vscode.l10n.t('Go to Rule'),
                arguments: [{ ...target, kind: 'rule', array: step.array, index: step.to }],
              }),
            ]
          : []),
      ]),
    ];
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #compare(uri: unknown, place: unknown): Promise<void> {
    const shown = typeof uri === 'string' ? this.#sheets.get(uri) : undefined;
    const console = shown && this.#deps.consoles.get(shown.consoleId);
    const step = typeof place === 'number' ? shown?.lines[place]?.step : undefined;
    const plan = shown?.parts[0]?.plan;
    if (!console || !step || !plan) {
      throw new ExpectedError('old-plan', vscode.l10n.t('This plan is no longer available.'), {
        advice: vscode.l10n.t('Run "Preview Push" again.'),
      });
    }
    const { left, right, title } = await this.#deps.liveDocuments.ruleUris(console, plan, step);
    await showDiff(left, right, title, { preview: true });
  }
}

function addressOf(console: ConsoleHandle, name: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: planScheme,
    path: `/${console.entry.name}/${name}.ordinance-plan`,
    query: new URLSearchParams({ console: console.id }).toString(),
  });
}

function originOf({ restores, overrides }: PushPlan): PlanOrigin {
  return restores === undefined ? (overrides === undefined ? 'push' : 'override') : 'restore';
}

function overrideSuffix({ overrides }: PushPlan): string {
  return overrides === undefined ? '' : ' (override)';
}

function policyTarget({ consoleId, origin, parts: [part] }: ShownSheet): PolicyTarget | undefined {
  return part && origin !== 'several'
    ? { kind: 'policy', consoleId, policy: part.plan.ref.policy }
    : undefined;
}

/** What there is to do with the plan as it stands. Each command makes a plan of its own, shows it, and asks. */
function whatNext(shown: ShownSheet): vscode.Command[] {
  const { origin, parts } = shown;
  const target = policyTarget(shown);
  const onTarget = target ? [target] : [{ kind: 'console', consoleId: shown.consoleId }];
  const again: Readonly<Record<PlanOrigin, vscode.Command[]>> = {
    push: [
      { command: 'ordinance.policy.previewPush', title: vscode.l10n.t('Preview Push'), arguments: onTarget },
    ],
    override: [
      {
        command: 'ordinance.policy.override',
        title: vscode.l10n.t('Override Live Changes…'),
        arguments: onTarget,
      },
    ],
    restore: [],
    several: [
      {
        command: 'ordinance.policies.pushEdited',
        title: vscode.l10n.t('Push All Edited…'),
        arguments: onTarget,
      },
    ],
  };
  const history = { command: 'ordinance.history.focus', title: vscode.l10n.t('Show History') };
  const kinds = new Set(parts.map(({ standing: { kind } }) => kind));
  const wasSent = parts.some(
    ({ standing }) => standing.kind === 'ended' && standing.ending.kind !== 'refused',
  );
  if (kinds.has('pushing')) {
    return [];
  }
  if (wasSent) {
    return [history];
  }
  if (kinds.has('old') || kinds.has('ended')) {
    return again[origin];
  }
  return [
    ...(origin === 'push'
      ? [{ command: 'ordinance.policy.push', title: vscode.l10n.t('Push Policy…'), arguments: onTarget }]
      : []),
    ...(target && parts.some(({ plan }) => hasAffected(plan))
      ? [
          {
            command: 'ordinance.policy.countAffected',
            title: vscode.l10n.t('Count Affected Resources'),
            arguments: onTarget,
          },
        ]
      : []),
  ];
}

/** Whether there may be something to count, and the console lists what rules apply to. */
function hasAffected({ ref, consequences }: PushPlan): boolean {
  const isSure = consequences?.decisionsChange === false && consequences.effectChanges.length === 0;
  return !isSure && policyKind(ref.policy)?.extra.includes('impacted') === true;
}
