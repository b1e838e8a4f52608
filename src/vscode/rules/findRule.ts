import * as vscode from 'vscode';
import { policyKinds } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { openAtRule } from '../targets/showRule.ts';
import { targetOf, type RuleTarget } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';

interface Found extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
  readonly target: RuleTarget;
}

/**
 * Finds a rule by what is typed of its name or its collections, among those of the policy whose row it is called on, else of
 * all that have a file, those in the editor in front first; then shows it in the file and in the tree.
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
  await openAtRule(services.ruleEditor, uri, target);
  return target;
}

async function rulesIn({ consoles, files, rules }: FeatureServices, row: unknown): Promise<readonly Found[]> {
  const given = targetOf(row);
  const front = vscode.window.activeTextEditor?.document.uri.toString();
  const found: (readonly Found[])[] = [];
  for (const console of consoles.consoles) {
    for (const { name, family, arrays } of policyKinds) {
      const isAsked =
        !given ||
        (given.consoleId === console.id &&
          (given.kind === 'policy' || given.kind === 'rule'
            ? given.policy === name
            : given.kind !== 'family' || given.family === family));
      const uri = isAsked ? await files.find(console, name) : undefined;
      const list = uri && (await rules.list(uri, { look: false }));
      if (!list) {
        continue;
      }
      const own = list.arrays.flatMap(({ key, rules: each }) => {
        const title = arrays.length > 1 ? arrays.find((array) => array.key === key)?.title : undefined;
        const place = [name, title, consoles.consoles.length > 1 ? console.entry.name : undefined];
        const where = place.filter((part) => part !== undefined);
        return each.map((rule): Found => ({
          // The rule first: the list puts in front what begins with the typed text, and looks for all of the text in one part.
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
        found.unshift(own);
      } else {
        found.push(own);
      }
    }
  }
  return found.flat();
}
