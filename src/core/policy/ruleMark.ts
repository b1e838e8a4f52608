import { defined } from '../util/defined.ts';
import { arrayAt, type JsonObject } from '../json/json.ts';
import { blameIn, type Blame } from './blame.ts';
import type { PolicyKind } from './families.ts';
import { mergePolicies } from './merge/mergePolicies.ts';
import type { PlanStep } from './planStep.ts';
import { diffPolicies } from './ruleDiff.ts';
import { matchRules, ruleName } from './ruleMatch.ts';
import { firstIndex } from '../util/firstIndex.ts';

/** The changes of a rule since the base. */
export interface RuleChange {
  readonly added?: true;
  readonly changed?: true;
  readonly removed?: true;
  /** The name of the rule in the base. */
  readonly renamedFrom?: string;
  /** The number of common rules that it passed: negative upwards, 0 when only other rules moved past it. */
  readonly moved?: number | ChangedPlaces;
}

/** Two neighbors changed places; it is unknown which of the two was moved. */
export interface ChangedPlaces {
  readonly changedPlacesWith: string;
  /** The entry of the other rule already reports this exchange, for lists that report each change once. */
  readonly isReported?: true;
}

/**
 * The changes of a rule of the policy file against the base and the live policy; unchanged rules have no
 * mark.
 */
export interface RuleMark {
  readonly here?: RuleChange;
  readonly live?: RuleChange;
  /** The last author of a live rule that was changed, renamed or added on the console. */
  readonly by?: Blame;
  /** Both sides changed the rule in ways that a merge cannot combine, so a person has to choose. */
  readonly isConflict: boolean;
}

/** A change to the live policy since the base. */
export interface LiveChange {
  readonly array: string;
  readonly rule: string;
  readonly change: RuleChange;
  /** The last author of the live rule, with the rules of `RuleMark.by`. */
  readonly by?: Blame;
}

export interface RuleMarks {
  /** The marks by array, then by index in the policy file. */
  readonly marks: ReadonlyMap<string, ReadonlyMap<number, RuleMark>>;
  readonly live: readonly LiveChange[];
  /** The number of conflicts of a merge; undefined unless both sides changed something. */
  readonly conflicts: number | undefined;
}

/**
 * Compares each rule of `mine` with the base and the live policy. `live` is undefined where it equals the
 * base or is unknown.
 */
export function markRules(
  kind: PolicyKind,
  base: JsonObject,
  mine: JsonObject,
  live: JsonObject | undefined,
): RuleMarks {
  const mineSteps = diffPolicies(kind, base, mine).steps;
  const liveSteps = live ? diffPolicies(kind, base, live).steps : [];
  const merge =
    live && mineSteps.length > 0 && liveSteps.length > 0 ? mergePolicies(kind, base, mine, live) : undefined;
  const conflicts = merge?.conflicts ?? [];
  const marks = new Map<string, Map<number, RuleMark>>();
  const all: LiveChange[] = [];
  for (const { key } of kind.arrays) {
    const rules = { base: arrayAt(base, key), mine: arrayAt(mine, key) };
    const here = changesByPlace(mineSteps, key);
    const there = changesByPlace(liveSteps, key);
    const conflictRules = new Set(
      conflicts.flatMap(({ array, rule }) => (array === key && rule !== undefined ? [rule] : [])),
    );
    for (const change of [...there.ofAfter.values(), ...there.removed.values()].flatMap(reportedOnce)) {
      const by = live && hasRecordedAuthor(change.change) ? blameIn(live, key, change.rule) : undefined;
      all.push(defined({ array: key, ...change, by }));
    }
    if (here.ofAfter.size === 0 && there.ofBase.size === 0 && conflictRules.size === 0) {
      continue;
    }
    const from = matchRules(kind, rules.base, rules.mine);
    const ofArray = new Map<number, RuleMark>();
    for (const [index, rule] of rules.mine.entries()) {
      const at = from[index] ?? -1;
      const mark = {
        here: here.ofAfter.get(index)?.change,
        // A rule that both sides added has no place in the base.
        live: there.ofBase.get(at)?.change,
        isConflict: conflictRules.size > 0 && conflictRules.has(ruleName(at < 0 ? rule : rules.base[at])),
      };
      if (mark.here ?? mark.live ?? mark.isConflict) {
        const other = there.ofBase.get(at);
        const by =
          live && other && hasRecordedAuthor(other.change) ? blameIn(live, key, other.rule) : undefined;
        ofArray.set(index, defined({ ...mark, by }));
      }
    }
    marks.set(key, ofArray);
  }
  return { marks, live: all, conflicts: merge?.conflicts.length };
}

/** Groups the steps by rule, in the order of the later document, with removed rules last. */
export function changesByRule(
  kind: PolicyKind,
  steps: readonly PlanStep[],
): readonly Omit<LiveChange, 'by'>[] {
  return kind.arrays.flatMap(({ key }) => {
    const { ofAfter, removed } = changesByPlace(steps, key);
    const byPlace = [...ofAfter].sort(([a], [b]) => a - b);
    return [...byPlace, ...removed].flatMap(([, named]) =>
      reportedOnce(named).map((change) => ({ array: key, ...change })),
    );
  });
}

interface NamedChange {
  readonly rule: string;
  readonly change: RuleChange;
}

interface PlacedChanges {
  /** Changes by index in the later document. */
  readonly ofAfter: ReadonlyMap<number, NamedChange>;
  /** Changes and removals by index in the base. */
  readonly ofBase: ReadonlyMap<number, NamedChange>;
  readonly removed: ReadonlyMap<number, NamedChange>;
}

/** Reports two rules that changed places as one change. */
function reportedOnce({ rule, change: { moved, ...others } }: NamedChange): NamedChange[] {
  const isReported = typeof moved === 'object' && moved.isReported === true;
  const change = moved === undefined || isReported ? others : { ...others, moved };
  return Object.keys(change).length > 0 ? [{ rule, change }] : [];
}

/** The console records an author only for these changes. */
export function hasRecordedAuthor({ added, changed, renamedFrom }: RuleChange): boolean {
  return added === true || changed === true || renamedFrom !== undefined;
}

function changesByPlace(steps: readonly PlanStep[], array: string): PlacedChanges {
  const ofAfter = new Map<number, NamedChange>();
  const ofBase = new Map<number, NamedChange>();
  const removed = new Map<number, NamedChange>();
  const own = steps.filter((step) => step.kind !== 'document' && step.array === array);
  const removedPlaces = own.flatMap((step) => (step.kind === 'remove' ? [step.from] : []));
  const addedPlaces = own.flatMap((step) => (step.kind === 'add' ? [step.to] : []));
  const record = (rule: string, from: number | undefined, to: number, change: RuleChange): void => {
    const named = { rule, change: { ...ofAfter.get(to)?.change, ...change } };
    ofAfter.set(to, named);
    if (from !== undefined) {
      ofBase.set(from, named);
    }
  };
  for (const step of own) {
    switch (step.kind) {
      case 'add':
        record(step.rule, undefined, step.to, { added: true });
        break;
      case 'change':
        record(step.rule, step.from, step.to, { changed: true });
        break;
      case 'rename':
        record(step.rule, step.from, step.to, { renamedFrom: step.previousName });
        break;
      case 'move': {
        const { changedPlacesWith: other } = step;
        const moved = step.to - below(addedPlaces, step.to) - (step.from - below(removedPlaces, step.from));
        record(step.rule, step.from, step.to, {
          moved: other ? { changedPlacesWith: other.rule } : moved,
        });
        if (other) {
          record(other.rule, other.from, other.to, {
            moved: { changedPlacesWith: step.rule, isReported: true },
          });
        }
        break;
      }
      case 'remove': {
        const named: NamedChange = { rule: step.rule, change: { removed: true } };
        removed.set(step.from, named);
        ofBase.set(step.from, named);
        break;
      }
      case 'document':
        break;
    }
  }
  return { ofAfter, ofBase, removed };
}

/** Returns the number of `places`, sorted ascending, that are less than `place`. */
function below(places: readonly number[], place: number): number {
  return firstIndex(places.length, (index) => (places[index] as number) >= place);
}
