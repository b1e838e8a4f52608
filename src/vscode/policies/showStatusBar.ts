import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';
import { StatusBarEntry } from '../platform/statusBarEntry.ts';
import { policyShownAt } from '../targets/targets.ts';
import { shownStates } from '../workspace/shownState.ts';
import type { Target } from '../workspace/target.ts';
import { describeConsoleStatus, describeStatusBar } from './describeStatusBar.ts';

/** Shows one item: the state of the focused policy, or the next step for a console of the focused folder. */
export function showStatusBar({
  consoles,
  models,
  targets,
}: Pick<FeatureServices, 'consoles' | 'models' | 'targets'>): Disposable {
  const item = new StatusBarEntry('ordinance.policy', vscode.l10n.t('Ordinance: Policy'), 10);
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const folder = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
    const policy = uri && policyShownAt(targets, uri);
    // Without a policy, it is the first console of the folder with something to do.
    const console = policy
      ? consoles.get(policy.consoleId)
      : consoles.consoles.find(
          ({ id, folder: own }) =>
            (folder === undefined || own.uri.toString() === folder) &&
            models.states(id).some((state) => shownStates[state].countsAs !== undefined),
        );
    if (!console) {
      item.hide();
      return;
    }
    const { id, access, entry } = console;
    const facts = {
      console: entry.name,
      access,
      states: models.states(id, (name) => name !== policy?.policy),
    };
    const row = policy
      ? describeStatusBar({
          ...facts,
          policy: policy.policy,
          status: models.status(id, policy.policy),
        })
      : describeConsoleStatus(facts);
    if (!row) {
      item.hide();
      return;
    }
    const { command } = row;
    const target: Target =
      policy && !command.startsWith('ordinance.console.') ? policy : { kind: 'console', consoleId: id };
    const takesTarget = command.startsWith('ordinance.') && command !== 'ordinance.policies.focus';
    item.show({ ...row, arguments: takesTarget ? [target] : [] });
  };
  update();
  return new DisposableStore(
    item,
    vscode.window.onDidChangeActiveTextEditor(update),
    models.onDidChange(update),
  );
}
