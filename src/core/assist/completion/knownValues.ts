import type { ConsoleKnowledge } from '../../consoleFile/resources.ts';
import { type SyntaxNode, memberOf, valueOfNode } from '../../document/syntaxNode.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { severityLevels } from '../../policy/severities.ts';
import { isMadeOn } from '../findings/complianceChecks.ts';
import type { Field, KnownValue } from '../schema/field.ts';
import { asMarkdown, code, Markdown, paragraphs } from '../../util/markdown.ts';
import { dayMs } from '../findings/finding.ts';
import { toPlain } from '../../json/json.ts';
import type { TextRange } from '../../document/text.ts';
import { endOf } from '../findings/exceptions.ts';
import type { RuleView } from '../../document/ruleView.ts';

/** The names that a field can refer to. */
export interface KnownNames extends ConsoleKnowledge {
  /** The rules of the tested policy. */
  readonly rules?: ReadonlySet<string>;
}

/** Removes the checks that do not apply to the objects of the policy. */
export function knowledgeFor(kind: PolicyKind | undefined, words: ConsoleKnowledge): ConsoleKnowledge {
  const { checks } = words;
  return kind && checks
    ? { ...words, checks: new Map([...checks].filter(([id, { type }]) => isMadeOn(kind, id, type))) }
    : words;
}

/** The values that can be written in a field: those of the console, else those of the schema. Severe checks come first. */
export function knownValues(field: Field | undefined, words: KnownNames): readonly KnownValue[] {
  const { refersTo } = field?.schema ?? {};
  const entries: readonly (string | number)[] = [...((refersTo && words[refersTo]?.keys()) ?? [])];
  const ordered =
    refersTo === 'checks'
      ? entries.toSorted((a, b) => rankOf(a, words) - rankOf(b, words) || Number(a) - Number(b))
      : entries;
  return ordered.length > 0
    ? ordered.map((value) => ({ value, title: meaningOf(field, value, words) }))
    : (field?.values ?? []);
}

const severityOrder = Object.keys(severityLevels);

function rankOf(check: string | number, { checks }: ConsoleKnowledge): number {
  const rank = severityOrder.indexOf(checks?.get(Number(check))?.severity ?? '');
  return rank < 0 ? severityOrder.length : rank;
}

/** The title of an entry of the console, or of a number that the schema knows; undefined when unknown. */
function meaningOf(
  field: Field | undefined,
  value: string | number,
  { checks, customRules, tags, networkLists }: ConsoleKnowledge,
): string | undefined {
  switch (field?.schema.refersTo) {
    case 'checks': {
      const check = checks?.get(Number(value));
      return check && withDetail(check.title, check.severity);
    }
    case 'customRules': {
      const rule = customRules?.get(Number(value));
      return rule && withDetail(rule.name, rule.type);
    }
    case 'tags':
      return tags?.get(String(value)) || undefined;
    case 'networkLists':
      return networkLists?.get(String(value)) || undefined;
    case 'rules':
    case 'collections':
      return undefined;
    case undefined:
      return typeof value === 'number'
        ? field?.values.find((known) => known.value === value)?.title
        : undefined;
  }
}

function withDetail(title: string, detail = ''): string {
  return detail === '' ? title : `${title} (${detail})`;
}

/** The lines are plain text: the meaning of a value, or the scope of a collection. They are empty when it is unknown. */
export function valueHelp(
  field: Field | undefined,
  node: SyntaxNode,
  words: ConsoleKnowledge,
): readonly string[] {
  if (node.kind === 'string' && field?.schema.refersTo === 'collections') {
    return collectionHelp(node.value, words);
  }
  const value =
    node.kind === 'number' ? Number(node.lexeme) : node.kind === 'string' ? node.value : undefined;
  const meaning = value === undefined ? undefined : meaningOf(field, value, words);
  return meaning === undefined ? [] : [`${value}: ${meaning}`];
}

/** The lines describe the collection contents; they are empty when the contents are unknown. */
export function collectionHelp(name: string, { collections, scopes }: ConsoleKnowledge): readonly string[] {
  const scope = scopes?.get(name);
  if (!scope) {
    return collections && !collections.has(name) ? [`${name}: the console has no such collection`] : [];
  }
  const narrowed = Object.entries(scope).filter(
    ([, patterns]) => patterns.length > 0 && !(patterns.length === 1 && patterns[0] === '*'),
  );
  return narrowed.length === 0
    ? [`${name}: covers everything`]
    : narrowed.map(([list, patterns]) => `${list}: ${shortened(patterns)}`);
}

const MAX_SHOWN_PATTERNS = 8;

function shortened(patterns: readonly string[]): string {
  const shown = patterns.slice(0, MAX_SHOWN_PATTERNS).join(', ');
  return patterns.length > MAX_SHOWN_PATTERNS ? `${shown}, … (${patterns.length})` : shown;
}

/** The help is Markdown, like the descriptions in our own schemas. The key comes from the document. */
export function fieldHelp(key: string, { schema, values }: Field): Markdown {
  const [example] = schema.examples ?? [];
  const { deprecationMessage } = schema;
  return paragraphs([
    asMarkdown`**${schema.title ?? key}** ${code(key)}`,
    deprecationMessage === undefined ? undefined : asMarkdown`*${new Markdown(deprecationMessage)}*`,
    schema.description === undefined ? undefined : new Markdown(schema.description),
    values.length === 0 ? undefined : asMarkdown`${values.map(valueLine)}`,
    schema.default === undefined ? undefined : asMarkdown`Default: ${code(JSON.stringify(schema.default))}`,
    example === undefined || values.length > 0
      ? undefined
      : asMarkdown`Example: ${code(JSON.stringify(example))}`,
    schema.readOnly ? asMarkdown`Written by the console.` : undefined,
  ]);
}

function valueLine({ value, title }: KnownValue): Markdown {
  return asMarkdown`* ${code(String(value))}${title === undefined ? '' : `: ${title}`}\n`;
}

/** The meaning of a value, to be shown behind it. */
interface ValueHint {
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
        const below = field?.member(key);
        if (!merged && !isOff(value, below)) {
          addBelow(value, below);
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

/** The values of a part that is switched off have no effect. A part without the flag has the default of the flag. */
function isOff(node: SyntaxNode, field: Field | undefined): boolean {
  const isTrue = (flag: string): boolean => {
    const member = memberOf(node, flag)?.value;
    const byDefault = field?.member(flag)?.schema.default;
    return member?.kind === 'boolean' ? member.value : byDefault === true;
  };
  return isTrue('disabled') || (field?.member('enabled') !== undefined && !isTrue('enabled'));
}

/** An exception counts until its day is over. */
function endText(end: number, now: number): string {
  const days = Math.floor(end / dayMs) - Math.floor(now / dayMs);
  const amount = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days === 0 ? 'ends today' : days > 0 ? `ends in ${amount}` : `ended ${amount} ago`;
}
