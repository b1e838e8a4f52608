import type { TestFix } from '../../policyTest/policyTest.ts';
import type { FixData } from '../findings/finding.ts';
import { quotedCode, quotedJson } from '../findings/quotedInMessages.ts';

/** A fix of a file of tests with its title. */
export function fixOf(fix: TestFix): FixData {
  switch (fix.kind) {
    case 'set':
      return {
        ...fix,
        title: `Change to ${typeof fix.value === 'string' ? quotedCode(fix.value) : quotedJson(fix.value)}`,
      };
    case 'rename-key':
      return { ...fix, title: `Rename to ${quotedCode(fix.key)}` };
    case 'remove':
    default:
      return { ...fix, title: `Remove ${removed(fix.path)}` };
  }
}

function removed(path: TestFix['path']): string {
  const last = path.at(-1);
  return typeof last === 'string' ? quotedCode(last) : 'it';
}
