import assert from 'node:assert/strict';
import type { Family, PolicyKind } from '../../../src/core/policy/families.ts';

/**
 * Rules of a policy, of which two do the same only where they are equal, and expectations of policy tests. `of` says of which rules an
 * expectation is true, `none` whether it is true where no rule applies: found by reading them.
 */
interface FamilyRules {
  readonly bodies: readonly object[];
  readonly expectations: readonly {
    readonly expect: object;
    readonly of: readonly boolean[];
    readonly none: boolean;
  }[];
}

/** Runtime rules differ by shape, and rules of the network name no collections. */
const known: Readonly<Record<Exclude<Family, 'runtime' | 'cnns'>, FamilyRules>> = {
  vulnerability: {
    bodies: [
      { alertThreshold: { disabled: false, value: 0 } },
      { alertThreshold: { value: 4 }, blockThreshold: { enabled: true, value: 7 } },
      { alertThreshold: { disabled: true, value: 0 } },
    ],
    expectations: [
      { expect: { alerts: 'everything' }, of: [true, false, false], none: true },
      { expect: { alerts: 'at least medium' }, of: [true, true, false], none: true },
      { expect: { alerts: 'at most high' }, of: [false, false, true], none: false },
      { expect: { alerts: 'never' }, of: [false, false, true], none: false },
    ],
  },
  compliance: {
    bodies: [
      {},
      {
        condition: {
          vulnerabilities: [
            { id: 41, block: true },
            { id: 42, block: false },
          ],
        },
      },
      { condition: { vulnerabilities: [{ id: 41, block: false }] } },
    ],
    expectations: [
      { expect: { checks: { 41: 'at least alert' } }, of: [false, true, true], none: false },
      { expect: { checks: { 41: 'alert', 42: 'ignore' } }, of: [false, false, true], none: false },
      { expect: { blocks: 'never' }, of: [true, false, true], none: true },
      { expect: { checks: { 41: 'at most alert' } }, of: [true, false, true], none: true },
    ],
  },
  waas: {
    bodies: [
      { applicationsSpec: [{ appID: 'a', sqli: { effect: 'alert' } }] },
      {
        applicationsSpec: [
          { appID: 'a', sqli: { effect: 'ban' } },
          { appID: 'b', sqli: { effect: 'prevent' } },
        ],
      },
    ],
    expectations: [
      { expect: { effects: { sqli: 'at least prevent' } }, of: [false, true], none: false },
      { expect: { bans: 'never' }, of: [true, false], none: true },
      { expect: { effects: { 'sqli.effect': 'at most prevent' } }, of: [true, false], none: true },
    ],
  },
};

/** Shapes of runtime rules have sensors of their own. */
function runtimeKnown(sensor: string, member: string): FamilyRules {
  const place = `${sensor}.${member}`;
  return {
    bodies: [{ [sensor]: { [member]: 'alert' } }, { [sensor]: { [member]: 'prevent' } }],
    expectations: [
      { expect: { effects: { [place]: 'at least alert' } }, of: [true, true], none: false },
      { expect: { effects: { [place]: 'prevent' } }, of: [false, true], none: false },
      { expect: { prevents: 'never' }, of: [true, false], none: true },
      { expect: { blocks: 'never' }, of: [true, true], none: true },
    ],
  };
}

/** Where nothing can be blocked, what is to be is alerted on. */
const functionChecks: FamilyRules = {
  bodies: known.compliance.bodies,
  expectations: [
    { expect: { checks: { 41: 'at least alert' } }, of: [false, true, true], none: false },
    { expect: { checks: { 41: 'alert' } }, of: [false, true, true], none: false },
    { expect: { blocks: 'never' }, of: [true, true, true], none: true },
    { expect: { checks: { 41: 'block' } }, of: [false, false, false], none: false },
  ],
};

/** Copies of requests can only be looked at. */
const copies: FamilyRules = {
  bodies: ['alert', 'disable'].map((effect) => ({ applicationsSpec: [{ appID: 'a', sqli: { effect } }] })),
  expectations: [
    { expect: { effects: { sqli: 'at least alert' } }, of: [true, false], none: false },
    { expect: { bans: 'never' }, of: [true, true], none: true },
    { expect: { alerts: 'never' }, of: [false, true], none: true },
  ],
};

export function familyRulesOf({ name, family, shape }: PolicyKind): FamilyRules {
  if (name === 'compliance/serverless' || name === 'compliance/ci-serverless') {
    return functionChecks;
  }
  if (name === 'waas/out-of-band') {
    return copies;
  }
  assert.ok(family !== 'cnns');
  if (family !== 'runtime') {
    return known[family];
  }
  return shape === 'runtime-host'
    ? runtimeKnown('antiMalware', 'cryptoMiner')
    : runtimeKnown('processes', shape === 'runtime-container' ? 'defaultEffect' : 'effect');
}
