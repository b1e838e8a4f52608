import * as vscode from 'vscode';
import { newRule } from '../../core/policy/newRule.ts';
import { multiStepInput } from '../platform/multiStepInput.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';
import { showRule } from '../targets/showRule.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';

interface Draft {
  name: string;
  collection: string;
  position: number;
}

/**
 * Puts a new rule at a chosen position of the working copy; it reaches the console through a plan and a push like every
 * other edit. The console's own way to add one rule says nothing about where it goes, so it is not used.
 */
export async function addRule(
  services: {
    readonly files: PolicyFiles;
    readonly rules: PolicyRules;
    readonly ruleEditor: RuleEditor;
    readonly lookups: ConsoleLookups;
  },
  policy: ChosenPolicy,
  above = 0,
): Promise<RulePlace> {
  const { kind, console } = policy;
  const array = kind.arrays[0]?.key ?? 'rules';
  if (!newRule(kind, '', [])) {
    throw new ExpectedError(
      'no-new-rule',
      vscode.l10n.t('A network rule joins two entities: write it in the file.'),
    );
  }
  const uri = await fileOf(services, policy);
  const rules = (await services.rules.list(uri))?.arrays.find(({ key }) => key === array)?.rules ?? [];
  const known =
    services.lookups.ofConsole(console)?.collections ?? new Set(rules.flatMap((one) => one.collections));
  const draft = await multiStepInput<Draft>(
    vscode.l10n.t('Add Rule to {0}', kind.name),
    [
      async (input, state) => {
        state.name = await input.ask({
          prompt: vscode.l10n.t('Name of the rule'),
          value: state.name,
          validate: (text) =>
            text === '' || rules.some(({ name }) => name === text)
              ? vscode.l10n.t('Type a name that no other rule of this policy has.')
              : undefined,
        });
      },
      async (input, state) => {
        const items = [...new Set(['All', ...known])].map((label) => ({ label }));
        state.collection = (
          await input.pick(vscode.l10n.t('Which collection does the rule apply to?'), items)
        ).label;
      },
      async (input, state) => {
        const last = rules.length + 1;
        const typed = await input.ask({
          prompt: vscode.l10n.t('A position from 1 to {0}; the first rule that matches decides', last),
          value: String(state.position),
          validate: (text) =>
            /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= last
              ? undefined
              : vscode.l10n.t('Type a position from 1 to {0}.', last),
        });
        state.position = Number(typed);
      },
    ],
    { name: '', collection: 'All', position: above + 1 },
  );
  const rule = newRule(kind, draft.name, [draft.collection]);
  if (!rule) {
    throw new TypeError(`no rule to begin with for ${kind.name}`);
  }
  const place = await services.ruleEditor.insert(uri, array, draft.position - 1, rule);
  const editor = await vscode.window.showTextDocument(uri);
  await showRule(services.ruleEditor, editor, place);
  return place;
}
