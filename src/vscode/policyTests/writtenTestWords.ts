import { l10n } from '../../core/util/l10n.ts';
import type { WrittenTest } from '../../core/policyTest/proposeTests.ts';
import { isPlain } from '../../core/util/plainRecord.ts';

/** The line names the subject and the expectation of a test that may be written. */
export function writtenTestWords(test: WrittenTest): string {
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
  return [what, ...expectedWords(expect)].filter((part) => part !== '').join(' · ');
}

function expectedWords(expect: unknown): readonly string[] {
  if (!isPlain(expect)) {
    return [l10n.t('no rule applies')];
  }
  const { rule, blocks } = expect;
  return [
    ...(typeof rule === 'string' ? [l10n.t('"{0}" applies', rule)] : []),
    ...(blocks === 'never'
      ? [l10n.t('blocks nothing')]
      : blocks === 'everything'
        ? [l10n.t('blocks everything')]
        : typeof blocks === 'string'
          ? [l10n.t('blocks from {0}', blocks)]
          : []),
  ];
}
