import type { RuleArrayView } from '../../../document/ruleView.ts';
import { policyKindOfIdentity, type PolicyKind } from '../../../policy/families.ts';
import { closest } from '../../../util/closest.ts';
import { documentField } from '../../schema/field.ts';
import type { DocumentCheck, Finding, FixData, Plain } from '../finding.ts';
import { isPlain, textAt } from '../plainData.ts';
import { quotedCode } from '../quotedInMessages.ts';

/** These lists of rules exist in some policy, for a document of an unknown policy. */
const anyKeys = ['rules', 'containerRules', 'hostRules'] as const;

const danger = 'a push would remove every rule on the console';

/** These fields distinguish a rule from a policy. */
const ofRules = ['name', 'collections', 'effect', 'src', 'dst'];

export const rulesMissing: DocumentCheck = {
  code: 'rules-missing',
  summary: 'The document has content, but no list of rules.',
  severity: 'error',
  scope: 'document',
  check({ kind, head, arrays }) {
    return missingRules(head, arrays, kind);
  },
};

/**
 * The finding concerns a document with content but without its list of rules, because its push would wipe the policy.
 * The empty document `{}` is an intended wipe. `arrays` are the lists of the document.
 */
export function missingRules(
  head: Plain,
  arrays: readonly RuleArrayView[],
  kind?: PolicyKind,
): readonly Omit<Finding, 'code'>[] {
  const keys: readonly string[] = kind?.arrays.map(({ key }) => key) ?? anyKeys;
  const own = Object.keys(head);
  const isWritten = (key: string): boolean =>
    arrays.some((each) => each.key === key) || Object.hasOwn(head, key);
  const missing = keys.filter((key) => !isWritten(key));
  const mistyped = own.find((key) => meantBy(key, missing) !== undefined && !isScalar(head[key]));
  if (mistyped !== undefined) {
    return [mistypedList(head, mistyped, meantBy(mistyped, missing)!)];
  }
  const first = own[0];
  if (missing.length < keys.length || first === undefined) {
    return [];
  }
  const list = keys[0]!;
  const wrapper = own.find((key) =>
    keys.some((each) => isPlain(head[key]) && Object.hasOwn(head[key], each)),
  );
  if (wrapper !== undefined) {
    return [
      {
        message: `the policy is inside ${quotedCode(wrapper)}, where the console does not read it: ${danger}`,
        path: [wrapper],
        mark: 'key',
        fixes:
          own.length === 1
            ? [{ kind: 'unwrap', title: `Move the policy out of ${quotedCode(wrapper)}`, key: wrapper }]
            : [],
      },
    ];
  }
  if (own.some((key) => ofRules.includes(key))) {
    return [
      {
        message: `this is a rule, not a policy with a list \`${list}\`: ${danger}`,
        path: [first],
        mark: 'key',
        fixes: [{ kind: 'wrap', title: `Put the rule into \`${list}\``, key: list }],
      },
    ];
  }
  return [
    {
      message: `the document has no \`${keys.join('` or `')}\`: ${danger}`,
      path: [first],
      mark: 'key',
      // The fix is offered only where no other field could be the list of rules.
      fixes:
        kind && own.every((key) => documentField(kind.shape).members.has(key))
          ? [{ kind: 'set', title: `Write \`${list}\` as an empty list`, path: [list], value: [] }]
          : [],
    },
  ];
}

function mistypedList(head: Plain, written: string, meant: string): Omit<Finding, 'code'> {
  const value = head[written];
  const title = `Rename to \`${meant}\``;
  const fix: FixData =
    value === null || Array.isArray(value)
      ? { kind: 'rename-key', title, path: [written], key: meant }
      : {
          kind: 'several',
          title: `Put the rule into \`${meant}\``,
          steps: [
            { kind: 'list', title, path: [written] },
            { kind: 'rename-key', title, path: [written], key: meant },
          ],
        };
  return {
    message: `the list of rules is called \`${meant}\`, not ${quotedCode(written)}: ${danger}`,
    path: [written],
    mark: 'key',
    fixes: [fix],
  };
}

function meantBy(key: string, missing: readonly string[]): string | undefined {
  return missing.includes(key) ? undefined : closest(key, missing);
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== 'object';
}

export const noRules: DocumentCheck = {
  code: 'no-rules',
  summary: 'The policy has no rules, so a push removes all rules on the console.',
  severity: 'information',
  scope: 'document',
  *check({ kind, arrays, head }) {
    if (arrays.some(({ rules }) => rules.length > 0)) {
      return;
    }
    const written = arrays[0]?.key;
    const keys = kind.arrays.map(({ key }) => key);
    // The finding `rules-not-a-list` or `rules-missing` reports this case.
    if (
      (written === undefined && Object.keys(head).length > 0) ||
      missingRules(head, arrays, kind).length > 0
    ) {
      return;
    }
    yield {
      message: `the policy has no rules in ${keys.map((key) => `\`${key}\``).join(' or ')}: a push would remove every rule on the console`,
      path: written === undefined ? [] : [written],
      mark: 'key',
    };
  },
};

/** Names that older consoles gave to the same policy. */
const olderNames: Readonly<Record<string, string>> = {
  containerNetworkFirewall: 'networkFirewall',
  hostNetworkFirewall: 'networkFirewall',
};

export const wrongPolicyType: DocumentCheck = {
  code: 'wrong-policy-type',
  summary: 'The policy type of the document does not match its file.',
  severity: 'error',
  scope: 'document',
  *check({ kind, head }) {
    const fields = kind.identity.field === 'policyType' ? ['policyType', '_id'] : ['_id'];
    for (const field of fields) {
      const value = textAt(head, field);
      if (value === undefined || value === '' || (olderNames[value] ?? value) === kind.identity.value) {
        continue;
      }
      const other = policyKindOfIdentity(value);
      const expected = kind.identity.value;
      yield {
        message: `\`${field}\` of ${kind.name} must be \`${expected}\`; ${other ? `this is the value of ${other.name}` : 'no policy has this value'}`,
        path: [field],
        fixes: [{ kind: 'set', title: `Change to \`${expected}\``, path: [field], value: expected }],
      };
    }
  },
};
