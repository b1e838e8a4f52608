import { l10n } from '../../core/util/l10n.ts';
import { exampleWords } from '../../core/order/example.ts';
import type { Ran } from './runningTests.ts';

/** The line explains a failed or unknown test by the expected and the actual result. */
export function whyNot(ran: Ran): string {
  return whyNotLines(ran).join('; ');
}

/** The lines separate the example from the reason, so that the example is easy to see. */
export function whyNotLines(ran: Ran): readonly string[] {
  if (ran.kind === 'no-file') {
    return [l10n.t('Not run: the policy has no file here. Pull it first.')];
  }
  if (ran.kind === 'problem') {
    return [l10n.t('Not run: {0}', ran.problem)];
  }
  const { outcome, expected, actual, example } = ran.result;
  const tail = example ? `; for example for ${exampleWords(example)}` : '';
  const isSaid = tail !== '' && actual.endsWith(tail);
  const instead = isSaid ? actual.slice(0, -tail.length) : actual;
  const [, unknown] = /^unknown (.*)$/s.exec(instead) ?? [];
  const said =
    outcome !== 'unknown'
      ? l10n.t('Expected: {0}. Instead: {1}', expected, instead)
      : unknown === undefined
        ? l10n.t('Unknown. Expected: {0}. {1}', expected, asSentence(instead))
        : l10n.t('Expected: {0}. Unknown: {1}', expected, unknown);
  return isSaid ? [said, tail.slice(2)] : [said];
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
