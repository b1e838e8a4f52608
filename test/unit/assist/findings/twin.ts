import assert from 'node:assert/strict';
import { parse, stringify } from 'yaml';
import { PolicyChecker, type CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

/** A diagnostic as both spellings must have it: `text` is the data under the range, whatever its layout. */
export interface TwinDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly text: unknown;
}

/** Writes `plain` as JSON and as YAML, checks both, and returns what they agree on. */
export function checkTwins(policy: string, plain: unknown, options: CheckerOptions = {}): TwinDiagnostic[] {
  const json = checkText(policy, JSON.stringify(plain, null, 2), 'json', options);
  const compact = checkText(policy, JSON.stringify(plain), 'json', options);
  const yaml = checkText(policy, stringify(plain), 'yaml', options);
  const flow = checkText(policy, stringify(plain, { collectionStyle: 'flow' }), 'yaml', options);
  assert.deepEqual(yaml, json, 'YAML and JSON differ');
  assert.deepEqual(flow, json, 'flow YAML and JSON differ');
  assert.deepEqual(compact, json, 'compact JSON and JSON differ');
  return json;
}

export function checkText(
  policy: string,
  text: string,
  spelling: Spelling,
  options: CheckerOptions = {},
): TwinDiagnostic[] {
  const kind = policyKind(policy);
  assert.ok(kind, policy);
  const diagnostics = new PolicyChecker(options).check(readPolicyText(text, spelling, kind));
  return diagnostics.map((diagnostic) => ({
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    text: dataUnder(text, diagnostic),
  }));
}

/** Codes only, for cases where the rest is checked elsewhere. */
export function codesOf(found: readonly { code: string }[]): string[] {
  return found.map(({ code }) => code);
}

function dataUnder(text: string, { range }: Diagnostic): unknown {
  const lineStart = text.lastIndexOf('\n', range.start - 1) + 1;
  const own = text.slice(range.start, range.end);
  // Lines of a block below the first keep their indentation.
  const marked = own.includes('\n') ? ' '.repeat(range.start - lineStart) + own : own;
  try {
    return parse(marked) as unknown;
  } catch {
    return marked.trim();
  }
}

/** One vulnerability rule that nothing is wrong with, and changes to it. */
export function vulnerabilityRule(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'Payment images',
    effect: 'alert, block',
    collections: [{ name: 'Payments' }],
    alertThreshold: { disabled: false, value: 7 },
    blockThreshold: { enabled: true, value: 9 },
    graceDays: 30,
    ...changes,
  };
}

export function vulnerabilityPolicy(...rules: unknown[]): Record<string, unknown> {
  return { policyType: 'containerVulnerability', rules };
}

/** One compliance rule that nothing is wrong with, and changes to it. */
export function complianceRule(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    name: 'Hardened clusters',
    effect: 'alert, block',
    collections: [{ name: 'Clusters' }],
    condition: {
      vulnerabilities: [
        { id: 41, block: false },
        { id: 599, block: true },
      ],
    },
    ...changes,
  };
}

export function compliancePolicy(...rules: unknown[]): Record<string, unknown> {
  return { policyType: 'containerCompliance', rules };
}
