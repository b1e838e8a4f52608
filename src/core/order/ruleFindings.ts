import type { JsonObject, JsonValue } from '../json/json.ts';
import type { OrderCode, OrderFinding } from './orderAnalysis.ts';
import { changeWord, changeWords } from './effect/change.ts';
import { asRule, isUnreadableName } from './misread.ts';
import { actionDifference, wayWords, type ActionDifference } from './effect/effectChange.ts';
import { effectWords } from './effect/effectWords.ts';
import { Action, effectText } from './effect/effectText.ts';
import { exampleAt, exampleWords, type Example } from './example.ts';
import type { ListOrder } from './orderReader.ts';
import { joinedWords } from '../util/firstLines.ts';
import { quotedText } from '../util/quotedInMessages.ts';

/** A rule of a list: by its place as written, disabled rules counted. */
export interface NamedRule {
  readonly index: number;
  readonly name: string;
}

/** A proven fact about a rule because of its place, as data. */
export interface RuleFinding {
  readonly code: OrderCode;
  readonly rule: NamedRule;
  /** The rules that cause the finding: they match first, or have the same effect without the rule. */
  readonly by: readonly NamedRule[];
  /** The collection of the finding, by its place in the rule, and the collections that cover it. */
  readonly collection?: { readonly index: number; readonly name: string; readonly within: readonly string[] };
  /** The connections of the finding. Network rules name no collections. */
  readonly connections?: { readonly source: string; readonly destination: string };
  /** Something that the rule matches, and to which a rule with another effect applies. */
  readonly example?: Example;
  /** The rule that applies to the example and its action, and the action of this rule, in words. */
  readonly instead?: {
    readonly rule: NamedRule;
    readonly own: string;
    /** The own action after "would". */
    readonly would: string;
    readonly other: string;
    readonly difference: ActionDifference;
  };
}

/** A list of rules. The values of rules are read only where something was found. */
export type ListedRules = Pick<ListOrder, 'kind' | 'rules'> & {
  readonly written: { at(index: number): JsonValue | undefined };
};

/** Reads the action of a rule by its place; undefined where there is no rule. */
type RuleActions = (place: number) => RuleAction | undefined;

/** The actions of rules that apply instead of others. A rule can shadow many others, so its action is read once. */
export function ruleActionsOf({ kind, rules, written }: ListedRules): RuleActions {
  const known = new Map<number, RuleAction | undefined>();
  return (place) => {
    const rule = known.has(place) ? undefined : asRule(written.at(place));
    if (rule) {
      // A value that is no object has another text here.
      const text = rules[place]?.effect ?? '';
      known.set(place, {
        words: effectWords(kind, rule),
        would: effectWords(kind, rule, ''),
        action: new Action(text.startsWith('{') ? text : effectText(kind, rule)),
      });
    }
    return known.get(place);
  };
}

interface RuleAction {
  readonly words: string;
  /** The words after "would". */
  readonly would: string;
  readonly action: Action;
}

/**
 * The findings for people. A rule that names no collection, or only those in which nothing can be, has a problem of its own and
 * none because of its place. An entry of its collections that cannot be read has a key here that is no name. Rules of the network
 * do not name the collections of their entities.
 */
export function shownFindings(
  { kind, rules }: Pick<ListOrder, 'kind' | 'rules'>,
  findings: readonly OrderFinding[],
): readonly OrderFinding[] {
  const isOfEntities = kind.isNetwork;
  const shown = findings.filter((finding) => {
    const scopes = rules[finding.rule]?.scopes ?? [];
    if (finding.scope === undefined) {
      return scopes.some(({ isEmpty }) => !isEmpty);
    }
    const scope = scopes[finding.scope];
    const isUnreadable = scope !== undefined && !scope.ends && isUnreadableName(scope.name);
    const isOfEntity = isOfEntities && finding.kind === 'covered-collection';
    return !scope?.isEmpty && !isUnreadable && !isOfEntity;
  });
  const empty = isOfEntities ? [] : emptyCollections(rules);
  return empty.length === 0 ? shown : [...shown, ...empty].toSorted((a, b) => a.rule - b.rule);
}

function emptyCollections(rules: ListOrder['rules']): readonly OrderFinding[] {
  const findings: OrderFinding[] = [];
  rules.forEach(({ enabled, scopes }, rule) =>
    scopes.forEach(({ name, isEmpty }, scope) => {
      if (enabled && isEmpty && !isUnreadableName(name)) {
        findings.push({ kind: 'empty-collection', rule, scope, by: [] });
      }
    }),
  );
  return findings;
}

/** Reads the actions of the rules of a finding. `actions`: those of other findings of the list. */
export function ruleFindingOf(
  list: ListedRules,
  finding: OrderFinding,
  actions = ruleActionsOf(list),
): RuleFinding {
  const { kind: code, scope: index, by, witness } = finding;
  const base = {
    code,
    rule: namedRuleAt(list, finding.rule),
    by: by.map((place) => namedRuleAt(list, place)),
  };
  const scopes = list.rules[finding.rule]?.scopes ?? [];
  if (index !== undefined) {
    const { name = '', ends } = scopes[index] ?? {};
    return code !== 'partly-shadowed-rule'
      ? { ...base, by: [], collection: { index, name, within: by.map((at) => scopes[at]?.name ?? '') } }
      : { ...base, ...(ends ? { connections: ends } : { collection: { index, name, within: [] } }) };
  }
  const other = witness?.rule ?? (by.length === 1 ? by[0] : undefined);
  const instead =
    code !== 'shadowed-rule' || other === undefined
      ? undefined
      : insteadOf(list, actions, finding.rule, other);
  return {
    ...base,
    ...(witness && { example: exampleAt(list.kind, witness.point) }),
    ...(instead && { instead }),
  };
}

/** The result for the example. Without an example, the result of the only rule that shadows this rule. */
function insteadOf(
  list: ListedRules,
  actions: RuleActions,
  rule: number,
  applying: number,
): RuleFinding['instead'] {
  const other = actions(applying);
  const own = other && actions(rule);
  return (
    own && {
      rule: namedRuleAt(list, applying),
      own: own.words,
      other: other.words,
      would: own.would,
      get difference() {
        return actionDifference(list.kind, own.action, other.action);
      },
    }
  );
}

export function namedRuleAt({ rules }: Pick<ListOrder, 'rules'>, index: number): NamedRule {
  return { index, name: rules[index]?.name ?? '' };
}

export function ruleAt(
  { written }: Pick<ListedRules, 'written'>,
  index: number | undefined,
): JsonObject | undefined {
  return index === undefined ? undefined : asRule(written.at(index));
}

/** A finding as a sentence or two. */
export function orderWords({ code, by, collection, connections, instead, example }: RuleFinding): string {
  const who = namesOf(by);
  const name = quotedText(collection?.name ?? '');
  const [matches, does] = by.length === 1 ? ['matches', 'does'] : ['match', 'do'];
  switch (code) {
    case 'shadowed-rule':
      return `Shadowed: ${who} above ${matches} everything this rule covers, so it never applies.${insteadWords(instead)}${exampleSentence(example)}`;
    case 'redundant-rule':
      return `Redundant: ${who} above ${does} the same for everything this rule covers. You can delete it.`;
    case 'partly-shadowed-rule':
      return connections
        ? `Partly shadowed: ${who} above ${matches} every connection from ${quotedText(connections.source)} to ${quotedText(connections.destination)}, so this rule never applies there.`
        : `Partly shadowed: ${who} above ${matches} everything in the collection ${name}, so this rule never applies there.`;
    case 'unneeded-rule':
      return `Unneeded: ${who} below ${does} the same for everything to which this rule applies. You can delete it.`;
    case 'empty-collection':
      return `The collection ${name} is always empty: its patterns exclude everything they include, so this rule never applies through it. Correct the patterns of the collection, or remove it from the rule.`;
    case 'covered-collection':
    default:
      return collection?.within.includes(collection.name)
        ? `The collection ${name} is listed twice.`
        : `The collection ${name} is already inside ${collection?.within.map(quotedText).join(', ')}, which this rule also lists.`;
  }
}

function insteadWords(instead: RuleFinding['instead']): string {
  if (!instead || instead.own === instead.other) {
    return '';
  }
  const { rule, would, other, difference } = instead;
  const { change } = difference;
  const word = changeWord(change);
  const isCompared = !['same', 'unknown'].includes(word);
  const ways = word === 'mixed' ? difference.ways : undefined;
  const parts = ways ? ` (${wayWords({ ...ways, unknown: [] }, 1)})` : '';
  const name = namesOf([rule]);
  const who = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return ` ${who}${isCompared ? ` is ${changeWords(change)}${parts}: it` : ''} ${other}. This rule would ${would}.`;
}

/** The example, without a full stop, which would read as part of a name or tag. */
function exampleSentence(example: RuleFinding['example']): string {
  return example && ('source' in example || Object.keys(example).length > 0)
    ? ` For example: ${exampleWords(example)}`
    : '';
}

/** At most three by name. */
export function namesOf(places: readonly NamedRule[]): string {
  const names = places.map(({ name, index }) => (name === '' ? `rule ${index + 1}` : quotedText(name)));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return joinedWords(shown) || 'a rule';
}
