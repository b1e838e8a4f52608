import * as vscode from 'vscode';
import { ruleAction, type RuleAction } from '../model/ruleAction.ts';
import type { Settings } from '../platform/settings.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { kindOf, type PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { RulePlace } from '../workspace/ruleEditor.ts';
import type { RuleTarget } from '../workspace/target.ts';

/** In longer files a rule has its number only: an editor with ten thousand lenses scrolls badly. */
const mostRulesWithMoves = 1000;

export interface RuleLensesDeps {
  readonly documents: PolicyDocuments;
  readonly consoles: ConsoleRegistry;
  readonly settings: Settings;
}

/** A lens that is filled in when it comes into view. */
class NumberLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;
  readonly place: RulePlace;

  constructor(range: vscode.Range, document: vscode.TextDocument, place: RulePlace) {
    super(range);
    this.document = document;
    this.place = place;
  }
}

/** Over each rule: its number, what it does, and what can be done with it. */
export class RuleLenses implements vscode.CodeLensProvider, Disposable {
  readonly #deps: RuleLensesDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(deps: RuleLensesDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.consoles.onDidChange(() => this.#changed.fire()));
    this.#disposables.add(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.editor.codeLens') {
          this.#changed.fire();
        }
      }),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.#deps.settings.codeLens(document.uri)) {
      return [];
    }
    await this.#deps.documents.open(document);
    const arrays = this.#deps.documents.current(document)?.arrays() ?? [];
    const at = this.#deps.consoles.policyAt(document.uri);
    return arrays.flatMap(({ key, rules }) =>
      rules.flatMap(({ index, range }) => {
        const start = document.positionAt(range.start);
        const line = new vscode.Range(start, start);
        const place: RulePlace = { array: key, index };
        const number = new NumberLens(line, document, place);
        if (!at || rules.length > mostRulesWithMoves) {
          return [number];
        }
        const target: RuleTarget = {
          kind: 'rule',
          consoleId: at.console.id,
          policy: at.ref.policy,
          ...place,
        };
        return [
          number,
          ...actionsOf(target, rules.length).map((command) => new vscode.CodeLens(line, command)),
        ];
      }),
    );
  }

  resolveCodeLens(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens instanceof NumberLens) {
      const { array, index } = lens.place;
      const rules = this.#deps.documents
        .current(lens.document)
        ?.arrays()
        .find(({ key }) => key === array)?.rules;
      const rule = rules?.[index];
      const kind = kindOf(lens.document.uri);
      const action = rule && kind ? ruleAction(kind, rule.value()) : 'unknown';
      const words = rule?.facts.disabled ? vscode.l10n.t('disabled') : wordsOf(action);
      const number = vscode.l10n.t('Rule {0} of {1}', index + 1, rules?.length ?? index + 1);
      lens.command = { command: '', title: words === undefined ? number : `${number} · ${words}` };
    }
    return lens;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function actionsOf(target: RuleTarget, count: number): vscode.Command[] {
  const up = { command: 'ordinance.rule.moveUp', title: vscode.l10n.t('Move Up'), arguments: [target] };
  const down = { command: 'ordinance.rule.moveDown', title: vscode.l10n.t('Move Down'), arguments: [target] };
  const compare = {
    command: 'ordinance.rule.compare',
    title: vscode.l10n.t('Compare with Live'),
    arguments: [target],
  };
  return [...(target.index > 0 ? [up] : []), ...(target.index < count - 1 ? [down] : []), compare];
}

function wordsOf(action: RuleAction): string | undefined {
  const words: Readonly<Record<RuleAction, string | undefined>> = {
    block: vscode.l10n.t('blocks'),
    mixed: vscode.l10n.t('alerts and blocks'),
    alert: vscode.l10n.t('alerts'),
    ignore: vscode.l10n.t('ignores'),
    allow: vscode.l10n.t('allows'),
    unknown: undefined,
  };
  return words[action];
}
