import { singular } from '../../order/example.ts';
import { resourceLists } from '../../policy/collections.ts';
import { policyKind, policyKinds, type PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { scopeFieldsOf } from '../../policy/scopeFields.ts';
import { boundsOf } from '../../policyTest/expect/bound.ts';
import { checkWords } from '../../policyTest/expect/checks.ts';
import { connectionWords } from '../../policyTest/expect/connections.ts';
import { sensorWords } from '../../policyTest/ruleActions.ts';
import { severityWords } from '../../policyTest/expect/severity.ts';
import { effectMembers, whoMembers } from '../../policyTest/readExpectation.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { CompletionPlace } from '../completion/completionPlace.ts';
import { jsonPlace } from '../completion/jsonPlace.ts';
import { proposals, type Proposal } from '../completion/proposals.ts';
import { yamlFlowPlace } from '../completion/yamlFlowPlace.ts';
import { yamlPlace } from '../completion/yamlPlace.ts';
import { documentField, Field, ruleField } from '../schema/field.ts';

/** What a file of tests can name. */
export interface TestWords {
  readonly rules: Iterable<string>;
  readonly collections: Iterable<string>;
  /** Compliance checks by number. */
  readonly checks?: ReadonlyMap<number, { readonly title: string }> | undefined;
}

/** What may be written at an offset of a file of tests. */
export function testPlace(text: string, offset: number, spelling: Spelling): CompletionPlace | undefined {
  if (spelling === 'json') {
    return jsonPlace(text, offset);
  }
  const place = yamlFlowPlace(text, offset) ?? yamlPlace(text, offset);
  return place && (placeInItem(text, offset, place) ?? place);
}

/** Behind a dash, Enter leads to the column of the dash, where the item has no members: what is written there is meant for it. */
function placeInItem(text: string, offset: number, place: CompletionPlace): CompletionPlace | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (place.flow || place.want !== 'key' || !/^ *$/.test(text.slice(lineStart, place.start))) {
    return undefined;
  }
  const lacks = '  ';
  const shifted = yamlPlace(text.slice(0, lineStart) + lacks + text.slice(lineStart), offset + lacks.length);
  return shifted?.path.length === place.path.length + 1 && shifted.path.at(-1) === 0
    ? { ...shifted, start: place.start, end: place.end, lacks }
    : undefined;
}

/** The policy that a text is about, also where it is not finished. */
export function kindOfTests(text: string): PolicyKind | undefined {
  const [, name = ''] = /^\W*?["']?policy["']?\s*:\s*["']?([\w-]+\/[\w-]+)/m.exec(text) ?? [];
  return policyKind(name);
}

export function testProposals(
  place: CompletionPlace,
  kind: PolicyKind | undefined,
  spelling: Spelling,
  words: TestWords,
): Proposal[] {
  const own = ownField(place.path, kind, words);
  if (own) {
    return proposals({ ...place, path: [] }, own, spelling);
  }
  const all = proposals(place, documentField('policy-test'), spelling);
  const members = place.want === 'key' && kind ? membersFor(place.path, kind) : undefined;
  return all
    .filter(({ label }) => members?.includes(label) ?? true)
    .map((one) => (place.lacks === undefined ? one : { ...one, snippet: place.lacks + one.snippet }));
}

/** A place whose values are not those of the schema alone: they depend on the policy, and on what there is. */
function ownField(path: NodePath, kind: PolicyKind | undefined, words: TestWords): Field | undefined {
  const names = path.filter((step) => typeof step === 'string');
  const last = names.at(-1);
  const isExpect = names.at(-2) === 'expect';
  if (names.length === 1 && last === 'policy') {
    return valueField(policyKinds.map(({ name, title }) => ({ value: name, title })));
  }
  if (last === 'collections') {
    return valueField([...new Set(['All', ...words.collections])].map((value) => ({ value })));
  }
  if ((last === 'order' && names.length === 2) || (isExpect && (last === 'rule' || last === 'notRule'))) {
    return valueField([...new Set(words.rules)].filter((value) => value !== '').map((value) => ({ value })));
  }
  if (!kind || last === undefined) {
    return undefined;
  }
  if (isExpect && last === 'checks') {
    return keyField(
      [...(words.checks ?? [])].map(([id, { title }]) => [String(id), title]),
      boundsOf(checkWords),
    );
  }
  if (isExpect && last === 'effects') {
    return keyField(
      sensorPlaces(kind).map((place) => [place, place]),
      boundsOf(sensorWords(kind)),
    );
  }
  const bounds = isExpect
    ? boundsAt(last, kind)
    : names.at(-3) === 'expect' && names.at(-2) === 'checks'
      ? boundsOf(checkWords)
      : names.at(-3) === 'expect' && names.at(-2) === 'effects'
        ? boundsOf(sensorWords(kind))
        : undefined;
  return bounds && valueField(bounds.map((value) => ({ value })));
}

function boundsAt(member: string, kind: PolicyKind): readonly string[] | undefined {
  switch (member) {
    case 'alerts':
    case 'blocks':
      return kind.decidesBy === 'thresholds' ? boundsOf(severityWords) : ['never'];
    case 'prevents':
    case 'bans':
    case 'ignores':
      return ['never'];
    case 'effect':
      return boundsOf(connectionWords);
    default:
      return undefined;
  }
}

/** What a policy has of the members there. */
function membersFor(path: NodePath, kind: PolicyKind): readonly string[] | undefined {
  const names = path.filter((step) => typeof step === 'string');
  const { lists } = scopeFieldsOf(kind.name);
  const isNetwork = kind.isNetwork;
  switch (names.at(-1) ?? '') {
    case 'expect':
      return [...whoMembers, ...effectMembers(kind)];
    case 'every':
      return isNetwork ? ['source', 'destination', 'ports'] : ['collections', ...lists];
    case 'resource':
      return resourceLists
        .filter((list) => lists.length === 0 || lists.includes(list))
        .map((list) => singular[list]);
    case 'tests':
      return ['name', isNetwork ? 'connection' : 'resource', 'every', 'order', 'expect', 'allowUnknown'];
    default:
      return undefined;
  }
}

interface Word {
  readonly value: string;
  readonly title?: string;
}

function valueField(values: readonly Word[]): Field {
  return new Field({ type: 'string', suggestions: values.map(suggestion) }, 'policy-test');
}

function suggestion({ value, title = '' }: Word): { readonly value: string; readonly title: string } {
  return { value, title };
}

function keyField(
  keys: readonly (readonly [key: string, title: string])[],
  values: readonly string[],
): Field {
  const suggestions = values.map((value) => suggestion({ value }));
  return new Field(
    {
      type: 'object',
      properties: Object.fromEntries(
        keys.map(([key, title]) => [key, { title, type: 'string', suggestions }]),
      ),
    },
    'policy-test',
  );
}

const deepest = 3;

/** Places of a rule that have a word for what is done: `processes.defaultEffect`; of WAAS those of an application. */
function sensorPlaces({ hasApps, shape }: PolicyKind): readonly string[] {
  const rule = ruleField(shape);
  const holder = hasApps ? rule.at(['applicationsSpec', 0]) : rule;
  return holder ? below(holder, []) : [];
}

function below(field: Field, path: readonly string[]): readonly string[] {
  return [...field.members].flatMap(([key, member]) => {
    const way = [...path, key];
    const words = member.schema.acceptedValues ?? member.schema.enum?.map(String) ?? [];
    if (words.includes('alert') && words.includes('prevent')) {
      // What is below a member `effect` is told by what has it.
      return [(key === 'effect' ? path : way).join('.')];
    }
    return way.length < deepest ? below(member, way) : [];
  });
}
