import type { PolicyKind } from '../../../policy/families.ts';
import { checksOf } from './complianceChecks.ts';
import type { Plain, Finding, RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt, textAt } from '../plainData.ts';
import { closest } from '../../../util/closest.ts';
import { quotedCode } from '../quotedInMessages.ts';

/** Words that consoles and their documentation use; some are of older ones, `fail` is that of CI. */
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

export const unknownEffect: RuleCheck = {
  code: 'unknown-effect',
  summary: 'The `effect` of a rule contains an invalid or repeated word.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks' || kind.decidesBy === 'thresholds',
  *check({ kind, rule }) {
    const written = rule['effect'];
    if (written === undefined || effectWords.includes(written as string) || written === 'alert, block') {
      return;
    }
    const words = (textAt(rule, 'effect') ?? '').split(',').map((word) => word.trim());
    const unknown = words.filter((word) => word !== '' && !effectWords.includes(word));
    const [first] = unknown;
    if (first === undefined) {
      yield* repeated(words);
      return;
    }
    const meant = words.map((word) => (unknown.includes(word) ? closest(word, effectWords) : word));
    const does = meant.includes(undefined) ? effectOf(kind, rule) : [...new Set(meant)].join(', ');
    const near = closest(first, effectWords);
    yield {
      message: `${quotedCode(first)} is not a valid effect: use ${effectWords.map((word) => `\`${word}\``).join(', ')}${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
      path: ['effect'],
      fixes:
        does === undefined
          ? []
          : [{ kind: 'set', title: `Change to \`${does}\``, path: ['effect'], value: does }],
    };
  },
};

/** A repeated word is a mistake: another word was meant, or none. */
function* repeated(words: readonly string[]): Iterable<Omit<Finding, 'code'>> {
  const twice = words.find((word, at) => word !== '' && words.indexOf(word) !== at);
  if (twice !== undefined) {
    const value = [...new Set(words.filter((word) => word !== ''))].join(', ');
    yield {
      message: `\`effect\` repeats \`${twice}\``,
      path: ['effect'],
      fixes: [{ kind: 'set', title: `Change to \`${value}\``, path: ['effect'], value }],
    };
  }
}

export const effectMismatch: RuleCheck = {
  code: 'effect-mismatch',
  summary: 'The `effect` of a rule does not match the actions of the rule.',
  severity: 'hint',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks' || kind.decidesBy === 'thresholds',
  *check({ kind, rule }) {
    const effect = textAt(rule, 'effect');
    if (effect === undefined || effect.trim() === '') {
      return;
    }
    const does = effectOf(kind, rule);
    // The finding `unknown-effect` reports unknown words.
    if (does === undefined || same(effect, does) || !effect.split(',').every(isKnown)) {
      return;
    }
    yield {
      message: `\`effect\` does not match the ${kind.decidesBy === 'checks' ? 'checks' : 'thresholds'}, which mean \`${does}\`; the console only displays \`effect\``,
      path: ['effect'],
      fixes: [{ kind: 'set', title: `Change to \`${does}\``, path: ['effect'], value: does }],
    };
  },
};

function isKnown(word: string): boolean {
  return word.trim() === '' || effectWords.includes(word.trim());
}

/** People in continuous integration write "fail" for "block". */
function same(effect: string, does: string): boolean {
  const normal = (text: string): string =>
    text
      .split(',')
      .map((word) => word.trim().replace(/^(fail|deny)$/, 'block'))
      .toSorted()
      .join();
  return normal(effect) === normal(does);
}
