import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { openAtRule, whileCursorsRest, openAt } from '../targets/showRule.ts';
import { targetOf, type RuleTarget } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';
import { ruleNameAt } from '../../core/assist/completion/ruleName.ts';
import { ruleToShow, type RuleRef } from '../../core/document/ruleRef.ts';
import { rulePlaceAt } from '../../core/document/rulesAtOffset.ts';
import { memberOf } from '../../core/document/syntaxNode.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from '../workspace/textFiles.ts';

interface RuleItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
  readonly target: RuleTarget;
}

/**
 * Finds a rule by typed parts of its name or its collections, in the policies of the row, otherwise in all policy files. The rules of
 * the active editor come first. Then shows the rule in the file and in the tree.
 */
export async function findRule(services: FeatureServices, row?: unknown): Promise<RuleTarget> {
  const all = await withProgress({ title: vscode.l10n.t('Reading rules'), location: 'window' }, async () =>
    rulesIn(services, row),
  );
  if (all.length === 0) {
    throw new ExpectedError('no-rule', vscode.l10n.t('No policy file has a rule.'), {
      advice: vscode.l10n.t('Pull a policy first.'),
    });
  }
  const { uri, target } = await pick(all, {
    placeHolder: vscode.l10n.t('Type parts of the name of a rule, a policy or a collection'),
    matchOnDescription: true,
  });
  await services.targets.rows.revealRow(target, 'select');
  await openAtRule(services.documents, uri, target);
  return target;
}

async function rulesIn({ consoles, rules }: FeatureServices, row: unknown): Promise<readonly RuleItem[]> {
  const target = targetOf(row);
  const front = vscode.window.activeTextEditor?.document.uri.toString();
  const lists: (readonly RuleItem[])[] = [];
  for (const console of consoles.consoles) {
    for (const { name, family, arrays } of policyKinds) {
      const isAsked =
        !target ||
        (target.consoleId === console.id &&
          (target.kind === 'policy' || target.kind === 'rule'
            ? target.policy === name
            : target.kind !== 'family' || target.family === family));
      const uri = isAsked ? await consoles.findFile(console, name) : undefined;
      const list = uri && (await rules.list(uri, { look: false }));
      if (!list) {
        continue;
      }
      const own = list.arrays.flatMap(({ key, rules: each }) => {
        const title = arrays.length > 1 ? arrays.find((array) => array.key === key)?.title : undefined;
        const place = [name, title, consoles.consoles.length > 1 ? console.entry.name : undefined];
        const where = place.filter((part) => part !== undefined);
        return each.map((rule): RuleItem => ({
          // The name comes first, because the editor ranks labels that begin with the typed text first, and matches a text in one part only.
          label: [rule.name ?? vscode.l10n.t('(no name)'), ...where].join(' · '),
          description: [vscode.l10n.t('rule {0}', rule.index + 1), ...rule.collections].join(' · '),
          uri,
          target: {
            kind: 'rule',
            consoleId: console.id,
            policy: name,
            ...rule.ref,
          },
        }));
      });
      if (uri.toString() === front) {
        lists.unshift(own);
      } else {
        lists.push(own);
      }
    }
  }
  return lists.flat();
}

/** Shows the hover at the name of a rule: the rule of the arguments, or the rule at the cursor. */
export async function previewRule(documents: PolicyDocuments, uri?: unknown, place?: unknown): Promise<void> {
  await whileCursorsRest(async (areAtRest) => {
    const editor =
      uri instanceof vscode.Uri
        ? vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString())
        : vscode.window.activeTextEditor;
    const range = editor && (await nameRange(documents, editor, isPlace(place) ? place : undefined));
    if (!editor || !range) {
      throw new ExpectedError('no-rule', vscode.l10n.t('There is no rule with a name here.'), {
        advice: vscode.l10n.t('Put the cursor into a rule of a policy file.'),
      });
    }
    if (areAtRest()) {
      // The hover opens at the cursor, in the editor that has the keyboard.
      const column = editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn };
      await openAt(editor.document, range, { ...column, preview: false });
      await vscode.commands.executeCommand('editor.action.showHover');
    }
  });
}

function isPlace(value: unknown): value is RuleRef {
  return typeof value === 'object' && value !== null && 'array' in value && 'index' in value;
}

/** The range of the name of a rule, or of the rule at the cursor. Undefined for a rule that is not found. */
async function nameRange(
  documents: PolicyDocuments,
  { document, selection }: vscode.TextEditor,
  asked: RuleRef | undefined,
): Promise<vscode.Range | undefined> {
  const place = asked ?? rulePlaceAt(documents.current(document), document.offsetAt(selection.active));
  if (!place) {
    return undefined;
  }
  const policy = await documents.open(document);
  const rule = ruleToShow(policy, place);
  const value = rule && memberOf(rule.node(), 'name')?.value;
  const name = value && ruleNameAt(policy, rule.range.start + value.range.start);
  return name && toRange(document, name.range);
}
