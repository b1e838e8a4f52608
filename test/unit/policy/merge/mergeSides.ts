import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import type { MergeChoices } from '../../../../src/core/policy/merge/mergeConflict.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';

export const read = (document: object): JsonObject => fromPlain(document) as JsonObject;

export type Sides = readonly [base: object | undefined, mine: object, live: object];

/** Merges plain documents; `asked` names the rule and path of each conflict. */
export function merge(kind: PolicyKind, [base, mine, live]: Sides, choices?: MergeChoices) {
  const { merged, open } = mergePolicies(kind, base && read(base), read(mine), read(live), choices);
  return {
    merged: JSON.parse(writeJson(merged)) as Record<string, unknown[]>,
    asked: open.map(({ path, rule = '' }) => `${rule}:${path}`),
    open,
  };
}
