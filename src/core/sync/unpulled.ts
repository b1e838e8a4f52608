import { arrayAt, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import { matchRules, ruleName } from '../policy/ruleMatch.ts';
import type { Bases } from './bases.ts';
import { lostChanges, type Replacement } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';

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
          const comes = `${array}/${step.rule}`;
          back.push({ name: `${array}/${rule}`, array, rule, change: 'remove', comes });
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
