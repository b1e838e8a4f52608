import { isPlain } from '../../core/assist/findings/plain.ts';
import type { WrittenTest } from '../../core/policyTest/proposeTests.ts';
import type { L10n } from '../platform/l10n.ts';

/** What a test that may be written says, in one line: of what, and what is expected. */
export function writtenTestWords(test: WrittenTest, l10n: L10n): string {
  const { every, resource, order, expect } = test;
  if (Array.isArray(order)) {
    return order.map((name) => `"${String(name)}"`).join(' > ');
  }
  const what = isPlain(every)
    ? Object.values(every)
        .flat()
        .map((name) => `"${String(name)}"`)
        .join(', ')
    : isPlain(resource)
      ? Object.entries(resource)
          .flatMap(([field, values]) => [values].flat().map((value) => [field, String(value)] as const))
          .filter(([, value]) => value !== '')
          .map(([field, value]) => `${field}=${value}`)
          .join(' ')
      : '';
  return [what, ...expectedWords(expect, l10n)].filter((part) => part !== '').join(' · ');
}

function expectedWords(expect: unknown, l10n: L10n): readonly string[] {
  if (!isPlain(expect)) {
    return [l10n.t('no rule decides')];
  }
  const { rule, blocks } = expect;
  return [
    ...(typeof rule === 'string' ? [l10n.t('"{0}" decides', rule)] : []),
    ...(blocks === 'never'
      ? [l10n.t('blocks nothing')]
      : blocks === 'everything'
        ? [l10n.t('blocks everything')]
        : typeof blocks === 'string'
          ? [l10n.t('blocks from {0}', blocks)]
          : []),
  ];
}
