import * as vscode from 'vscode';
import { ruleIds } from '../../core/document/ruleIds.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleRef } from '../../core/document/ruleRef.ts';
import { rulePlaceAt } from '../../core/document/rulesAtOffset.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import { ruleAction } from '../../core/order/effect/effectOf.ts';
import { codeLens, inertCommand } from '../platform/languageTexts.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { actionWords, isShadowed, orderMarkWords } from '../workspace/orderMarkWords.ts';
import { kindOf } from '../workspace/policyDocuments.ts';
import { marksOf } from '../workspace/policyOrders.ts';
import { ruleTargetAt, type RuleTarget } from '../workspace/target.ts';
import { isPart } from '../workspace/resolutionScheme.ts';
import { fromEditor } from './policyHover.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { RuleView } from '../../core/document/ruleView.ts';

/** The number and the action of a rule. They are worked out when the lens comes into view. */
class NumberLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;
  readonly place: RuleRef;

  constructor(range: vscode.Range, document: vscode.TextDocument, place: RuleRef) {
    super(range);
    this.document = document;
    this.place = place;
  }
}

/**
 * Shows the number, action and order finding above each rule. Commands are above the rule with the cursor alone: above each of
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
    await this.#services.documents.open(document);
    const arrays = this.#services.documents.current(document)?.arrays() ?? [];
    const atCursor = this.#atCursor(document);
    return arrays.flatMap(({ rules }) =>
      rules.flatMap((rule) => {
        const start = document.positionAt(rule.range.start);
        const line = new vscode.Range(start, start);
        const { array, index, facts } = rule;
        const number = new NumberLens(line, document, { array, index, name: facts.name });
        const isAtCursor = array === atCursor?.array && index === atCursor.index;
        const commands = isAtCursor ? this.#commandsOf(document, rule, rules) : [];
        return [number, ...commands.map((command) => codeLens(line, command))];
      }),
    );
  }

  #commandsOf(
    document: vscode.TextDocument,
    rule: RuleView,
    rules: readonly RuleView[],
  ): readonly vscode.Command[] {
    const policy = this.#services.documents.current(document);
    const target = policy && ruleTargetAt(this.#services.consoles, document.uri, policy, rule);
    const id = ruleIds(rules)[rule.index] ?? '';
    const isShadowedRule = isShadowed(
      marksOf(this.#services.models.orders.found(document.uri, rule.array).get(id)),
    );
    return target ? actionsOf(target, rules.length, isShadowedRule) : [];
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens instanceof NumberLens) {
      lens.command = this.#numberOf(lens);
    }
    return lens;
  }

  #numberOf({ document, place }: NumberLens): vscode.Command {
    const { array, index } = place;
    const policy = this.#services.documents.current(document);
    const rules = policy?.array(array)?.rules;
    const written = rules?.[index];
    // While a rule is being edited and broken, its lens shows only the position.
    const rule = policy && written && sureRules(policy)(written) ? written : undefined;
    const kind = kindOf(document.uri);
    const words = rule?.facts.disabled
      ? vscode.l10n.t('disabled')
      : rule && kind && actionWords(ruleAction(kind, rule.value()));
    const id = rule && rules && ruleIds(rules)[index];
    const ruleOrder =
      id === undefined ? undefined : this.#services.models.orders.found(document.uri, array).get(id);
    const order = orderMarkWords(marksOf(ruleOrder), rule?.facts.collections.length ?? 0);
    const analyzed = ruleOrder?.isNotAnalyzed ? vscode.l10n.t('order not analyzed') : undefined;
    const number = isPart(document.uri)
      ? undefined
      : vscode.l10n.t('Rule {0} of {1}', index + 1, rules?.length ?? index + 1);
    return inertCommand({
      command: 'ordinance.rule.preview',
      title:
        [number, words, order, analyzed].filter((part) => part !== undefined).join(' · ') ||
        vscode.l10n.t('Preview Rule'),
      tooltip: vscode.l10n.t('Preview Rule'),
      arguments: [document.uri, place],
    });
  }
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
  return { command, title, arguments: [target, fromEditor] };
}
