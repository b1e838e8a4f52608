import { fromPlain, type JsonObject } from '../json/json.ts';
import { canBlock, type PolicyKind } from './families.ts';

/** The fields of a new rule, without its name and its scope. */
interface RuleDraft {
  readonly label: string;
  readonly description: string;
  readonly members: object;
}

/** Checks that every console has, by the target of the policy. */
const firstCheck: Readonly<Record<string, number>> = { host: 6151, serverless: 434, 'ci-serverless': 434 };

/** The console alerts on everything where no rule applies. A higher threshold would hide such alerts. */
const alertFrom = { disabled: false, value: 1 };
const noBlock = { enabled: false, value: 0 };

const alertAndBlock: RuleDraft = {
  label: 'New rule: alert and block',
  description: 'Alerts on every vulnerability and blocks critical ones.',
  members: {
    effect: 'alert, block',
    alertThreshold: alertFrom,
    blockThreshold: { enabled: true, value: 9 },
  },
};

const ignore: RuleDraft = {
  label: 'New rule: ignore',
  description: 'Ignores everything it covers: nothing is reported, and no rule below applies.',
  members: { effect: 'ignore', alertThreshold: { disabled: true, value: 0 }, blockThreshold: noBlock },
};

function alertDraft(description: string, members: object): RuleDraft {
  return { label: 'New rule: alert', description, members };
}

function ruleDrafts(kind: PolicyKind): readonly RuleDraft[] {
  const alert = { effect: 'alert' };
  switch (kind.shape) {
    case 'vulnerability':
      return [
        alertDraft('Alerts on every vulnerability and blocks nothing.', {
          ...alert,
          alertThreshold: alertFrom,
          blockThreshold: noBlock,
        }),
        ...(canBlock(kind) ? [alertAndBlock] : []),
        ignore,
      ];
    case 'compliance': {
      const check = { id: firstCheck[kind.target] ?? 41, block: false };
      return [
        alertDraft('Alerts when a check fails.', { ...alert, condition: { vulnerabilities: [check] } }),
      ];
    }
    case 'runtime-container': {
      const outsideModel = { defaultEffect: 'alert' };
      return [
        alertDraft('Alerts on activity outside the learned model.', {
          processes: outsideModel,
          network: outsideModel,
          filesystem: outsideModel,
          dns: outsideModel,
        }),
      ];
    }
    case 'runtime-host':
      return [
        alertDraft('Alerts on crypto miners and on denied connections.', {
          antiMalware: { cryptoMiner: 'alert' },
          network: { denyListEffect: 'alert' },
          dns: { denyListEffect: 'disable' },
        }),
      ];
    case 'runtime-serverless':
    case 'runtime-app-embedded':
      return [
        alertDraft('Alerts on processes, connections and files that are denied.', {
          processes: { ...alert, checkCryptoMiners: true },
          network: alert,
          filesystem: alert,
          dns: alert,
        }),
      ];
    case 'waas': {
      const attacks = { sqli: alert, xss: alert, cmdi: alert, codeInjection: alert };
      return [
        {
          label: 'New rule: protect an app',
          description: 'Alerts on the usual attacks on one app.',
          members: { applicationsSpec: [{ appID: 'app-0001', banDurationMinutes: 5, ...attacks }] },
        },
      ];
    }
    case 'cnns':
      return [
        alertDraft('Alerts on connections from one network entity to another.', {
          ports: [{ start: 443, end: 443 }],
          ...alert,
        }),
      ];
  }
}

/** A whole rule to begin with. */
export interface RuleTemplate {
  readonly label: string;
  readonly description: string;
  readonly rule: JsonObject;
}

/**
 * Returns whole rules with the name and the scope of `own`. The first is the default: a push of it unchanged blocks nothing
 * and hides nothing.
 */
export function newRules(kind: PolicyKind, own: object): readonly RuleTemplate[] {
  return ruleDrafts(kind).map(({ label, description, members }) => ({
    label,
    description,
    rule: fromPlain({ ...own, ...members }) as JsonObject,
  }));
}
