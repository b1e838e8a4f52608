import { changeWord, changeWords } from './effect/change.ts';
import { effectWords } from './effect/effectOf.ts';
import { exampleWords } from './exampleWords.ts';
import type { RuleFinding, NamedRule } from './orderFindings.ts';

/** A finding as a sentence or two. */
export function orderWords({ code, by, collection, connections, instead, example }: RuleFinding): string {
  const who = namesOf(by);
  const [matches, does] = by.length === 1 ? ['matches', 'does'] : ['match', 'do'];
  switch (code) {
    case 'shadowed-rule':
      return `Shadowed: ${who} above ${matches} everything this rule covers, so it never applies.${insteadWords(instead)}${exampleSentence(example)}`;
    case 'redundant-rule':
      return `Redundant: ${who} above ${does} the same for everything this rule covers. You can delete it.`;
    case 'partly-shadowed-rule':
      return connections
        ? `Partly shadowed: ${who} above ${matches} every connection from "${connections.source}" to "${connections.destination}", so this rule never applies there.`
        : `Partly shadowed: ${who} above ${matches} everything in the collection "${collection?.name}", so this rule never applies there.`;
    case 'unneeded-rule':
      return `Unneeded: ${who} below ${does} the same for everything to which this rule applies. You can delete it.`;
    case 'empty-collection':
      return `The collection "${collection?.name}" is always empty: its patterns exclude everything they include, so this rule never applies through it. Correct the patterns of the collection, or remove it from the rule.`;
    case 'covered-collection':
    default:
      return collection?.within.includes(collection.name)
        ? `The collection "${collection.name}" is listed twice.`
        : `The collection "${collection?.name}" is already inside "${collection?.within.join('", "')}", which this rule also lists.`;
  }
}

function insteadWords(instead: RuleFinding['instead']): string {
  if (!instead) {
    return '';
  }
  const [mine, theirs] = [effectWords(instead.own), effectWords(instead.other)];
  if (mine === theirs) {
    return '';
  }
  const { change } = instead;
  const how = ['same', 'unknown'].includes(changeWord(change)) ? '' : ` is ${changeWords(change)}`;
  return ` The result${how}: ${theirs}; this rule: ${mine}.`;
}

/** Something that proves it; no full stop, which would read as part of a name or tag. */
function exampleSentence(example: RuleFinding['example']): string {
  return example && ('source' in example || Object.keys(example).length > 0)
    ? ` For example: ${exampleWords(example)}`
    : '';
}

/** At most three by name. */
export function namesOf(places: readonly NamedRule[]): string {
  const names = places.map(({ name, index }) => (name === '' ? `rule ${index + 1}` : `"${name}"`));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return shown.length < 2 ? (shown[0] ?? 'a rule') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
