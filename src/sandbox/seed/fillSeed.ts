import baseImages from './data/base-images.json' with { type: 'json' };
import customChecks from './data/custom-checks.json' with { type: 'json' };
import customRules from './data/custom-rules.json' with { type: 'json' };
import networkLists from './data/network-lists.json' with { type: 'json' };
import tags from './data/tags.json' with { type: 'json' };
import type { PlainListName } from '../../core/consoles/lists.ts';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import type { Family, PolicyKind } from '../../core/policy/families.ts';
import { fromPlain, stringAt } from '../../core/json/json.ts';
import type { JsonObject, JsonValue } from '../../core/json/json.ts';
import { fillDocument, fillRule } from '../fillPolicy.ts';
import { filled } from '../networkListRoutes.ts';
import { Random } from '../random.ts';
import type { SandboxState } from '../sandboxState.ts';
import { makeCheckCatalog } from './checks.ts';
import { cnnsSeed } from './cnns.ts';
import { seedCollections } from './seedCollections.ts';
import { complianceSeed } from './compliance.ts';
import { runtimeSeed } from './runtime.ts';
import { builtInPrefix } from './seedRule.ts';
import type { Seed, SeedPolicy, SeedRule } from './seedRule.ts';
import { vulnerabilitySeed } from './vulnerability.ts';
import { waasSeed } from './waas.ts';

/** Seeds by family; each has its own random numbers, so a change in one does not affect the others. */
const seeds: Readonly<Record<Family, Seed>> = {
  vulnerability: vulnerabilitySeed,
  compliance: complianceSeed,
  runtime: runtimeSeed,
  waas: waasSeed,
  cnns: cnnsSeed,
};
/** The answers of the console for its plain lists. */
const lists: Readonly<Partial<Record<PlainListName, readonly object[]>>> = {
  'custom-checks': customChecks,
  'custom-rules': customRules,
  tags,
};
const people = ['admin', 'a.keller', 'j.novak', 'pipeline', 's.ito'];
const built = '2024-01-08T09:00:00.000Z';

const day = (random: Random): string =>
  new Date(
    Date.UTC(2024, random.between(1, 22), random.between(1, 28), 8, random.between(0, 59)),
  ).toISOString();

function scoped(plain: { readonly collections?: unknown }): JsonObject {
  const collections = plain.collections;
  return fromPlain({
    ...plain,
    ...(Array.isArray(collections) && { collections: collections.map((name: unknown) => ({ name })) }),
  }) as JsonObject;
}

function stored(kind: PolicyKind, rule: SeedRule, random: Random): JsonObject {
  const stamp = rule.name.startsWith(builtInPrefix)
    ? { owner: 'system', modified: built }
    : { owner: random.pick(people), modified: day(random) };
  return fillRule(kind, scoped(rule), stamp);
}

function document(kind: PolicyKind, seed: SeedPolicy, random: Random, most: number): JsonObject {
  const { networkEntities, ...members } = seed;
  const plain: Record<string, unknown> = { ...members };
  const filled: Map<string, JsonValue> = fillDocument(kind, fromPlain(plain) as JsonObject, {
    owner: random.pick(people),
    modified: day(random),
  });
  for (const { key } of kind.arrays) {
    filled.set(
      key,
      firstAndLast(seed[key] ?? [], most).map((rule) => stored(kind, rule, random)),
    );
  }
  if (Array.isArray(networkEntities)) {
    filled.set('networkEntities', networkEntities.map(scoped));
  }
  return filled;
}

/** The last rule stays, because it covers everything. */
function firstAndLast<T>(rules: readonly T[], most: number): readonly T[] {
  return rules.length <= most ? rules : [...rules.slice(0, most - 1), ...rules.slice(-1)];
}

/**
 * Fills a fresh console; the same seed gives exactly the same data. Fixed data is in `data`. Rules and checks
 * are generated, because there are thousands (4 MB) and they differ for every seed. They are consistent:
 * every rule applies to something, expired exceptions are off, and referenced custom rules exist.
 */
export function fillSeed(
  state: SandboxState,
  options: { readonly seed: number; readonly empty: boolean; readonly mostRules?: number },
): void {
  for (const { name, description, scope } of options.empty ? seedCollections.slice(0, 1) : seedCollections) {
    const given = fromPlain({ ...scope, description }) as JsonObject;
    state.collections.set(name, given, name === 'All' ? 'system' : 'admin', built);
  }
  if (options.empty) {
    return;
  }
  const rows = (plain: readonly object[]): JsonObject[] => plain.map((row) => fromPlain(row) as JsonObject);
  let checks: readonly JsonObject[] | undefined;
  state.complianceChecks = () => (checks ??= rows(makeCheckCatalog()));
  for (const [list, given] of Object.entries(lists)) {
    state.lists.set(list as PlainListName, rows(given));
  }
  for (const list of rows(networkLists)) {
    state.networkLists.set(stringAt(list, '_id') ?? '', filled(list, 'admin', built));
  }
  for (const scope of rows(baseImages)) {
    state.baseImages.set(stringAt(scope, '_id') ?? '', scope);
  }
  for (const [index, [family, seed]] of Object.entries(seeds).entries()) {
    const names = policyKinds.filter((kind) => kind.family === family).map(({ name }) => name);
    state.policies.seed(names, () =>
      documents(seed, new Random(options.seed * 1000 + index), options.mostRules ?? Infinity),
    );
  }
}

function documents(seed: Seed, random: Random, most: number): ReadonlyMap<string, JsonObject> {
  const made = new Map<string, JsonObject>();
  for (const [name, policy] of Object.entries(seed(random))) {
    const kind = policyKind(name);
    if (kind) {
      made.set(name, document(kind, policy, random, most));
    }
  }
  return made;
}
