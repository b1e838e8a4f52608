import * as vscode from 'vscode';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import { policyKind } from '../../core/policy/families.ts';
import { passOnUnexpected } from '../../core/util/errors.ts';
import type { FeatureServices } from '../featureServices.ts';
import { notKept, OpenPages, type PageName } from '../platform/openPages.ts';
import { consoleOf } from '../workspace/consoles.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import {
  countAffectedOfPlan,
  countAffectedResources,
  type CountingServices,
} from './countAffectedResources.ts';
import { OpenPicture, type ShownPolicy } from './picture/openPicture.ts';
import { pictureTable } from './picture/pictureTable.ts';
import { showApplyingRule } from './whichRuleApplies.ts';

/** Commands about the order of rules: the rule for a resource, the resources that a push affects, and the picture. */
export function registerOrder(services: CountingServices): void {
  const { disposables, commands, lookups, tables } = services;
  commands.onRow(services, {
    'ordinance.plan.countAffected': countAffectedOfPlan,
    'ordinance.rule.whichRuleApplies': showApplyingRule,
  });
  commands.onPolicy(services, { 'ordinance.policy.countAffected': countAffectedResources });
  const pictures = disposables.add(
    new OpenPages<ShownPolicy, OpenPicture>(
      'ordinance.orderPicture',
      (panel, name) => new OpenPicture(services, name, panel),
    ),
  );
  pictures.register('map', async (of) => ({ policy: await policyOfPage(services, of) }));
  tables.register('map', async (of) => {
    const [, , array = ''] = of;
    const table = await pictureTable(services, await policyOfPage(services, of), array);
    const refresh = () => tables.open(['map', ...of]);
    return { ...table, actions: [{ label: vscode.l10n.t('Refresh'), on: 'table', run: refresh }] };
  });
  commands.onPolicy(pictures, {
    'ordinance.policy.showPicture': async (pages, policy) => {
      // The picture follows when the collections arrive.
      void lookups.loadCollections(policy.console);
      const at = await atCursor(services, policy);
      await pages.show(['map', policy.console.id, policy.kind.name], { policy, at });
    },
  });
}

/** The policy in the name of a page. */
async function policyOfPage(
  services: FeatureServices,
  [consoleId = '', name = '']: PageName,
): Promise<ChosenPolicy> {
  await services.consoles.whenFound;
  const kind = policyKind(name);
  if (!kind) {
    throw notKept();
  }
  return { console: consoleOf(services, { consoleId }), kind };
}

/** The rule that has the cursor, where an editor shows the policy. */
async function atCursor(
  { consoles, rules }: FeatureServices,
  { console, kind }: ChosenPolicy,
): Promise<RulePlace | undefined> {
  const file = (await consoles.findFile(console, kind.name))?.toString();
  const { activeTextEditor: active, visibleTextEditors } = vscode.window;
  const editor = [active, ...visibleTextEditors].find((shown) => shown?.document.uri.toString() === file);
  try {
    return editor && (await rules.selected(editor))[0];
  } catch (error) {
    // The picture itself shows why the file cannot be read.
    passOnUnexpected(error);
    return undefined;
  }
}
