import { policyKind } from '../../core/policy/families.ts';
import { arrayAt } from '../../core/json/json.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { Told } from '../../core/sync/reviewText.ts';
import type { RuleTarget } from '../workspace/target.ts';
import type { SheetEntry, SheetText } from './planSheet.ts';

type Lines = Pick<SheetText, 'entries' | 'told'>;

/** Where the rule of an entry stands in the working copy. */
export function ruleOf(
  { consoleId }: { readonly consoleId: string },
  { plan, steps }: SheetEntry,
): RuleTarget | undefined {
  const step = steps.find((each) => 'to' in each);
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
export function comparedStep({ steps }: SheetEntry): PlanStep | undefined {
  return steps.find(({ kind }) => kind === 'change') ?? steps.find(({ kind }) => kind !== 'move');
}

/** The entry that a line is in, or tells of; at the very top the first one. What is told between is of other rules. */
export function entryAt({ entries, told }: Lines, line: number): SheetEntry | undefined {
  const one = told.get(line);
  if (!one) {
    const entry = entries.findLast((each) => each.line <= line);
    return entry && line <= entry.end + 1 ? entry : line === 0 ? entries[0] : undefined;
  }
  const { to, from } = rulesTold(one.of);
  const isIt = (step: PlanStep): boolean => {
    if (step.kind === 'document') {
      return false;
    }
    const [rule, place] = step.kind === 'remove' ? [from, step.from] : [to, step.to];
    return rule?.index === place && rule.name === step.rule;
  };
  return entries.find(({ plan, steps }) => plan === one.plan && steps.some(isIt));
}

/** The rule of the working copy that a line is about: what decides now, else what decided before as long as it is there. */
export function ruleAt(sheet: Lines & { readonly consoleId: string }, line: number): RuleTarget | undefined {
  const one = sheet.told.get(line);
  if (!one) {
    const entry = entryAt(sheet, line);
    return entry && ruleOf(sheet, entry);
  }
  const { plan, of } = one;
  const { policy } = plan.ref;
  const place = placeOf(plan, of);
  return place && { kind: 'rule', consoleId: sheet.consoleId, policy, ...place };
}

function rulesTold(of: Told) {
  return 'rule' in of ? { from: undefined, to: of.rule } : { from: of.from, to: of.to };
}

/** Lists of one policy are told together: where both have such a rule at that place, nobody knows which is meant. */
function placeOf(plan: PushPlan, of: Told): Pick<RuleTarget, 'array' | 'index' | 'name'> | undefined {
  const { from, to } = rulesTold(of);
  const renamed = plan.steps.find(
    (step) => step.kind === 'rename' && step.from === from?.index && step.previousName === from.name,
  );
  const name = to?.name ?? (renamed?.kind === 'rename' ? renamed.rule : from?.name);
  const found = (policyKind(plan.ref.policy)?.arrays ?? []).flatMap(({ key }) =>
    [...arrayAt(plan.next, key).entries()].flatMap(([index, rule]) =>
      ruleName(rule) === name && (to === undefined || to.index === index)
        ? [{ array: key, index, name }]
        : [],
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}
