import * as vscode from 'vscode';
import { arrayAt } from '../../core/json/json.ts';
import type { ChangedDecision } from '../../core/order/policyDecisionChanges.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { PlanStep } from '../../core/policy/ruleDiff.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { type PlanBody, type PlanEntry, type PlanView, outOfDate, topOf } from './planText.ts';
import type { PushTools } from './planAndShow.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { consoleOf } from '../workspace/consoles.ts';

export async function compareRuleOfPlan(tools: PushTools, view: PlanView, at: unknown): Promise<void> {
  const entry = typeof at === 'number' ? view.body.entries[at] : entryAt(view.body, lineOf(view));
  if (!entry) {
    throw noRule();
  }
  const step = comparedStep(entry);
  if (!step) {
    throw new ExpectedError('only-moved', vscode.l10n.t('The rule moves and stays unchanged.'));
  }
  await tools.liveDocuments.compareRule(consoleOf(tools, view.subject), entry.plan, step);
}

export async function goToRuleOfPlan(view: PlanView): Promise<void> {
  const { body, parts, subject } = view;
  const rule = subject.purpose.kind === 'push' ? ruleAt(body, subject.consoleId, lineOf(view)) : undefined;
  if (!rule) {
    throw noRule(
      vscode.l10n.t(
        'Put the cursor into a rule that is added, changed or moved, or into one that applies after the push.',
      ),
    );
  }
  if (parts.some(({ state }) => state.kind === 'old')) {
    throw outOfDate();
  }
  await vscode.commands.executeCommand('ordinance.rule.reveal', rule);
}

/** The line of the cursor, counted from the first line of the plans. */
function lineOf(view: PlanView): number {
  const { activeTextEditor: active, visibleTextEditors } = vscode.window;
  const editor = [...(active ? [active] : []), ...visibleTextEditors].find(
    ({ document }) => document.uri.toString() === view.uri.toString(),
  );
  return editor ? editor.selection.active.line - topOf(view, editor.document) : 0;
}

function noRule(
  advice = vscode.l10n.t('Put the cursor into a rule that is added, changed or moved.'),
): ExpectedError {
  return new ExpectedError('no-rule', vscode.l10n.t('There is no rule of the file at the cursor.'), {
    advice,
  });
}

/** The place of the rule of an entry in the policy file. */
export function ruleOf(
  { consoleId }: { readonly consoleId: string },
  { plan, steps }: PlanEntry,
): RuleTarget | undefined {
  const step = steps.find((candidate) => 'to' in candidate);
  return step && 'to' in step
    ? {
        kind: 'rule',
        consoleId,
        policy: plan.ref.policy,
        array: step.array,
        index: step.to,
        name: step.rule,
      }
    : undefined;
}

/** The step of an entry that makes the difference; none where a rule is only moved. */
export function comparedStep({ steps }: PlanEntry): PlanStep | undefined {
  return steps.find(({ kind }) => kind === 'change') ?? steps.find(({ kind }) => kind !== 'move');
}

type Lines = Pick<PlanBody, 'entries' | 'decisions'>;

/** The entry of a line, also of a line that names its rule elsewhere. Above all entries, the first entry. */
export function entryAt({ entries, decisions }: Lines, line: number): PlanEntry | undefined {
  const decision = decisions.get(line);
  if (!decision) {
    const entry = entries.findLast((candidate) => candidate.line <= line);
    return entry && line <= entry.end + 1 ? entry : line <= 0 ? entries[0] : undefined;
  }
  const { to, from } = rulesOf(decision.of);
  const isIt = (step: PlanStep): boolean => {
    if (step.kind === 'document') {
      return false;
    }
    const [rule, place] = step.kind === 'remove' ? [from, step.from] : [to, step.to];
    return rule?.index === place && rule.name === step.rule;
  };
  return entries.find(({ plan, steps }) => plan === decision.plan && steps.some(isIt));
}

/** The rule of a line in the policy file: the rule that applies after the push, else the rule that applied before, if it still exists. */
export function ruleAt(body: Lines, consoleId: string, line: number): RuleTarget | undefined {
  const decision = body.decisions.get(line);
  if (!decision) {
    const entry = entryAt(body, line);
    return entry && ruleOf({ consoleId }, entry);
  }
  const { plan, of } = decision;
  const place = rulePlaceIn(plan, of);
  return place && { kind: 'rule', consoleId, policy: plan.ref.policy, ...place };
}

function rulesOf(of: ChangedDecision) {
  return 'rule' in of ? { from: undefined, to: of.rule } : { from: of.from, to: of.to };
}

/** The lists of one policy share these texts. The place is undefined when several lists have such a rule there. */
function rulePlaceIn(
  plan: PushPlan,
  of: ChangedDecision,
): Pick<RuleTarget, 'array' | 'index' | 'name'> | undefined {
  const { from, to } = rulesOf(of);
  const renamed = plan.steps.find(
    (step) => step.kind === 'rename' && step.from === from?.index && step.previousName === from.name,
  );
  const name = to?.name ?? (renamed?.kind === 'rename' ? renamed.rule : from?.name);
  const places = policyKind(plan.ref.policy).arrays.flatMap(({ key }) =>
    [...arrayAt(plan.next, key).entries()].flatMap(([index, rule]) =>
      ruleName(rule) === name && (to === undefined || to.index === index)
        ? [{ array: key, index, name }]
        : [],
    ),
  );
  return places.length === 1 ? places[0] : undefined;
}
