import { dayMs } from '../findings/finding.ts';
import { toPlain } from '../../json/json.ts';
import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import { memberOf, valueOfNode, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import { endOf } from '../findings/rules/exceptions.ts';
import { meaningOf } from './knownValues.ts';
import type { RuleView } from '../../document/ruleView.ts';
import type { Field } from '../schema/field.ts';

/** The meaning of a value, to be shown behind it. */
export interface ValueHint {
  /** Counts from the start of the document. */
  readonly offset: number;
  readonly text: string;
}

/**
 * The titles of checks, the severities of thresholds and the time until exceptions end, for the values of a rule that lie in `range`
 * of the document. A hover says the same at the value. `now` is in milliseconds since 1970.
 */
export function valueHints(
  rule: RuleView,
  ruleField: Field,
  range: TextRange,
  words: ConsoleKnowledge,
  now: number,
): readonly ValueHint[] {
  const { start } = rule.range;
  const isShown = (node: SyntaxNode): boolean =>
    // The values of an alias are written elsewhere, and have their hints there.
    node.alias !== true && node.range.start + start < range.end && node.range.end + start > range.start;
  const hints: ValueHint[] = [];
  const add = (node: SyntaxNode, text: string | undefined): void => {
    if (text !== undefined && isShown(node)) {
      hints.push({ offset: node.range.end + start, text });
    }
  };
  const addBelow = (node: SyntaxNode, field: Field | undefined): void => {
    if (!isShown(node)) {
      return;
    }
    if (node.kind === 'number') {
      add(node, meaningOf(field, Number(node.lexeme), words));
    } else if (node.kind === 'array') {
      node.items.forEach((item) => addBelow(item, field?.item));
    } else if (node.kind === 'object') {
      for (const { key, value, merged } of node.members) {
        if (!merged) {
          addBelow(value, field?.member(key));
        }
        if (!merged && key === 'expiration' && isShown(value)) {
          const date = memberOf(value, 'date')?.value;
          const end = endOf(toPlain(valueOfNode(value)));
          add(date ?? value, end === undefined ? undefined : endText(end, now));
        }
      }
    }
  };
  addBelow(rule.node(), ruleField);
  return hints;
}

/** An exception counts until its day is over. */
function endText(end: number, now: number): string {
  const days = Math.floor(end / dayMs) - Math.floor(now / dayMs);
  const amount = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days === 0 ? 'ends today' : days > 0 ? `ends in ${amount}` : `ended ${amount} ago`;
}
