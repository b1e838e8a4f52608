import { singular } from '../../order/example.ts';
import { resourceLists } from '../../policy/collections.ts';
import { policyKind, type PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { memberField, ruleFieldsOf } from '../../policy/ruleFields.ts';
import { scopeListsOf } from '../../policy/scopeFields.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { CursorPlace } from '../completion/cursorPlace.ts';
import { proposals, type Proposal } from '../completion/proposals.ts';
import { Field, testFileField, type JsonSchema } from '../schema/field.ts';
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
  const root = testFileField(kind?.family);
  const own = ownField(place.path, kind, root, words);
  if (own) {
    return proposals({ ...place, path: [] }, own, spelling);
  }
  const members = place.want === 'key' && kind ? listsAt(place.path, kind) : undefined;
  return proposals(place, root, spelling).filter(({ label }) => members?.includes(label) ?? true);
}

/** A place whose values depend on the policy and its console, and not only on the schema. */
function ownField(
  path: NodePath,
  kind: PolicyKind | undefined,
  root: Field,
  words: TestWords,
): Field | undefined {
  const names = path.filter((step) => typeof step === 'string');
  const last = names.at(-1);
  const isExpect = names.at(-2) === 'expect';
  if (last === 'collections') {
    return valueField(new Set(['All', ...words.collections]));
  }
  if ((last === 'order' && names.length === 2) || (isExpect && (last === 'rule' || last === 'notRule'))) {
    return valueField([...new Set(words.rules)].filter((value) => value !== ''));
  }
  const values = isExpect ? root.at(path)?.member('')?.schema : undefined;
  if (kind && values && last === 'checks') {
    return keyField(
      Array.from(words.checks ?? [], ([id, { title }]) => [String(id), title]),
      values,
    );
  }
  return kind && values && last === 'effects'
    ? keyField(
        sensorPlaces(kind).map((place) => [place, place]),
        values,
      )
    : undefined;
}

/** The lists of a collection that the policy looks at, where a resource or its patterns are written. */
function listsAt(path: NodePath, kind: PolicyKind): readonly string[] | undefined {
  const lists = scopeListsOf(kind.name);
  if (kind.isNetwork) {
    return undefined;
  }
  const holder = path.findLast((step) => typeof step === 'string');
  if (holder === 'every') {
    return ['collections', ...lists];
  }
  const looksAt = resourceLists.filter((list) => lists.length === 0 || lists.includes(list));
  return holder === 'resource' ? looksAt.map((list) => singular[list]) : undefined;
}

function valueField(values: Iterable<string>): Field {
  const suggestions = Array.from(values, (value) => ({ value, title: '' }));
  return new Field({ type: 'string', suggestions }, 'policy-test');
}

function keyField(keys: readonly (readonly [key: string, title: string])[], value: JsonSchema): Field {
  const properties = Object.fromEntries(keys.map(([key, title]) => [key, { ...value, title }]));
  return new Field({ type: 'object', properties }, 'policy-test');
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
