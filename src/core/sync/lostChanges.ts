import { writeJson } from '../json/writeJson.ts';
import { arrayAt, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import { type PlanStep, diffPolicies } from '../policy/ruleDiff.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { matchRules, previousName, ruleName } from '../policy/ruleMatch.ts';
import { similarToAny } from '../policy/similarRules.ts';
import type { Bases } from './store/bases.ts';
import type { LostChange } from './outcomes.ts';

/** A document that another document replaces. */
interface Replacement {
  /** The base of `now`; undefined when unknown. */
  readonly base: JsonObject | undefined;
  readonly now: JsonObject;
  readonly next: JsonObject;
  /** The steps from `now` to `next`. */
  readonly steps: readonly PlanStep[];
}

/**
 * Returns the changes of `now` since `base` that `next` lacks. The list rather has one change too many. A move
 * counts when two rules are in the order of the base again. An added rule also counts when `next` has it on the
 * other side of any rule. Without a base, the list has every rule of `now` that would be removed, changed or
 * moved. It also has every added rule, which someone may have removed on purpose.
 */
export function lostChanges(kind: PolicyKind, { base, now, next, steps }: Replacement): LostChange[] {
  if (!base) {
    return touched(now, next, steps);
  }
  const changes = diffPolicies(kind, base, now).steps;
  const ownChanges = diffPolicies(kind, base, next).steps;
  const alsoRemoved = new Set(removedPlaces(kind, base, next, ownChanges));
  const twins = new Set([base, now, next].flatMap((document) => namesOfSeveral(kind, document)));
  // Places in `now`: `to` of the changes is `from` of the steps.
  const placesOf = (...kinds: readonly PlanStep['kind'][]): ReadonlySet<string> =>
    new Set(
      steps.flatMap((step) =>
        'from' in step && kinds.includes(step.kind) ? [ruleKey(step, step.from)] : [],
      ),
    );
  const removed = placesOf('remove');
  const undone = placesOf('remove', 'change', 'rename');
  const moved = new Set(steps.flatMap((step) => (step.kind === 'move' ? [step.array] : [])));
  const orders = new Map([...moved].map((array) => [array, orderCheck(kind, base, now, next, array)]));
  const isReordered = ({ array, to }: { readonly array: string; readonly to: number }): boolean =>
    orders.get(array)?.(to) === true;
  const changesMembers = steps.some((step) => step.kind === 'document');
  const isLost = (change: PlanStep): boolean => {
    switch (change.kind) {
      case 'document':
        return changesMembers;
      case 'remove':
        return !alsoRemoved.has(ruleKey(change, change.from));
      case 'move':
        return removed.has(ruleKey(change, change.to)) || isReordered(change);
      case 'add':
        return undone.has(ruleKey(change, change.to)) || isReordered(change);
      case 'change':
      case 'rename':
        // The change may concern another rule of the same name.
        return undone.has(ruleKey(change, change.to)) || twins.has(nameOf(change));
    }
  };
  return changes.filter(isLost).map((change) =>
    change.kind === 'document'
      ? members('document')
      : {
          ...named(change, change.kind),
          ...(change.kind === 'rename' ? { previousName: change.previousName } : {}),
          ...(change.kind === 'move' && change.changedPlacesWith
            ? { changedPlacesWith: change.changedPlacesWith.rule }
            : {}),
        },
  );
}

/**
 * Returns a check of a rule of `now`: `next` has it in another order than someone gave it since `base`. An
 * added rule has an order relative to any rule, and a moved rule relative to the other rules of the base.
 */
function orderCheck(
  kind: PolicyKind,
  base: JsonObject,
  now: JsonObject,
  next: JsonObject,
  array: string,
): (at: number) => boolean {
  const rules = arrayAt(now, array);
  const before = matchRules(kind, arrayAt(base, array), rules);
  const after = new Int32Array(rules.length).fill(-1);
  matchRules(kind, rules, arrayAt(next, array)).forEach((from, to) => {
    if (from !== -1) {
      after[from] = to;
    }
  });
  const isTurned = (places: Int32Array, one: number, other: number): boolean =>
    places[other] !== -1 && one < other !== (places[one] ?? 0) < (places[other] ?? 0);
  return (at) =>
    after[at] !== -1 &&
    rules.some(
      (_, other) => isTurned(after, at, other) && (before[at] === -1 || isTurned(before, at, other)),
    );
}

/**
 * Returns places of the base whose rules are not in `next`, under any name. An added rule may continue a
 * missing one: by its name, its previous name or most of its content.
 */
function removedPlaces(
  kind: PolicyKind,
  base: JsonObject,
  next: JsonObject,
  ownChanges: readonly PlanStep[],
): string[] {
  return kind.arrays.flatMap(({ key: array }) => {
    const [before, after] = [arrayAt(base, array), arrayAt(next, array)];
    const steps = ownChanges.flatMap((step) =>
      step.kind !== 'document' && step.array === array ? [step] : [],
    );
    const added = steps.filter((step) => step.kind === 'add');
    const names = new Set([...added.map(({ rule }) => rule), ...after.map(previousName)]);
    const gone = steps.flatMap((step) =>
      step.kind === 'remove' && !names.has(step.rule) ? [step.from] : [],
    );
    const alike = new Set(
      similarToAny({
        before: after,
        from: added.map(({ to }) => to),
        after: before,
        to: gone,
        form: ruleFormOf(kind),
      }),
    );
    return gone.filter((at) => !alike.has(at)).map((at) => ruleKey({ array }, at));
  });
}

/** Returns the names that several rules of a list share. */
function namesOfSeveral(kind: PolicyKind, document: JsonObject): string[] {
  return kind.arrays.flatMap(({ key: array }) => {
    const names = arrayAt(document, array).map((rule) => nameOf({ array, rule: ruleName(rule) }));
    const seen = new Set<string>();
    return names.filter((name) => seen.has(name) || !seen.add(name));
  });
}

function touched(now: JsonObject, next: JsonObject, steps: readonly PlanStep[]): LostChange[] {
  const byPlace = new Map<string, LostChange>();
  for (const step of steps) {
    if (step.kind === 'document') {
      byPlace.set('', members('unknown'));
    } else if (step.kind === 'add') {
      const rule = ruleName(arrayAt(next, step.array)[step.to]);
      byPlace.set(`new ${ruleKey(step, step.to)}`, named({ array: step.array, rule }, 'perhaps-removed'));
    } else {
      const rule = ruleName(arrayAt(now, step.array)[step.from]);
      byPlace.set(ruleKey(step, step.from), named({ array: step.array, rule }, 'unknown'));
    }
  }
  return [...byPlace.values()];
}

const nameOf = ({ array, rule }: { readonly array: string; readonly rule: string }): string =>
  `${array}/${rule}`;

const ruleKey = ({ array }: { readonly array: string }, index: number): string => `${index} ${array}`;

function members(change: LostChange['change']): LostChange {
  return { name: '(document)', change };
}

function named(
  { array, rule }: { readonly array: string; readonly rule: string },
  change: LostChange['change'],
): LostChange {
  return { name: nameOf({ array, rule }), rule, change };
}

/** `comes` is the name of the added rule, which may have had another name before. */
type Back = LostChange & { readonly comes: string };

type Push = Pick<Replacement, 'now' | 'next' | 'steps'>;

/**
 * Returns the changes on the console since the last pull or push here that a push would undo. Only the
 * repository names the live policy as the base of the file. Without any pull or push here, the result has
 * every removed, changed or moved live rule. Added rules are left out then, because a removal on the console
 * is unknown.
 */
export async function unpulledChanges(
  bases: Pick<Bases, 'pulled'>,
  kind: PolicyKind,
  push: Push,
): Promise<LostChange[]> {
  const { last, back } = await broughtBack(bases, kind, push);
  const changes = lostChanges(kind, { base: last, ...push });
  return together(
    changes.filter(({ change }) => change !== 'perhaps-removed'),
    back,
  );
}

/**
 * Returns the changes that a push over drift would undo. A base that only the repository names could hide
 * changes, so every change counts.
 */
export async function overriddenChanges(
  bases: Pick<Bases, 'pulled' | 'ownDocument'>,
  kind: PolicyKind,
  push: Push,
): Promise<LostChange[]> {
  const changes = lostChanges(kind, { base: await bases.ownDocument(kind), ...push });
  if (!changes.some(({ change }) => change === 'perhaps-removed')) {
    return changes;
  }
  const { back } = await broughtBack(bases, kind, push);
  const known = new Set(back.map(({ comes }) => comes));
  return together(
    changes.filter(({ change, name }) => change !== 'perhaps-removed' || !known.has(name)),
    back,
  );
}

/**
 * Finds added rules that this computer once pulled and that the console no longer has: someone removed them.
 * It searches all earlier policies, because clocks may be set back. `last` is the newest one.
 */
async function broughtBack(
  bases: Pick<Bases, 'pulled'>,
  kind: PolicyKind,
  { now, next, steps }: Push,
): Promise<{ readonly last: JsonObject | undefined; readonly back: readonly Back[] }> {
  const open = new Set(steps.filter((step) => step.kind === 'add'));
  const back: Back[] = [];
  let last: JsonObject | undefined;
  for await (const document of bases.pulled(kind)) {
    last ??= document;
    for (const array of new Set([...open].map((step) => step.array))) {
      const before = arrayAt(document, array);
      const still = new Set(matchRules(kind, before, arrayAt(now, array)));
      const match = matchRules(kind, before, arrayAt(next, array));
      for (const step of [...open].filter((added) => added.array === array)) {
        // A rule without similar rules may equal any rule of its name.
        const of = match[step.to] ?? -1;
        const from =
          of === -1 ? before.findIndex((rule, at) => ruleName(rule) === step.rule && !still.has(at)) : of;
        if (from !== -1 && !still.has(from)) {
          open.delete(step);
          const rule = ruleName(before[from]);
          back.push({ ...named({ array, rule }, 'remove'), comes: nameOf(step) });
        }
      }
    }
    if (open.size === 0) {
      break;
    }
  }
  return { last, back };
}

/** Names each rule that comes back only once. */
function together(changes: readonly LostChange[], back: readonly Back[]): LostChange[] {
  const removed = new Set(changes.flatMap(({ name, change }) => (change === 'remove' ? [name] : [])));
  return [
    ...changes,
    ...back.filter(({ name }) => !removed.has(name)).map(({ comes: _comes, ...change }) => change),
  ];
}

/** A name of `LostChange` for people, without the list of the rule: `"r"`. */
export function lossWords(name: string): string {
  const at = name.indexOf('/');
  return at === -1 ? 'policy-level fields' : writeJson(name.slice(at + 1));
}
