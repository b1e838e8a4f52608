import * as vscode from 'vscode';
import { newRules } from '../../core/policy/newRule.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { openAtRule } from '../targets/showRule.ts';
import { fileOf } from '../workspace/consoles.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { addAt } from '../../core/document/ruleActs.ts';
import type { FeatureServices } from '../featureServices.ts';

interface Draft {
  name: string;
  collections: readonly string[];
  position: number;
}

/**
 * Adds a rule at a chosen position of the policy file. A push sends it like every other edit. The console's own request for adding
 * one rule has no position, so Ordinance does not use it.
 */
export async function addRule(
  services: FeatureServices,
  policy: ChosenPolicy,
  above: number,
): Promise<RulePlace | undefined> {
  refuseNetworks(policy);
  const array = policy.kind.arrays[0]?.key ?? 'rules';
  const uri = await fileOf(services, policy);
  return add(services, policy, { uri, array }, above, (last) => async (input, state) => {
    const typed = await input.ask({
      prompt: vscode.l10n.t('A position from 1 to {0}; the first matching rule applies', last),
      value: String(state.position),
      validate: (text) =>
        /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= last
          ? undefined
          : vscode.l10n.t('Type a position from 1 to {0}.', last),
    });
    state.position = Number(typed);
  });
}

/** Adds a rule above the chosen rule. */
export async function addRuleHere(
  services: FeatureServices,
  chosen: ChosenRules,
): Promise<RulePlace | undefined> {
  const policy = services.consoles.policyAt(chosen.uri);
  if (!policy) {
    throw new ExpectedError('no-policy', vscode.l10n.t('This file is not a policy of a console.'));
  }
  refuseNetworks(policy);
  return add(services, policy, chosen, chosen.rules[0]?.index ?? 0);
}

function refuseNetworks({ kind }: ChosenPolicy): void {
  if (kind.isNetwork) {
    throw new ExpectedError(
      'no-new-rule',
      vscode.l10n.t('A network rule connects two entities. Write the rule in the file.'),
    );
  }
}

async function add(
  services: FeatureServices,
  { kind, console }: ChosenPolicy,
  { uri, array, rules: chosen }: Pick<ChosenRules, 'uri' | 'array'> & Partial<ChosenRules>,
  above: number,
  askWhere?: (last: number) => Step<Draft>,
): Promise<RulePlace | undefined> {
  const rules = await services.rules.inArray(uri, array);
  const known =
    services.lookups.ofConsole(console)?.collections ??
    new Set(rules.flatMap(({ collections }) => collections));
  const steps: Step<Draft>[] = [
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
      const picked = await input.pickSome(
        vscode.l10n.t('Which collections does the rule apply to? Check several, or press Enter on one.'),
        items,
        items.filter(({ label }) => state.collections.includes(label)),
      );
      state.collections = picked.map(({ label }) => label);
    },
  ];
  const draft = await multiStepInput<Draft>(
    vscode.l10n.t('Add Rule to {0}', kind.name),
    askWhere ? [...steps, askWhere(rules.length + 1)] : steps,
    { name: '', collections: [], position: above + 1 },
  );
  const { name, position } = draft;
  const collections = draft.collections.map((collection) => ({ name: collection }));
  const [template] = newRules(kind, { name, collections });
  // The file may change during the questions, so the edit names the rule below the new rule and refuses another rule there.
  const below = chosen ?? rules.slice(position - 1, position).map(({ ref }) => ref);
  const [place] = await services.ruleEditor.act(
    { uri, array, rules: below },
    addAt(position - 1, template!.rule),
  );
  if (place) {
    // The next key of the view acts on the new rule.
    const { rows } = services.targets;
    if (rows.isVisible) {
      await rows.revealRow({ kind: 'rule', consoleId: console.id, policy: kind.name, ...place }, 'select');
    }
    await openAtRule(services.documents, uri, place);
  }
  return place;
}
