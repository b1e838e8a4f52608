import { effectOf, effectWords } from '../effectWords.ts';
import type { RuleCheck } from '../finding.ts';
import { textAt } from '../plain.ts';

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
    // What is no effect at all is said by `unknown-effect`.
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

/** Continuous integration says "fail" where others say "block". */
function same(effect: string, does: string): boolean {
  const normal = (text: string): string =>
    text
      .split(',')
      .map((word) => word.trim().replace(/^(fail|deny)$/, 'block'))
      .toSorted()
      .join();
  return normal(effect) === normal(does);
}
