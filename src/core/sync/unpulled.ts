import { arrayAt, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import { matchRules, ruleName } from '../policy/ruleMatch.ts';
import type { Bases } from './bases.ts';
import { lostChanges, type Replacement } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';

/** `comes`: as it is named where it comes in; it may have had another name. */
type Back = LostChange & { readonly comes: string };

type Push = Pick<Replacement, 'now' | 'next' | 'steps'>;

/**
 * What a push would undo of that which was done to live since this machine last had it: that the file was made from live as it
 * is now is only what the repository says. Without anything that this machine had: every rule of live that would be removed,
 * changed or moved; whether one that comes in was removed there, nobody knows then.
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

/** What a push over drift would undo. A base that is the repository's word could hide it: then every change counts as one. */
export async function overriddenChanges(
  bases: Pick<Bases, 'pulled' | 'hash' | 'isOwn' | 'document'>,
  kind: PolicyKind,
  push: Push,
): Promise<LostChange[]> {
  const hash = await bases.hash(kind);
  const isOwn = hash !== undefined && (await bases.isOwn(kind, hash));
  const base = isOwn ? await bases.document(kind) : undefined;
  const changes = lostChanges(kind, { base, ...push });
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
 * Rules that come in, that this machine once had from the console, and that are not there any more: somebody removed them. By
 * whatever it had at any time, as clocks are set back. `last`: what it had last.
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
      for (const step of [...open].filter((one) => one.array === array)) {
        // Of a rule that has nothing in common with those of its name nobody knows which of them it is.
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

/** Each that comes back is named once. */
function together(changes: readonly LostChange[], back: readonly Back[]): LostChange[] {
  const said = new Set(changes.flatMap(({ name, change }) => (change === 'remove' ? [name] : [])));
  return [
    ...changes,
    ...back.filter(({ name }) => !said.has(name)).map(({ comes: _comes, ...change }) => change),
  ];
}
