import { policyKindOfIdentity, policyKinds, type PolicyKind } from '../../policy/families.ts';
import { closest } from '../../util/closest.ts';
import { schemaField } from '../schema/field.ts';
import {
  setFix,
  type AddFinding,
  type DocumentSubject,
  type Finding,
  type FixData,
  type FixStep,
} from './finding.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import type { RuleArrayView } from '../../document/ruleView.ts';
import { type Plain, isPlain, textAt } from '../../util/plainRecord.ts';

/** The lists of rules of all policies, for a document of an unknown policy. */
const anyKeys = [...new Set(policyKinds.flatMap(({ arrays }) => arrays.map(({ key }) => key)))];

const danger = 'a push would remove every rule on the console';

/** These fields distinguish a rule from a policy. */
const ruleOnlyFields = ['name', 'collections', 'effect', 'src', 'dst'];

/** Finds a document without its list of rules, without any rule, or of another policy. */
export function checkPolicyLevel({ kind, head, arrays, add }: DocumentSubject): void {
  const missing = missingRules(head, arrays, kind);
  missing.forEach(add);
  const written = arrays[0]?.key;
  const keys = kind.arrays.map(({ key }) => key);
  const isEmpty = arrays.every(({ rules }) => rules.length === 0);
  // The finding `rules-not-a-list` reports content without a list.
  const isRead = written !== undefined || Object.keys(head).length === 0;
  if (isEmpty && isRead && missing.length === 0) {
    add({
      code: 'no-rules',
      message: `the policy has no rules in ${keys.map((key) => `\`${key}\``).join(' or ')}: ${danger}`,
      path: written === undefined ? [] : [written],
      mark: 'key',
    });
  }
  wrongType(kind, head, add);
}

/**
 * The finding concerns a document with content but without its list of rules, because its push would wipe the policy.
 * The empty document `{}` is an intended wipe. `arrays` are the lists of the document.
 */
export function missingRules(
  head: Plain,
  arrays: readonly RuleArrayView[],
  kind?: PolicyKind,
): readonly Finding[] {
  const keys: readonly string[] = kind?.arrays.map(({ key }) => key) ?? anyKeys;
  const own = Object.keys(head);
  const isWritten = (key: string): boolean =>
    arrays.some((array) => array.key === key) || Object.hasOwn(head, key);
  const missing = keys.filter((key) => !isWritten(key));
  const mistyped = own.find((key) => likelyList(key, missing) !== undefined && typeof head[key] === 'object');
  const finding = (place: string, message: string, fixes: readonly FixData[]): readonly Finding[] => [
    { code: 'rules-missing', message: `${message}: ${danger}`, path: [place], mark: 'key', fixes },
  ];
  if (mistyped !== undefined) {
    const name = likelyList(mistyped, missing)!;
    const rename: FixStep = { kind: 'rename-key', path: [mistyped], key: name };
    const isList = head[mistyped] === null || Array.isArray(head[mistyped]);
    const fix: FixData = isList
      ? { title: `Rename to \`${name}\``, steps: [rename] }
      : { title: `Put the rule into \`${name}\``, steps: [{ kind: 'list', path: [mistyped] }, rename] };
    return finding(mistyped, `the list of rules is called \`${name}\`, not ${quotedCode(mistyped)}`, [fix]);
  }
  const first = own[0];
  if (missing.length < keys.length || first === undefined) {
    return [];
  }
  const list = keys[0]!;
  const wrapper = own.find((key) =>
    keys.some((list) => isPlain(head[key]) && Object.hasOwn(head[key], list)),
  );
  if (wrapper !== undefined) {
    const shown = quotedCode(wrapper);
    const fix: FixData = {
      title: `Move the policy out of ${shown}`,
      steps: [{ kind: 'unwrap', key: wrapper }],
    };
    const message = `the policy is inside ${shown}, where the console does not read it`;
    return finding(wrapper, message, own.length === 1 ? [fix] : []);
  }
  if (own.some((key) => ruleOnlyFields.includes(key))) {
    const fix: FixData = { title: `Put the rule into \`${list}\``, steps: [{ kind: 'wrap', key: list }] };
    return finding(first, `this is a rule, not a policy with a list \`${list}\``, [fix]);
  }
  // The fix is offered only where no other field could be the list of rules.
  const isKnown = kind && own.every((key) => schemaField(kind.shape).members.has(key));
  const message = `the document has no \`${keys.join('` or `')}\``;
  return finding(first, message, isKnown ? [setFix(`Write \`${list}\` as an empty list`, [list], [])] : []);
}

function likelyList(key: string, missing: readonly string[]): string | undefined {
  return missing.includes(key) ? undefined : closest(key, missing);
}

/** Names that older consoles gave to the same policy. */
const olderNames: Readonly<Record<string, string>> = {
  containerNetworkFirewall: 'networkFirewall',
  hostNetworkFirewall: 'networkFirewall',
};

function wrongType({ identity, name }: PolicyKind, head: Plain, add: AddFinding): void {
  const expected = identity.value;
  for (const field of identity.field === 'policyType' ? ['policyType', '_id'] : ['_id']) {
    const value = textAt(head, field);
    if (value === undefined || value === '' || (olderNames[value] ?? value) === expected) {
      continue;
    }
    const other = policyKindOfIdentity(value);
    add({
      code: 'wrong-policy-type',
      message: `\`${field}\` of ${name} must be \`${expected}\`; ${other ? `this is the value of ${other.name}` : 'no policy has this value'}`,
      path: [field],
      fixes: [setFix(`Change to \`${expected}\``, [field], expected)],
    });
  }
}
