import { isJsonArray, isJsonObject, type JsonArray, type JsonValue } from '../../json/json.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { valueOfNode, type NodePath } from '../syntaxNode.ts';
import type { Intended, IntendedRule } from './editFaults.ts';

/** What a document is to say when the member that `path` goes through is changed on its data; all of them where it is empty. */
export function intendedDocument(
  document: PolicyDocument,
  path: NodePath,
  change: (whole: JsonValue) => JsonValue,
): Intended {
  const [top] = path;
  const touched = document.members().filter(({ key }) => top === undefined || key === top);
  const before = new Map<string, JsonValue>();
  for (const member of touched) {
    const { array } = member;
    const value = array ? array.rules.map((rule) => rule.value()) : valueOfNode(member.node());
    before.set(member.key, value);
  }
  const after = change(before);
  const lists = new Map<string, readonly IntendedRule[]>();
  const members = new Map<string, JsonValue | undefined>();
  const next = isJsonObject(after) ? after : new Map<string, JsonValue>();
  for (const key of new Set([...before.keys(), ...next.keys()])) {
    const value = next.get(key);
    const old = document.array(key) ? before.get(key) : undefined;
    if (isJsonArray(old) && isJsonArray(value)) {
      lists.set(key, rulesOf(old, value));
    } else {
      members.set(key, value);
    }
  }
  return { lists, members };
}

/** Rules that are the same objects stay as they are. */
function rulesOf(old: JsonArray, next: JsonArray): IntendedRule[] {
  const places = new Map(old.map((rule, index) => [rule, index]));
  return next.map((rule) => (typeof rule === 'object' ? (places.get(rule) ?? rule) : rule));
}
