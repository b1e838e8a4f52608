import type { Field, KnownValue } from '../schema/field.ts';
import type { JsonObject } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { codeBlock, type Markdown } from '../../util/markdown.ts';
import { yamlFlow, yamlLines, yamlFlowString, yamlLine } from '../../document/yaml/writeYaml.ts';
import type { CursorPlace } from './cursorPlace.ts';
import { fieldHelp, knownValues, type KnownNames } from './knownValues.ts';
import type { RuleTemplate } from '../../policy/newRule.ts';

/** A proposal is one entry of the completion list. `snippet` uses the editor's snippet syntax. */
export interface Proposal {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'rule';
  readonly detail?: string;
  readonly documentation?: Markdown;
  readonly snippet: string;
  readonly deprecated: boolean;
  /** Sorts the list. */
  readonly order: string;
  /** Editors compare typed text with this filter instead of the label. */
  readonly filter?: string;
}

/** The place's path counts from the field that `root` describes. */
export function proposals(
  place: CursorPlace,
  root: Field,
  spelling: Spelling,
  words: KnownNames = {},
): Proposal[] {
  return completed(place, membersAndValues(place, root, spelling, words));
}

/** A comma behind the value in front is an edit of its own, unless the value ends where this one begins. */
function completed(place: CursorPlace, all: readonly Proposal[]): Proposal[] {
  const { start, commaAt, commaBehind, lacks = '' } = place;
  const before = commaAt === start ? ', ' : lacks;
  const behind = commaBehind ? ',' : '';
  return all.map((proposal) => ({ ...proposal, snippet: before + proposal.snippet + behind }));
}

function membersAndValues(
  place: CursorPlace,
  root: Field,
  spelling: Spelling,
  words: KnownNames,
): Proposal[] {
  const field = root.at(place.path);
  const write = writerOf(place, spelling);
  // An unwritten list entry in YAML can become a key or a value.
  if (place.want === 'value' || (field && field.members.size === 0 && field.type !== 'object')) {
    return knownValues(field, words).map((value, index) => valueProposal(value, write, index));
  }
  return Array.from(field?.members ?? [])
    .filter(([key, { schema }]) => !place.present.has(key) && !schema.readOnly && !schema.unused)
    .map(([key, member], index) => {
      const { title, deprecationMessage } = member.schema;
      const deprecated = deprecationMessage !== undefined;
      return {
        label: key,
        kind: 'key',
        ...(title === undefined ? {} : { detail: title }),
        documentation: fieldHelp(key, member),
        snippet: memberSnippet(key, member, place, spelling),
        deprecated,
        order: `${deprecated ? 1 : 0}${String(index).padStart(4, '0')}`,
      };
    });
}

function valueProposal({ value, title }: KnownValue, write: Writer, index: number): Proposal {
  return {
    label: String(value),
    kind: 'value',
    ...(title === undefined ? {} : { detail: title }),
    snippet: escape(write(value)),
    deprecated: false,
    order: String(index).padStart(6, '0'),
    // Editors find numbers by the titles of their values.
    ...(typeof value === 'number' && title !== undefined ? { filter: `${value} ${title}` } : {}),
  };
}

/** The proposals are whole rules, for a place where a rule can begin. */
export function ruleProposals(
  place: CursorPlace,
  templates: readonly RuleTemplate[],
  spelling: Spelling,
  newItem: boolean,
): Proposal[] {
  const block = spelling === 'yaml' && !place.flow;
  const all = templates.map(({ label, description, rule }, index): Proposal => {
    const indent = ' '.repeat((place.column ?? 0) + (newItem ? 2 : 0));
    const text = block
      ? (newItem ? '- ' : '') + yamlLines(rule, indent).join('\n')
      : spelling === 'yaml'
        ? yamlFlow(rule)
        : writeJson(rule, { indent: 2 });
    return {
      label,
      kind: 'rule',
      detail: description,
      documentation: codeBlock(spelling, block ? yamlLines(rule, '').join('\n') : text),
      snippet: withStops(escape(text), rule),
      deprecated: false,
      order: `00${index}`,
    };
  });
  return completed(place, all);
}

/** The name and the first collection are typed over first. */
function withStops(text: string, rule: JsonObject): string {
  const name = rule.get('name');
  const stop = (value: unknown, number: number, from: string): string =>
    typeof value === 'string' ? from.replace(value, `\${${number}:${value}}`) : from;
  return stop('All', 2, stop(name, 1, text));
}

/** Writes a key or a single value. */
type Writer = (value: unknown) => string;

function writerOf({ flow }: CursorPlace, spelling: Spelling): Writer {
  const text = flow ? yamlFlowString : yamlLine;
  return (value) => (spelling === 'yaml' && typeof value === 'string' ? text(value) : JSON.stringify(value));
}

/** Lines below are indented from the start of the line, as the editor does not know how far dashes indent. */
function memberSnippet(key: string, field: Field, place: CursorPlace, spelling: Spelling): string {
  const write = writerOf(place, spelling);
  const name = escape(write(key));
  const isBlock = spelling === 'yaml' && !place.flow;
  const below = `\n${' '.repeat((place.column ?? 0) + 2)}`;
  if (field.type === 'object') {
    return isBlock ? `${name}:${below}$0` : `${name}: {$0}`;
  }
  if (field.type === 'array') {
    const item = field.item?.type === 'object' ? '{$0}' : '$0';
    return isBlock ? `${name}:${below}- $0` : `${name}: [${item}]`;
  }
  return `${name}: ${scalarSnippet(field, spelling, write)}`;
}

function scalarSnippet({ schema, type, values }: Field, spelling: Spelling, write: Writer): string {
  const texts = values.map(({ value }) => write(value));
  const standard = schema.default === undefined ? undefined : write(schema.default);
  if (texts.length > 1) {
    // The default comes first, because the editor selects the first choice.
    const choices = texts.toSorted((a, b) => Number(b === standard) - Number(a === standard));
    return `\${1|${choices.map((text) => escape(text).replaceAll(/[,|]/g, '\\$&')).join(',')}|}`;
  }
  if (standard !== undefined) {
    return `\${1:${escape(standard)}}`;
  }
  return spelling === 'json' && type === 'string' ? '"$1"' : '$1';
}

/** Text as itself in a snippet. */
function escape(text: string): string {
  return text.replaceAll(/[\\$}]/g, (character) => `\\${character}`);
}
