import type { PolicyDocument } from '../../document/policyDocument.ts';
import { setMember, type RulePlace } from '../../document/ruleEdits.ts';
import { memberOf, shiftRange } from '../../document/syntaxNode.ts';
import type { TextEdit, TextRange } from '../../document/text.ts';
import { ruleAt } from '../../document/rulesAtOffset.ts';

interface RuleName {
  readonly place: RulePlace;
  readonly name: string;
  /** The name without quotes. */
  readonly range: TextRange;
}

/** The name range includes both of its ends. */
export function ruleNameAt(policy: PolicyDocument, offset: number): RuleName | undefined {
  const rule = ruleAt(policy, offset);
  const member = rule && memberOf(rule.node(), 'name');
  if (!rule || !member || member.merged || member.value.alias || member.value.kind !== 'string') {
    return undefined;
  }
  const whole = shiftRange(member.value.range, rule.range.start);
  const quoted = /^["']/.test(policy.slice(whole.start, whole.start + 1));
  const range = quoted ? { start: whole.start + 1, end: whole.end - 1 } : whole;
  return whole.start <= offset && offset <= whole.end
    ? { place: { array: rule.array, index: rule.index }, name: member.value.value, range }
    : undefined;
}

/** Edits that rename a rule, or why it cannot have that name. */
export function renameEdits(
  policy: PolicyDocument,
  { place, name }: RuleName,
  newName: string,
): readonly TextEdit[] | 'empty' | 'duplicate' {
  if (newName.trim() === '') {
    return 'empty';
  }
  const rules = policy.array(place.array)?.rules ?? [];
  if (rules.some(({ index, facts }) => index !== place.index && facts.name === newName)) {
    return 'duplicate';
  }
  return newName === name ? [] : setMember(policy, place, ['name'], newName);
}
