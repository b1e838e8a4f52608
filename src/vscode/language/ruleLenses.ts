import * as vscode from 'vscode';
import { ruleIds } from '../../core/document/ruleIds.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import { ruleAction } from '../../core/policy/ruleAction.ts';
import { codeLens, inertCommand } from '../platform/languageTexts.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { decidesWords } from '../workspace/decidesWords.ts';
import { kindOf } from '../workspace/policyDocuments.ts';
import { findingsOf, isShadowed } from '../workspace/policyOrders.ts';
import type { NamedPlace } from '../workspace/ruleEditor.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { drawnRules } from './drawnRules.ts';
import { fromEditor } from './fromEditor.ts';
import { isPart } from '../workspace/partText.ts';
import { actionWords } from './ruleCard.ts';
import type { LanguageServices } from './languageServices.ts';

/** In longer files one lens asks which way to move: the editor is sent all lenses again whenever typing rests. */
const mostRulesWithSteps = 1000;

/**
 * How long a text rests before lenses are asked for once more. The editor gives up asking when the text loses the keyboard meanwhile, as
 * it does where an edit is taken back from the tree, and would show those of the text before until somebody clicks into it.
 */
const restMs = 1000;

export type RuleLensesDeps = Pick<LanguageServices, 'documents' | 'consoles' | 'settings' | 'orders'>;

/** The number of a rule, and what it does: filled in when it comes into view. */
class NumberLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;
  readonly place: NamedPlace;

  constructor(range: vscode.Range, document: vscode.TextDocument, place: NamedPlace) {
    super(range);
    this.document = document;
    this.place = place;
  }
}

/** The one way to all moves of a rule in a long file, filled in likewise. */
class MoveLens extends vscode.CodeLens {
  readonly target: RuleTarget;

  constructor(range: vscode.Range, target: RuleTarget) {
    super(range);
    this.target = target;
  }
}

/** Over each rule: its number and what it does, which leads to its preview, and where it can go. */
export class RuleLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: RuleLensesDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  #resting: NodeJS.Timeout | undefined;

  constructor(deps: RuleLensesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.consoles.onDidChange(() => this.#changed.fire()));
    this.disposables.add(deps.documents.onDidChange(() => this.#rest()));
    this.disposables.add({ dispose: () => clearTimeout(this.#resting) });
    this.disposables.add(deps.orders.onDidChange(({ marks }) => marks && this.#changed.fire()));
    this.disposables.add(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.editor.codeLens') {
          this.#changed.fire();
        }
      }),
    );
  }

  #rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#changed.fire(), restMs);
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.#deps.settings.flag('ordinance.editor.codeLens', document.uri)) {
      return [];
    }
    await this.#deps.documents.open(document);
    const arrays = this.#deps.documents.current(document)?.arrays() ?? [];
    return arrays.flatMap(({ key, rules }) => {
      const found = this.#deps.orders.found(document.uri, key);
      const ids = ruleIds(rules);
      const targetOf = drawnRules(this.#deps.consoles, document, rules);
      return rules.flatMap((rule) => {
        const start = document.positionAt(rule.range.start);
        const line = new vscode.Range(start, start);
        const { array, index, facts } = rule;
        const number = new NumberLens(line, document, { array, index, name: facts.name });
        if (!targetOf) {
          return [number];
        }
        const target = targetOf(rule);
        if (rules.length > mostRulesWithSteps) {
          return [number, new MoveLens(line, target)];
        }
        const actions = isShadowed(found.get(ids[index] ?? ''))
          ? actionsOfDead(target, rules.length)
          : actionsOf(target, rules.length);
        return [number, ...actions.map((command) => codeLens(line, command))];
      });
    });
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens instanceof MoveLens) {
      lens.command = action(lens.target, 'ordinance.rule.move', vscode.l10n.t('Move…'));
    } else if (lens instanceof NumberLens) {
      lens.command = this.#numberOf(lens);
    }
    return lens;
  }

  #numberOf({ document, place }: NumberLens): vscode.Command {
    const { array, index } = place;
    const policy = this.#deps.documents.current(document);
    const rules = policy?.array(array)?.rules;
    const written = rules?.[index];
    // Of a rule that is being broken or mended nothing is said but where it stands.
    const rule = policy && written && sureRules(policy)(written) ? written : undefined;
    const kind = kindOf(document.uri);
    const action = rule && kind ? ruleAction(kind, rule.value()) : 'unknown';
    const words = rule?.facts.disabled ? vscode.l10n.t('disabled') : actionWords(action);
    const id = rule && rules && ruleIds(rules)[index];
    const found = id === undefined ? undefined : this.#deps.orders.found(document.uri, array).get(id);
    const order = decidesWords(findingsOf(found), rule?.facts.collections.length ?? 0, vscode.l10n);
    const analyzed = found?.isNotAnalyzed ? vscode.l10n.t('order not analyzed') : undefined;
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

/** Of a rule that decides for nothing: the one move that helps. All others are behind *Move…*, as its line is long. */
function actionsOfDead(target: RuleTarget, count: number): vscode.Command[] {
  return [
    action(target, 'ordinance.rule.moveToEffect', vscode.l10n.t('Move to Where It Takes Effect')),
    ...(count > 1 ? [action(target, 'ordinance.rule.move', vscode.l10n.t('Move…'))] : []),
    action(target, 'ordinance.rule.compare', vscode.l10n.t('Compare with Live')),
  ];
}

function actionsOf(target: RuleTarget, count: number): vscode.Command[] {
  return [
    ...(target.index > 0 ? [action(target, 'ordinance.rule.moveUp', vscode.l10n.t('Move Up'))] : []),
    ...(target.index < count - 1
      ? [action(target, 'ordinance.rule.moveDown', vscode.l10n.t('Move Down'))]
      : []),
    ...(count > 2 ? [action(target, 'ordinance.rule.move', vscode.l10n.t('Move…'))] : []),
    action(target, 'ordinance.rule.compare', vscode.l10n.t('Compare with Live')),
  ];
}

function action(target: RuleTarget, command: string, title: string): vscode.Command {
  return { command, title, arguments: [target, fromEditor] };
}
