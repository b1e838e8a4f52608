import type { l10n } from 'vscode';
import type { Ran } from './runningTests.ts';

type L10n = Pick<typeof l10n, 't'>;

/** Why a test does not hold, in one sentence: what is expected, and what is so. */
export function whyNot(ran: Ran, l10n: L10n): string {
  if (ran.kind === 'no-file') {
    return l10n.t('Not run: the policy has no file here. Pull it first.');
  }
  if (ran.kind === 'problem') {
    return l10n.t('Not run: {0}', ran.problem);
  }
  const { outcome, expected, actual } = ran.result;
  return outcome === 'not-known'
    ? l10n.t('Not known. Expected: {0}. {1}', expected, actual)
    : l10n.t('Expected: {0}. Instead: {1}', expected, actual);
}
