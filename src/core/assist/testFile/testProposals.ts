import { singular } from '../../order/example.ts';
import { resourceLists } from '../../policy/collections.ts';
import { policyKind, type PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { memberField, ruleFieldsOf } from '../../policy/ruleFields.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { CursorPlace } from '../completion/cursorPlace.ts';
import { proposals, type Proposal } from '../completion/proposals.ts';
import { Field, schemaField } from '../schema/field.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';

/** A test file can name these things. */
export interface TestWords {
  readonly rules: Iterable<string>;
  readonly collections: Iterable<string>;
  /** The keys of compliance checks are their numbers. */
  readonly checks?: ReadonlyMap<number, { readonly title: string }> | undefined;
}

/** The policy that a text is about, also where it is not finished. */
export function kindOfTests(text: string): PolicyKind | undefined {
  const [, name = ''] = /^\W*?["']?policy["']?\s*:\s*["']?([\w-]+\/[\w-]+)/m.exec(text) ?? [];
  return policyKind(name);
}

export function testProposals(
  place: CursorPlace,
  kind: PolicyKind | undefined,
  spelling: Spelling,
  words: TestWords,
): Proposal[] {
  const root = schemaField('policy-test', kind?.family);
  const keys = kind && keysAt(place.path, kind, words);
  const values = keys && root.at(place.path)?.member('')?.schema;
  if (values) {
    const properties = Object.fromEntries(keys.map(([key, title]) => [key, { ...values, title }]));
    return proposals(
      { ...place, path: [] },
      new Field({ type: 'object', properties }, 'policy-test'),
      spelling,
    );
  }
  const members = place.want === 'key' && kind ? listsAt(place.path, kind) : undefined;
  const names = {
    rules: new Set([...words.rules].filter((name) => name !== '')),
    collections: new Set(['All', ...words.collections]),
  };
  return proposals(place, root, spelling, names).filter(({ label }) => members?.includes(label) ?? true);
}

/** The keys that depend on the policy and its console: the numbers of checks, and the places of sensors. */
function keysAt(
  path: NodePath,
  kind: PolicyKind,
  { checks }: TestWords,
): readonly (readonly [key: string, title: string])[] | undefined {
  const [holder, last] = path.slice(-2);
  if (holder !== 'expect') {
    return undefined;
  }
  return last === 'checks'
    ? Array.from(checks ?? [], ([id, { title }]) => [String(id), title] as const)
    : last === 'effects'
      ? sensorPlaces(kind).map((place) => [place, place] as const)
      : undefined;
}

/** The lists of a collection that the policy looks at, where a resource or its patterns are written. */
function listsAt(path: NodePath, { scopeLists, isNetwork }: PolicyKind): readonly string[] | undefined {
  if (isNetwork) {
    return undefined;
  }
  const holder = path.findLast((step) => typeof step === 'string');
  if (holder === 'every') {
    return ['collections', ...scopeLists];
  }
  const looksAt = resourceLists.filter((list) => scopeLists.length === 0 || scopeLists.includes(list));
  return holder === 'resource' ? looksAt.map((list) => singular[list]) : undefined;
}

/**
 * The places are fields of a rule with an action: `processes.defaultEffect`. For WAAS they are those of an application.
 */
function sensorPlaces(kind: PolicyKind): readonly string[] {
  const rule = ruleFieldsOf(kind);
  return placesBelow(kind.hasApps ? memberField(rule, 'applicationsSpec').items : rule, []);
}

function placesBelow(field: RuleField | undefined, path: readonly string[]): readonly string[] {
  return [...(field?.members ?? [])].flatMap(([key, member]) => {
    const way = [...path, key];
    if (member.isUnused) {
      return [];
    }
    // The parent identifies a field `effect`.
    const place = key === 'effect' && path.length > 0 ? path : way;
    return member.compares === 'word' ? [place.join('.')] : placesBelow(member, way);
  });
}
