import { fromPlain, isJsonObject, type JsonObject } from '../src/core/json/json.ts';
import { writePolicyText } from '../src/core/document/updatedText.ts';
import type { Spelling } from '../src/core/policy/policyFile.ts';
import { random } from './random.ts';

const severities = [1, 4, 7, 9];

/** A vulnerability policy with `count` rules that carry the fields a console answers; about 1.4 kB a rule in JSON. */
export function generatedPolicy(count: number, seed = 7): JsonObject {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const rules = Array.from({ length: count }, (_, index) => ({
    name: `team ${index % 97} - service ${index}`,
    effect: 'alert, block',
    disabled: next() < 0.05,
    notes: `reviewed by team ${index % 97}; ticket SEC-${1000 + index}`,
    collections: Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
      name: `collection-${Math.floor(next() * 40)}`,
    })),
    alertThreshold: { disabled: false, value: 1 },
    blockThreshold: { enabled: true, value: pick(severities) },
    graceDays: Math.floor(next() * 60),
    onlyFixed: next() < 0.5,
    verbose: false,
    cveRules: Array.from({ length: Math.floor(next() * 5) }, (__, n) => ({
      id: `CVE-20${20 + (n % 7)}-${10000 + Math.floor(next() * 80000)}`,
      effect: pick(['ignore', 'alert', 'block']),
      description: 'accepted until the next release of the base image',
      expiration: { enabled: true, date: '2099-01-01T00:00:00Z' },
    })),
    tags: [
      {
        name: 'in-review',
        effect: 'ignore',
        description: '',
        expiration: { enabled: false, date: '0001-01-01T00:00:00Z' },
      },
    ],
    riskFactorsEffects: [{ riskFactor: 'Exploit exists - in the wild', effect: 'alert' }],
    condition: { readonly: false, device: '', vulnerabilities: [] },
  }));
  const policy = fromPlain({ policyType: 'containerVulnerability', rules });
  if (!isJsonObject(policy)) {
    throw new TypeError('the generated policy is an object');
  }
  return policy;
}

export function generatedText(count: number, spelling: Spelling): string {
  // One flat string, as an editor hands it out, and not the many parts it was written in.
  return Buffer.from(writePolicyText(generatedPolicy(count), spelling)).toString();
}

/** The text of about `bytes` length that all engines of one case read. */
export function textOfSize(bytes: number, spelling: Spelling): { text: string; rules: number } {
  const sample = generatedText(200, spelling).length / 200;
  const rules = Math.round(bytes / sample);
  return { text: generatedText(rules, spelling), rules };
}
