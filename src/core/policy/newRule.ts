import { fromPlain, isJsonObject, type JsonObject } from '../json/json.ts';
import { canBlock, type PolicyKind } from './families.ts';

/** The fields of a new rule, without its name and its scope. */
export interface RuleDraft {
  readonly label: string;
  readonly description: string;
  readonly members: object;
}

/** Checks that every console has, by the target of the policy. */
const firstCheck: Readonly<Record<string, number>> = { host: 6151, serverless: 434, 'ci-serverless': 434 };

const runtimeContainer = {
  processes: { defaultEffect: 'alert' },
  network: { defaultEffect: 'alert' },
  filesystem: { defaultEffect: 'alert' },
  dns: { defaultEffect: 'alert' },
};

/** The console alerts on everything where no rule applies. A higher threshold would hide such alerts. */
const alertFrom = { disabled: false, value: 1 };

const alertAndBlock: RuleDraft = {
  label: 'New rule: alert and block',
  description: 'Alerts on every vulnerability and blocks critical ones.',
  members: {
    effect: 'alert, block',
    alertThreshold: alertFrom,
    blockThreshold: { enabled: true, value: 9 },
  },
};

/** The first draft is the default: a push of it unchanged blocks nothing and hides nothing. */
export function ruleDrafts(kind: PolicyKind): readonly RuleDraft[] {
  const check = { id: firstCheck[kind.target] ?? 41, block: false };
  switch (kind.shape) {
    case 'vulnerability':
      return [
        {
          label: 'New rule: alert',
          description: 'Alerts on every vulnerability and blocks nothing.',
          members: {
            effect: 'alert',
            alertThreshold: alertFrom,
            blockThreshold: { enabled: false, value: 0 },
          },
        },
        ...(canBlock(kind) ? [alertAndBlock] : []),
        {
          label: 'New rule: ignore',
          description: 'Ignores everything it covers: nothing is reported, and no rule below applies.',
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
          description: 'Alerts on activity outside the learned model.',
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

/** Returns a rule to start from; undefined for networks, whose rules join two entities by number. */
export function newRule(
  kind: PolicyKind,
  name: string,
  collections: readonly string[],
): JsonObject | undefined {
  const members = kind.isNetwork ? undefined : ruleDrafts(kind)[0]?.members;
  const rule = fromPlain({
    name,
    collections: collections.map((collection) => ({ name: collection })),
    ...members,
  });
  return members && isJsonObject(rule) ? rule : undefined;
}
