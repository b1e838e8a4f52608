import { policyKindOfIdentity, policyKinds, type PolicyKind } from '../../policy/families.ts';
import { closest } from '../../util/closest.ts';
import { schemaField } from '../schema/field.ts';
import { setFix, type DocumentSubject, type Finding, type FixStep } from './finding.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import type { RuleArrayView } from '../../document/ruleView.ts';
import { type Plain, isPlain, textAt } from '../../util/plainRecord.ts';

/** The lists of rules of all policies, for a document of an unknown policy. */
const anyKeys = [...new Set(policyKinds.flatMap(({ arrays }) => arrays.map(({ key }) => key)))];

const danger = 'a push would remove every rule on the console';

/** These fields distinguish a rule from a policy. */
const ruleOnlyFields = ['name', 'collections', 'effect', 'src', 'dst'];

const code = 'rules-missing';

/** Finds a document without its list of rules, without any rule, or of another policy. */
export function* checkPolicyLevel({ kind, head, arrays }: DocumentSubject): Generator<Finding> {
  const missing = missingRules(head, arrays, kind);
  yield* missing;
  const written = arrays[0]?.key;
  const keys = kind.arrays.map(({ key }) => key);
  const isEmpty = arrays.every(({ rules }) => rules.length === 0);
  // The finding `rules-not-a-list` reports content without a list.
  const isRead = written !== undefined || Object.keys(head).length === 0;
  if (isEmpty && isRead && missing.length === 0) {
    yield {
      code: 'no-rules',
      message: `the policy has no rules in ${keys.map((key) => `\`${key}\``).join(' or ')}: ${danger}`,
      path: written === undefined ? [] : [written],
      mark: 'key',
    };
  }
  yield* wrongType(kind, head);
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
  const mistyped = own.find((key) => likelyList(key, missing) !== undefined && !isScalar(head[key]));
  if (mistyped !== undefined) {
    return [mistypedList(head, mistyped, likelyList(mistyped, missing)!)];
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
    return [
      {
        code,
        message: `the policy is inside ${quotedCode(wrapper)}, where the console does not read it: ${danger}`,
        path: [wrapper],
        mark: 'key',
        fixes:
          own.length === 1
            ? [
                {
                  title: `Move the policy out of ${quotedCode(wrapper)}`,
                  steps: [{ kind: 'unwrap', key: wrapper }],
                },
              ]
            : [],
      },
    ];
  }
  if (own.some((key) => ruleOnlyFields.includes(key))) {
    return [
      {
        code,
        message: `this is a rule, not a policy with a list \`${list}\`: ${danger}`,
        path: [first],
        mark: 'key',
        fixes: [{ title: `Put the rule into \`${list}\``, steps: [{ kind: 'wrap', key: list }] }],
      },
    ];
  }
  return [
    {
      code,
      message: `the document has no \`${keys.join('` or `')}\`: ${danger}`,
      path: [first],
      mark: 'key',
      // The fix is offered only where no other field could be the list of rules.
      fixes:
        kind && own.every((key) => schemaField(kind.shape).members.has(key))
          ? [setFix(`Write \`${list}\` as an empty list`, [list], [])]
          : [],
    },
  ];
}

function mistypedList(head: Plain, written: string, list: string): Finding {
  const value = head[written];
  const isList = value === null || Array.isArray(value);
  const rename: FixStep = { kind: 'rename-key', path: [written], key: list };
  return {
    code,
    message: `the list of rules is called \`${list}\`, not ${quotedCode(written)}: ${danger}`,
    path: [written],
    mark: 'key',
    fixes: [
      isList
        ? { title: `Rename to \`${list}\``, steps: [rename] }
        : { title: `Put the rule into \`${list}\``, steps: [{ kind: 'list', path: [written] }, rename] },
    ],
  };
}

function likelyList(key: string, missing: readonly string[]): string | undefined {
  return missing.includes(key) ? undefined : closest(key, missing);
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== 'object';
}

/** Names that older consoles gave to the same policy. */
const olderNames: Readonly<Record<string, string>> = {
  containerNetworkFirewall: 'networkFirewall',
  hostNetworkFirewall: 'networkFirewall',
};

function* wrongType({ identity, name }: PolicyKind, head: Plain): Generator<Finding> {
  const expected = identity.value;
  for (const field of identity.field === 'policyType' ? ['policyType', '_id'] : ['_id']) {
    const value = textAt(head, field);
    if (value === undefined || value === '' || (olderNames[value] ?? value) === expected) {
      continue;
    }
    const other = policyKindOfIdentity(value);
    yield {
      code: 'wrong-policy-type',
      message: `\`${field}\` of ${name} must be \`${expected}\`; ${other ? `this is the value of ${other.name}` : 'no policy has this value'}`,
      path: [field],
      fixes: [setFix(`Change to \`${expected}\``, [field], expected)],
    };
  }
}
