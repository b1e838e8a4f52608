import { reachOf, type OrderedRule } from '../../order/orderedRule.ts';
import { namesOf, type RuleFinding } from '../../order/ruleFindings.ts';
import type { ActingList } from '../../order/policyDecisionChanges.ts';
import { areBoxesSurelyApart } from '../../order/scope.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { choice, setFix, type FixData, type FixStep } from '../findings/finding.ts';
import { costOfNarrowing, costWords, findEffectivePosition, type FixCost } from './effectivePosition.ts';

const removal: FixData = { title: 'Delete the rule', steps: [{ kind: 'remove-rule' }] };
const disabling = setFix('Disable the rule', ['disabled'], true);

/** These fixes do not depend on other rules. */
export function plainFixes({ isNetwork }: PolicyKind, { code, collection }: RuleFinding): readonly FixData[] {
  switch (code) {
    case 'redundant-rule':
      return [removal, disabling];
    case 'unneeded-rule':
      // Another unneeded rule may be the one that applies instead, so these fixes are not combined.
      return [removal, disabling].map((fix) => ({ ...fix, isAlone: true }));
    case 'covered-collection':
      return collection && !isNetwork ? withoutCollections([collection.index], collection.name) : [];
    case 'empty-collection':
    case 'shadowed-rule':
    case 'partly-shadowed-rule':
    default:
      // The right fix depends on the other rules, and the patterns of a collection are not in the policy.
      return [];
  }
}

/**
 * The fixes are all that repair a finding. Fixes that keep the rule without a cost come first. `list` is the current
 * one. Throws CanceledError.
 */
export async function orderFixes(
  list: ActingList,
  finding: RuleFinding,
  signal?: AbortSignal,
): Promise<readonly FixData[]> {
  const { code, collection } = finding;
  switch (code) {
    case 'shadowed-rule': {
      const [free, dear] = await ways(list, finding, signal);
      // The rule does nothing yet, so nothing is lost by switching it off.
      return [...free, choice(disabling), ...dear, choice(removal)];
    }
    case 'partly-shadowed-rule': {
      const scopes = list.rules[finding.rule.index]?.scopes ?? [];
      const same = [...scopes.keys()].filter((at) => scopes[at]?.name === collection?.name);
      const [free, dear] = await ways(list, finding, signal);
      return [
        ...(collection && same.length < scopes.length && canNarrow(list)
          ? withoutCollections(same, collection.name)
          : []),
        ...free,
        ...dear,
      ];
    }
    case 'redundant-rule':
    case 'unneeded-rule':
    case 'covered-collection':
    case 'empty-collection':
    default:
      return plainFixes(list.kind, finding);
  }
}

/** Rules of the network name entities in place of collections. */
function canNarrow({ kind }: ActingList): boolean {
  return !kind.isNetwork;
}

function withoutCollections(places: readonly number[], name: string): readonly FixData[] {
  return removals(`Remove "${name}" from the rule`, places);
}

/** The fix removes collections from the rule, or from another rule of the list. */
function removals(title: string, places: readonly number[], rule?: number): readonly FixData[] {
  // The last place comes first, because each removal moves the places below it.
  const steps = places.toReversed().map((at): FixStep => ({
    kind: 'remove',
    path: ['collections', at],
    ...(rule !== undefined && { rule }),
  }));
  return steps.length > 0 ? [{ title, steps }] : [];
}

/** The fixes are certain to help. The free ones come first, then those that cost something. */
async function ways(
  list: ActingList,
  finding: RuleFinding,
  signal: AbortSignal | undefined,
): Promise<readonly [free: readonly FixData[], dear: readonly FixData[]]> {
  const all: FixData[] = [];
  const up = await findEffectivePosition(list, finding, signal);
  if (up) {
    all.push(
      costing(
        {
          title: `Move the rule above ${nameOf(list.rules, up.to)}`,
          steps: [{ kind: 'move-rule', to: up.to }],
        },
        up,
      ),
    );
  }
  const narrowed: FixData[] = [];
  for (const { index } of canNarrow(list) ? finding.by : []) {
    if (narrowed.length < maxNarrowings) {
      narrowed.push(...(await narrowing(list, finding, index, signal)));
    }
  }
  all.push(...narrowed);
  return [all.filter(({ isChoice }) => !isChoice), all.filter(({ isChoice }) => isChoice)];
}

const maxNarrowings = 3;

/** The title of the fix names its cost. */
function costing(fix: FixData, cost: FixCost): FixData {
  const words = costWords(cost);
  if (words.length === 0) {
    return fix;
  }
  const title = `${fix.title} (${words.join('; ')})`;
  return { ...fix, title, isChoice: true };
}

/** The fixes remove collections from a rule above, if they may cover the scope of the finding. */
async function narrowing(
  list: ActingList,
  finding: RuleFinding,
  place: number,
  signal: AbortSignal | undefined,
): Promise<readonly FixData[]> {
  const { rules } = list;
  const wide = rules[place];
  const own = rules[finding.rule.index]?.scopes ?? [];
  const concerned = finding.collection ? own.slice(finding.collection.index).slice(0, 1) : own;
  if (!wide) {
    return [];
  }
  const taken = [...wide.scopes.keys()].filter((at) => {
    const scope = wide.scopes[at];
    return (
      scope &&
      concerned.some(
        (concernedScope) =>
          concernedScope.name === scope.name || !areBoxesSurelyApart(reachOf(concernedScope), reachOf(scope)),
      )
    );
  });
  if (taken.length === 0 || taken.length === wide.scopes.length) {
    return [];
  }
  const scopes = wide.scopes.filter((_, at) => !taken.includes(at));
  const cost = await costOfNarrowing(list, finding, place, scopes, signal);
  if (!cost) {
    return [];
  }
  const names = taken.map((at) => `"${wide.scopes[at]?.name}"`);
  return removals(`Remove ${listed(names)} from ${nameOf(rules, place)}`, taken, place).map((fix) =>
    costing(fix, cost),
  );
}

function nameOf(rules: readonly OrderedRule[], index: number): string {
  return namesOf([{ index, name: rules[index]?.name ?? '' }]);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
