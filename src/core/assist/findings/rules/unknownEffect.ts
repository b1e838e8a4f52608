import { closest } from '../../../util/closest.ts';
import type { Finding, RuleCheck } from '../finding.ts';
import { textAt } from '../plain.ts';
import { shownCode } from '../shown.ts';
import { effectOf, effectWords } from '../effectWords.ts';

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
      message: `${shownCode(first)} is not a valid effect: use ${effectWords.map((word) => `\`${word}\``).join(', ')}${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
      path: ['effect'],
      fixes:
        does === undefined
          ? []
          : [{ kind: 'set', title: `Change to \`${does}\``, path: ['effect'], value: does }],
    };
  },
};

/** A word that says the same twice is a slip: another one was meant, or none. */
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
