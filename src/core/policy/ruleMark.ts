import { defined } from '../util/defined.ts';
import { arrayAt, type JsonObject, isJsonObject, stringAt, type JsonValue } from '../json/json.ts';
import type { PolicyKind } from './families.ts';
import { mergePolicies } from './merge/mergePolicies.ts';
import { type PlanStep, diffPolicies } from './ruleDiff.ts';
import { matchRules, ruleName } from './ruleMatch.ts';
import { firstIndex } from '../util/firstIndex.ts';
import { momentOf } from './comparisonForm.ts';

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
interface ChangedPlaces {
  readonly changedPlacesWith: string;
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

interface RuleMarks {
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
  const authorOf = (array: string, { rule, change }: NamedChange): Blame | undefined =>
    live && hasRecordedAuthor(change) ? blameIn(live, array, rule) : undefined;
  const marks = new Map<string, Map<number, RuleMark>>();
  for (const { key } of kind.arrays) {
    const rules = { base: arrayAt(base, key), mine: arrayAt(mine, key) };
    const here = changesAt('to', mineSteps, key);
    const there = changesAt('from', liveSteps, key);
    const conflictRules = new Set(
      merge?.conflicts.flatMap(({ array, rule }) => (array === key && rule !== undefined ? [rule] : [])),
    );
    if (here.size === 0 && there.size === 0 && conflictRules.size === 0) {
      continue;
    }
    const from = matchRules(kind, rules.base, rules.mine);
    const ofArray = new Map<number, RuleMark>();
    for (const [index, rule] of rules.mine.entries()) {
      // A rule that both sides added has no place in the base.
      const at = from[index] ?? -1;
      const other = there.get(at);
      const mark = {
        here: here.get(index)?.change,
        live: other?.change,
        isConflict: conflictRules.has(ruleName(at < 0 ? rule : rules.base[at])),
      };
      if (mark.here ?? mark.live ?? mark.isConflict) {
        ofArray.set(index, defined({ ...mark, by: other && authorOf(key, other) }));
      }
    }
    marks.set(key, ofArray);
  }
  return {
    marks,
    live: changesByRule(kind, liveSteps).map((change) =>
      defined({ ...change, by: authorOf(change.array, change) }),
    ),
    conflicts: merge?.conflicts.length,
  };
}

/** The console records an author only for these changes. */
export function hasRecordedAuthor({ added, changed, renamedFrom }: RuleChange): boolean {
  return added === true || changed === true || renamedFrom !== undefined;
}

/** Groups the steps by rule, in the order of the later document, with removed rules last. */
export function changesByRule(
  kind: PolicyKind,
  steps: readonly PlanStep[],
): readonly Omit<LiveChange, 'by'>[] {
  return kind.arrays.flatMap(({ key }) =>
    placedChanges(steps, key).map(({ rule, change }) => ({ array: key, rule, change })),
  );
}

interface NamedChange {
  readonly rule: string;
  readonly change: RuleChange;
}

interface PlacedChange extends NamedChange {
  /** The index in the base; absent for an added rule. */
  readonly from?: number | undefined;
  /** The index in the later document; absent for a removed rule. */
  readonly to?: number | undefined;
}

/** An exchange of two rules is a change of one of them. */
function placedChanges(steps: readonly PlanStep[], array: string): readonly PlacedChange[] {
  const own = steps.filter((step) => step.kind !== 'document').filter((step) => step.array === array);
  const removedPlaces = own.flatMap((step) => (step.kind === 'remove' ? [step.from] : []));
  const addedPlaces = own.flatMap((step) => (step.kind === 'add' ? [step.to] : []));
  const movedBy = ({ from, to }: { readonly from: number; readonly to: number }): number =>
    to - below(addedPlaces, to) - (from - below(removedPlaces, from));
  const removed: PlacedChange[] = [];
  const others = new Map<number, PlacedChange>();
  for (const step of own) {
    if (step.kind === 'remove') {
      removed.push({ rule: step.rule, from: step.from, change: { removed: true } });
      continue;
    }
    const { rule, to } = step;
    const change: RuleChange =
      step.kind === 'add'
        ? { added: true }
        : step.kind === 'change'
          ? { changed: true }
          : step.kind === 'rename'
            ? { renamedFrom: step.previousName }
            : {
                moved: step.changedPlacesWith
                  ? { changedPlacesWith: step.changedPlacesWith.rule }
                  : movedBy(step),
              };
    const from = step.kind === 'add' ? undefined : step.from;
    others.set(to, { rule, from, to, change: { ...others.get(to)?.change, ...change } });
  }
  return [...[...others.values()].sort((a, b) => (a.to ?? 0) - (b.to ?? 0)), ...removed];
}

/** Returns the changes by index in the base or in the later document. An exchange is a change of both rules. */
function changesAt(
  place: 'from' | 'to',
  steps: readonly PlanStep[],
  array: string,
): ReadonlyMap<number, NamedChange> {
  const changes = new Map<number, NamedChange>();
  for (const change of placedChanges(steps, array)) {
    const at = change[place];
    if (at !== undefined) {
      changes.set(at, change);
    }
  }
  for (const step of steps) {
    if (step.kind === 'move' && step.array === array && step.changedPlacesWith) {
      const { rule, [place]: at } = step.changedPlacesWith;
      const change = { ...changes.get(at)?.change, moved: { changedPlacesWith: step.rule } };
      changes.set(at, { rule, change });
    }
  }
  return changes;
}

/** Returns the number of `places`, sorted ascending, that are less than `place`. */
function below(places: readonly number[], place: number): number {
  return firstIndex(places.length, (index) => (places[index] as number) >= place);
}

/**
 * The last author and time of a rule change, as the console records them with the rule. The console keeps no
 * record of removals and moves.
 */
export interface Blame {
  /** The text comes unchanged from the console, so anyone may have written it. */
  readonly owner?: string;
  readonly modified?: Date;
}

/** Undefined when the console records neither an owner nor a time. */
function blameOf(rule: JsonValue | undefined): Blame | undefined {
  if (!isJsonObject(rule)) {
    return undefined;
  }
  const owner = stringAt(rule, 'owner')?.trim();
  const modified = momentOf(stringAt(rule, 'modified') ?? '');
  return owner || modified ? defined({ owner: owner || undefined, modified }) : undefined;
}

/** Finds the last change of a rule by name; a name that several rules share has none. */
export function blameIn(document: JsonObject, array: string, rule: string): Blame | undefined {
  const [named, ...others] = arrayAt(document, array).filter((other) => ruleName(other) === rule);
  return others.length === 0 ? blameOf(named) : undefined;
}
