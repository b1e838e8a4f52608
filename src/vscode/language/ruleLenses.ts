import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { rulePlaceAt } from '../../core/document/rulesAtOffset.ts';
import { codeLens, inertCommand } from '../platform/languageTexts.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isShadowed, orderMarkWords } from '../workspace/orderMarkWords.ts';
import { type RuleSummary, isPart } from '../workspace/policyDocuments.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { ruleTargetAt } from './policyHelp.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The number and the finding of a rule. They are worked out when the lens comes into view. */
class NumberLens extends vscode.CodeLens {
  readonly uri: vscode.Uri;
  readonly rule: RuleSummary;
  readonly count: number;

  constructor(range: vscode.Range, uri: vscode.Uri, rule: RuleSummary, count: number) {
    super(range);
    this.uri = uri;
    this.rule = rule;
    this.count = count;
  }
}

/**
 * Shows the number and the order finding above each rule. Commands are above the rule with the cursor alone: above each of
 * hundreds of rules they hide the policy. The lenses of changes lead to the comparisons.
 */
export class RuleLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #services: FeatureServices;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  #ruleAtCursor: string | undefined;

  constructor(services: FeatureServices) {
    super();
    this.#services = services;
    this.disposables.addAll(
      services.consoles.onDidChange(() => this.#changed.fire()),
      // Without the focus, the editor does not ask by itself, for example after an undo from the tree.
      services.models.onDidChange(({ what }) => what.has('order') && this.#changed.fire()),
      vscode.window.onDidChangeTextEditorSelection(() => this.#onCursorMoved()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#onCursorMoved()),
      services.settings.onDidChange((id) => {
        if (id === 'ordinance.editor.codeLens') {
          this.#changed.fire();
        }
      }),
    );
  }

  #onCursorMoved(): void {
    const document = vscode.window.activeTextEditor?.document;
    const place = document && this.#atCursor(document);
    const rule = place && `${document.uri.toString()} ${place.array} ${place.index}`;
    if (rule !== this.#ruleAtCursor) {
      this.#ruleAtCursor = rule;
      this.#changed.fire();
    }
  }

  /** The rule with the cursor of the active editor, if that editor shows the document. */
  #atCursor(document: vscode.TextDocument): RulePlace | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor?.document === document
      ? rulePlaceAt(this.#services.documents.current(document), document.offsetAt(editor.selection.active))
      : undefined;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.#services.settings.flag('ordinance.editor.codeLens', document.uri)) {
      return [];
    }
    const { uri } = document;
    const policy = await this.#services.documents.open(document);
    const { arrays } = this.#services.rules.of(uri, policy);
    const atCursor = this.#atCursor(document);
    return arrays.flatMap(({ key, rules }) =>
      rules.flatMap((rule) => {
        const start = document.positionAt(rule.start);
        const line = new vscode.Range(start, start);
        const isAtCursor = key === atCursor?.array && rule.index === atCursor.index;
        const target = isAtCursor ? ruleTargetAt(this.#services, uri, rule.ref) : undefined;
        const commands = target ? actionsOf(target, rules.length, isShadowed(rule.order()?.findings)) : [];
        return [
          new NumberLens(line, uri, rule, rules.length),
          ...commands.map((command) => codeLens(line, command)),
        ];
      }),
    );
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens instanceof NumberLens) {
      lens.command = numberOf(lens);
    }
    return lens;
  }
}

function numberOf({ uri, rule, count }: NumberLens): vscode.Command {
  const { array, index, name } = rule;
  const number = isPart(uri) ? undefined : vscode.l10n.t('Rule {0} of {1}', index + 1, count);
  return inertCommand({
    command: 'ordinance.rule.preview',
    title:
      [number, ...(rule.isSure ? factsOf(rule) : [])].filter((part) => part !== undefined).join(' · ') ||
      vscode.l10n.t('Preview Rule'),
    tooltip: vscode.l10n.t('Preview Rule'),
    arguments: [uri, { array, index, name }],
  });
}

/** While a rule is being edited and broken, its lens shows only the position. */
function factsOf(rule: RuleSummary): readonly (string | undefined)[] {
  const order = rule.order();
  return [
    rule.disabled ? vscode.l10n.t('disabled') : undefined,
    orderMarkWords(order?.findings, rule.collections.length),
    order?.isNotAnalyzed ? vscode.l10n.t('order not analyzed') : undefined,
  ];
}

/** The line of a shadowed rule is long, so it has only the move that helps, and *Move…* for all others. */
function actionsOf(target: RuleTarget, count: number, isShadowedRule: boolean): readonly vscode.Command[] {
  const move = action(target, 'ordinance.rule.move', vscode.l10n.t('Move…'));
  if (isShadowedRule) {
    const toEffect = vscode.l10n.t('Move to Where It Applies');
    return [action(target, 'ordinance.rule.moveToEffect', toEffect), ...(count > 1 ? [move] : [])];
  }
  return [
    ...(target.index > 0 ? [action(target, 'ordinance.rule.moveUp', vscode.l10n.t('Move Up'))] : []),
    ...(target.index < count - 1
      ? [action(target, 'ordinance.rule.moveDown', vscode.l10n.t('Move Down'))]
      : []),
    ...(count > 2 ? [move] : []),
  ];
}

function action(target: RuleTarget, command: string, title: string): vscode.Command {
  return { command, title, arguments: [target] };
}
