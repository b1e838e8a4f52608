import { severityNames } from '../../policy/severityNames.ts';
import type { NodePath, SyntaxNode } from '../../document/syntaxNode.ts';
import { referenceAt } from './consoleWords.ts';
import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import { checkTitle } from './proposals.ts';

/**
 * The lines are plain text: a severity of a threshold, a title of a check or a scope of a collection. They are empty
 * when the meaning is unknown.
 */
export function valueHelp(path: NodePath, node: SyntaxNode, words: ConsoleKnowledge): readonly string[] {
  if (node.kind === 'number') {
    const meaning = numberMeaning(path, Number(node.lexeme), words);
    return meaning === undefined ? [] : [`${Number(node.lexeme)}: ${meaning}`];
  }
  if (node.kind !== 'string') {
    return [];
  }
  const kind = referenceAt(path);
  if (kind === 'collection') {
    return collectionHelp(node.value, words);
  }
  const known =
    kind === 'tag'
      ? words.tags?.get(node.value)
      : kind === 'networkList'
        ? words.networkLists?.get(node.value)
        : undefined;
  return known === undefined || known === '' ? [] : [`${node.value}: ${known}`];
}

/** The meaning is a severity, the title of a check or the name of a custom rule. It is undefined when unknown. */
export function numberMeaning(path: NodePath, value: number, words: ConsoleKnowledge): string | undefined {
  const threshold = /^(alert|block)Threshold$/.exec(String(path.at(-2)))?.[1];
  if (threshold !== undefined && path.at(-1) === 'value') {
    const severity = severityNames.get(value);
    const from = severity === undefined || value === 0 || value === 9 ? severity : `${severity} and above`;
    return threshold === 'block' && value === 0 ? 'off' : from;
  }
  const kind = referenceAt(path);
  if (kind === 'check') {
    const check = words.checks?.get(value);
    return check && checkTitle(check);
  }
  const rule = kind === 'customRule' ? words.customRules?.get(value) : undefined;
  return rule && `${rule.name}${rule.type === '' ? '' : ` (${rule.type})`}`;
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
