import type { PolicyKind } from '../../../policy/families.ts';
import { checksOf } from './complianceChecks.ts';
import { setFix, type Finding, type FixData, type RuleSubject } from '../finding.ts';
import { closest } from '../../../util/closest.ts';
import { quotedCode } from '../../../util/quotedInMessages.ts';
import { type Plain, isPlain, listAt, objectAt, textAt } from '../../../util/plainRecord.ts';

/** Words that consoles and their documentation use. Some are of older consoles, and `fail` is the word of CI. */
export const effectWords: readonly string[] = ['ignore', 'alert', 'block', 'fail', 'allow', 'deny'];

/** The result uses the words of `effect`; it is undefined where those words cannot describe the rule. */
export function effectOf(kind: PolicyKind, rule: Plain): string | undefined {
  return kind.decidesBy === 'checks' ? effectOfChecks(rule) : effectOfThresholds(rule);
}

function effectOfChecks(rule: Plain): string {
  const checks = checksOf(rule);
  return words(
    checks.some(({ block }) => !block),
    checks.some(({ block }) => block),
  );
}

/** The result is undefined when risk factors or single package types change the effect. */
function effectOfThresholds(rule: Plain): string | undefined {
  if (
    listAt(rule, 'riskFactorsEffects').length > 0 ||
    listAt(rule, 'pkgTypesThresholds').length > 0 ||
    !(isPlain(rule['alertThreshold']) || isPlain(rule['blockThreshold']))
  ) {
    return undefined;
  }
  return words(
    objectAt(rule, 'alertThreshold')['disabled'] !== true,
    objectAt(rule, 'blockThreshold')['enabled'] === true,
  );
}

function words(alerts: boolean, blocks: boolean): string {
  if (alerts && blocks) {
    return 'alert, block';
  }
  return blocks ? 'block' : alerts ? 'alert' : 'ignore';
}

/** Finds an `effect` with invalid words, or one that does not match the rule. */
export function* checkEffect({ kind, rule }: RuleSubject): Generator<Finding> {
  const written = rule['effect'];
  if ((kind.decidesBy !== 'checks' && kind.decidesBy !== 'thresholds') || written === undefined) {
    return;
  }
  const text = (textAt(rule, 'effect') ?? '').trim();
  const all = text.split(',').map((word) => word.trim());
  const known = all.filter((word) => word !== '');
  const unknown = known.find((word) => !effectWords.includes(word));
  const does = effectOf(kind, rule);
  if (unknown !== undefined) {
    const likelyWords = all.map((word) =>
      word === '' || effectWords.includes(word) ? word : closest(word, effectWords),
    );
    const value = likelyWords.includes(undefined) ? does : [...new Set(likelyWords)].join(', ');
    const near = closest(unknown, effectWords);
    yield {
      code: 'unknown-effect',
      message: `${quotedCode(unknown)} is not a valid effect: use ${effectWords.map((word) => `\`${word}\``).join(', ')}${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
      path: ['effect'],
      fixes: value === undefined ? [] : [changeEffect(value)],
    };
    return;
  }
  const twice = known.find((word, at) => known.indexOf(word) !== at);
  if (twice !== undefined) {
    yield {
      code: 'unknown-effect',
      message: `\`effect\` repeats \`${twice}\``,
      path: ['effect'],
      fixes: [changeEffect([...new Set(known)].join(', '))],
    };
  }
  if (text !== '' && does !== undefined && normal(all) !== normal(does.split(', '))) {
    yield {
      code: 'effect-mismatch',
      message: `\`effect\` says ${quotedCode(text)}, but the ${kind.decidesBy} mean \`${does}\`, and only they count`,
      path: ['effect'],
      fixes: [changeEffect(does)],
    };
  }
}

function changeEffect(value: string): FixData {
  return setFix(`Change to \`${value}\``, ['effect'], value);
}

/** People in continuous integration write "fail" for "block". */
function normal(effect: readonly string[]): string {
  return effect
    .map((word) => word.replace(/^(fail|deny)$/, 'block'))
    .toSorted()
    .join();
}
