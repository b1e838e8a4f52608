import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import type { NodePath, SyntaxNode } from '../../document/syntaxNode.ts';
import { severityNames } from '../../policy/severities.ts';
import { isMadeOn } from '../findings/rules/complianceChecks.ts';
import type { KnownValue } from '../schema/field.ts';

/** Removes the checks that do not apply to the objects of the policy. */
export function knowledgeFor(policy: string, words: ConsoleKnowledge): ConsoleKnowledge {
  const { checks } = words;
  return checks
    ? { ...words, checks: new Map([...checks].filter(([id, { type }]) => isMadeOn(policy, id, type))) }
    : words;
}

/** A value can refer to an entry of this knowledge by name or number. */
type Reference = 'collections' | 'checks' | 'customRules' | 'tags' | 'networkLists';

const networkListHolders: readonly (string | number)[] = [
  'subnets',
  'exceptionSubnets',
  'excludedNetworkLists',
];

/** The lists of objects that refer to an entry, with the field that has its name or number. */
const referringFields: Readonly<Record<string, Reference>> = {
  'collections/name': 'collections',
  'tags/name': 'tags',
  'vulnerabilities/id': 'checks',
  'customRules/_id': 'customRules',
};

/** The reference depends on the path, which counts from a rule or from a document. */
function referenceAt(path: NodePath): Reference | undefined {
  const [last, item, list] = [path.at(-1), path.at(-2), path.at(-3)];
  if (typeof item === 'number') {
    return referringFields[`${list}/${last}`];
  }
  if (typeof last !== 'number') {
    return undefined;
  }
  if (item === 'collections') {
    return item;
  }
  return path.includes('applicationsSpec') && path.some((step) => networkListHolders.includes(step))
    ? 'networkLists'
    : undefined;
}

function titleOf(
  reference: Reference | undefined,
  value: string | number,
  { checks, customRules, tags, networkLists }: ConsoleKnowledge,
): string | undefined {
  switch (reference) {
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
    case 'collections':
    case undefined:
      return undefined;
  }
}

function withDetail(title: string, detail = ''): string {
  return detail === '' ? title : `${title} (${detail})`;
}

/** The values of the console that can be written at a path. Severe checks come first, because rules most often use them. */
export function referredValues(path: NodePath, words: ConsoleKnowledge): readonly KnownValue[] {
  const reference = referenceAt(path);
  const values: readonly (string | number)[] = [...((reference && words[reference]?.keys()) ?? [])];
  const ordered =
    reference === 'checks'
      ? values.toSorted((a, b) => rankOf(a, words) - rankOf(b, words) || Number(a) - Number(b))
      : values;
  return ordered.map((value) => ({ value, title: titleOf(reference, value, words) }));
}

const severityOrder = ['critical', 'high', 'medium', 'low'];

function rankOf(check: string | number, { checks }: ConsoleKnowledge): number {
  const rank = severityOrder.indexOf(checks?.get(Number(check))?.severity ?? '');
  return rank < 0 ? severityOrder.length : rank;
}

/** A severity of a threshold, or the title of an entry of the console; undefined when unknown. */
export function meaningOf(
  path: NodePath,
  value: string | number,
  words: ConsoleKnowledge,
): string | undefined {
  const threshold = /^(alert|block)Threshold$/.exec(String(path.at(-2)))?.[1];
  if (threshold === undefined || path.at(-1) !== 'value') {
    return titleOf(referenceAt(path), value, words);
  }
  const severity = severityNames.get(Number(value));
  const from = severity === undefined || value === 0 || value === 9 ? severity : `${severity} and above`;
  return threshold === 'block' && value === 0 ? 'off' : from;
}

/**
 * The lines are plain text: a severity of a threshold, a title of a check or a scope of a collection. They are empty
 * when the meaning is unknown.
 */
export function valueHelp(path: NodePath, node: SyntaxNode, words: ConsoleKnowledge): readonly string[] {
  if (node.kind === 'string' && referenceAt(path) === 'collections') {
    return collectionHelp(node.value, words);
  }
  const value =
    node.kind === 'number' ? Number(node.lexeme) : node.kind === 'string' ? node.value : undefined;
  const meaning = value === undefined ? undefined : meaningOf(path, value, words);
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
