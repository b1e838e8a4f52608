import { policyKindOfIdentity } from '../../../policy/families.ts';
import type { DocumentCheck } from '../finding.ts';
import { textAt } from '../plainData.ts';

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
