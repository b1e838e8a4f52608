import { canBlock, type PolicyKind } from '../../policy/families.ts';
import { fromPlain, isJsonObject, type JsonObject } from '../../json/json.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';

/** A whole rule to begin with. */
export interface RuleTemplate {
  readonly label: string;
  readonly description: string;
  readonly rule: JsonObject;
}

interface Draft {
  readonly label: string;
  readonly description: string;
  readonly members: object;
}

/** Checks that every console has, for one family of targets each. */
const firstCheck: Readonly<Record<string, number>> = { host: 6151, serverless: 434, 'ci-serverless': 434 };

const runtimeContainer = {
  processes: { defaultEffect: 'alert' },
  network: { defaultEffect: 'alert' },
  filesystem: { defaultEffect: 'alert' },
  dns: { defaultEffect: 'alert' },
};

const alertAndBlock: Draft = {
  label: 'New rule: alert and block',
  description: 'Alerts on vulnerabilities from high and blocks critical ones.',
  members: {
    effect: 'alert, block',
    alertThreshold: { disabled: false, value: 7 },
    blockThreshold: { enabled: true, value: 9 },
  },
};

/** Effects are mild: a rule that is inserted and pushed as it is stops nothing. */
function drafts(kind: PolicyKind): readonly Draft[] {
  const check = { id: firstCheck[kind.target] ?? 41, block: false };
  switch (kind.shape) {
    case 'vulnerability':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on vulnerabilities from high and blocks nothing.',
          members: {
            effect: 'alert',
            alertThreshold: { disabled: false, value: 7 },
            blockThreshold: { enabled: false, value: 0 },
          },
        },
        ...(canBlock(kind) ? [alertAndBlock] : []),
        {
          label: 'New rule: ignore',
          description: 'Ends the search for what it covers: nothing is reported.',
          members: {
            effect: 'ignore',
            alertThreshold: { disabled: true, value: 0 },
            blockThreshold: { enabled: false, value: 0 },
          },
        },
      ];
    case 'compliance':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts when a check fails.',
          members: { effect: 'alert', condition: { vulnerabilities: [check] } },
        },
      ];
    case 'runtime-container':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on what the learned model does not know.',
          members: runtimeContainer,
        },
      ];
    case 'runtime-host':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on crypto miners and on denied connections.',
          members: {
            antiMalware: { cryptoMiner: 'alert' },
            network: { denyListEffect: 'alert' },
            dns: { denyListEffect: 'disable' },
          },
        },
      ];
    case 'runtime-serverless':
    case 'runtime-app-embedded':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on processes, connections and files that are denied.',
          members: {
            processes: { effect: 'alert', checkCryptoMiners: true },
            network: { effect: 'alert' },
            filesystem: { effect: 'alert' },
            dns: { effect: 'alert' },
          },
        },
      ];
    case 'waas':
      return [
        {
          label: 'New rule: protect an app',
          description: 'Alerts on the usual attacks on one app.',
          members: {
            applicationsSpec: [
              {
                appID: 'app-0001',
                banDurationMinutes: 5,
                sqli: { effect: 'alert' },
                xss: { effect: 'alert' },
                cmdi: { effect: 'alert' },
                codeInjection: { effect: 'alert' },
              },
            ],
          },
        },
      ];
    case 'cnns':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on connections from one network entity to another.',
          members: { ports: [{ start: 443, end: 443 }], effect: 'alert' },
        },
      ];
  }
}

/** Templates for a new rule of one list of a policy, with a name that no other rule of the list has. */
export function ruleTemplates(policy: PolicyDocument, kind: PolicyKind, array: string): RuleTemplate[] {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.map(({ facts }) => facts.name));
  let name = 'New rule';
  for (let count = 2; taken.has(name); count++) {
    name = `New rule ${count}`;
  }
  const head = kind.shape === 'cnns' ? network(policy, array) : { collections: [{ name: 'All' }] };
  return drafts(kind).map(({ label, description, members }) => {
    const rule = fromPlain({ name, ...head, ...members });
    if (!isJsonObject(rule)) {
      throw new TypeError('a template is an object');
    }
    return { label, description, rule };
  });
}

/** Numbers of a new network rule: the next free one, and the first two entities. */
function network(policy: PolicyDocument, array: string): object {
  const ids = (policy.array(array)?.rules ?? []).map((rule) => numberIn(rule.node(), 'id'));
  const member = policy.members().find(({ key }) => key === 'networkEntities');
  const node = member?.array ? undefined : member?.node();
  const entities = node?.kind === 'array' ? node.items.map((item) => numberIn(item, '_id')) : [];
  const [src = 1, dst = src] = entities.filter((id) => id > 0);
  return { id: Math.max(0, ...ids.slice(-5000)) + 1, src, dst };
}

function numberIn(node: SyntaxNode, key: string): number {
  const value = valueOfNode(node);
  const found = value instanceof Map ? value.get(key) : undefined;
  return typeof found === 'object' && found !== null && 'lexeme' in found ? Number(found.lexeme) || 0 : 0;
}
