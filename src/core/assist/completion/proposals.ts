import type { Field } from '../schema/field.ts';
import type { JsonObject } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { codeBlock, type Markdown } from '../../util/markdown.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import { yamlFlow, yamlLines } from '../../document/yaml/writeYaml.ts';
import { yamlFlowString, yamlLine } from '../../document/yaml/yamlString.ts';
import type { CursorPlace } from './cursorPlace.ts';
import { referenceAt } from './consoleWords.ts';
import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import { fieldHelp, typeOf, valuesOf, type KnownValue } from './fieldHelp.ts';
import type { RuleTemplate } from './ruleTemplates.ts';

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
  words: ConsoleKnowledge = {},
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
  words: ConsoleKnowledge,
): Proposal[] {
  const field = root.at(place.path);
  const writer = writerOf(spelling, place.flow === true);
  // An unwritten list entry in YAML can become a key or a value.
  if (place.want === 'value' || (field && field.members.size === 0 && typeOf(field) !== 'object')) {
    const known = referenceValues(place.path, words);
    const values = known.length > 0 ? known : field ? valuesOf(field) : [];
    return values.map((value, index) => valueProposal(value, writer, index));
  }
  return Array.from(field?.members ?? [])
    .filter(
      ([key, { schema }]) => !place.present.has(key) && schema.readOnly !== true && schema.unused !== true,
    )
    .map(([key, member], index) => ({
      label: key,
      kind: 'key',
      ...(member.schema.title === undefined ? {} : { detail: member.schema.title }),
      documentation: fieldHelp(key, member),
      snippet:
        spelling === 'json' || place.flow
          ? flowMember(key, member, spelling, writer)
          : yamlMember(key, member, place.column ?? 0, writer),
      deprecated: member.schema.deprecationMessage !== undefined,
      order: `${member.schema.deprecationMessage === undefined ? 0 : 1}${String(index).padStart(4, '0')}`,
    }));
}

/** The worst severity comes first, because rules most often use it. */
const severityOrder: readonly (string | undefined)[] = ['critical', 'high', 'medium', 'low'];

function referenceValues(path: NodePath, words: ConsoleKnowledge): readonly KnownValue[] {
  switch (referenceAt(path)) {
    case 'collection':
      return [...(words.collections ?? [])].map((value) => ({ value }));
    case 'check':
      return Array.from(words.checks ?? [], ([value, check]) => ({ value, check }))
        .toSorted((a, b) => rank(a.check.severity) - rank(b.check.severity) || a.value - b.value)
        .map(({ value, check }) => ({ value, title: checkTitle(check) }));
    case 'customRule':
      return Array.from(words.customRules ?? [], ([value, { name, type }]) => ({
        value,
        title: type === '' ? name : `${name} (${type})`,
      }));
    case 'tag':
      return titled(words.tags);
    case 'networkList':
      return titled(words.networkLists);
    case undefined:
      return [];
  }
}

/** The title of a check with its severity. */
export function checkTitle(check: { readonly title: string; readonly severity?: string }): string {
  return check.severity === undefined || check.severity === ''
    ? check.title
    : `${check.title} (${check.severity})`;
}

function rank(severity: string | undefined): number {
  const at = severityOrder.indexOf(severity);
  return at < 0 ? severityOrder.length : at;
}

function titled(values: ReadonlyMap<string, string> | undefined): readonly KnownValue[] {
  return Array.from(values ?? [], ([value, title]) => (title === '' ? { value } : { value, title }));
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

function writerOf(spelling: Spelling, flow: boolean): Writer {
  const text = flow ? yamlFlowString : yamlLine;
  return (value) => (spelling === 'yaml' && typeof value === 'string' ? text(value) : JSON.stringify(value));
}

function flowMember(key: string, field: Field, spelling: Spelling, write: Writer): string {
  return `${escape(write(key))}: ${flowValue(field, spelling, write)}`;
}

function flowValue(field: Field, spelling: Spelling, write: Writer): string {
  const type = typeOf(field);
  if (type === 'object') {
    return '{$0}';
  }
  if (type === 'array') {
    return typeof field.item === 'object' && typeOf(field.item) === 'object' ? '[{$0}]' : '[$0]';
  }
  return scalar(field, spelling, write);
}

/** Lines below are indented from the start of the line, as the editor does not know how far dashes indent. */
function yamlMember(key: string, field: Field, column: number, write: Writer): string {
  const type = typeOf(field);
  const name = escape(write(key));
  const inner = ' '.repeat(column + 2);
  if (type === 'object') {
    return `${name}:\n${inner}$0`;
  }
  return type === 'array' ? `${name}:\n${inner}- $0` : `${name}: ${scalar(field, 'yaml', write)}`;
}

function scalar(field: Field, spelling: Spelling, write: Writer): string {
  const values = valuesOf(field).map(({ value }) => write(value));
  const given = field.schema.default === undefined ? undefined : write(field.schema.default);
  if (values.length > 1) {
    const ordered =
      given !== undefined && values.includes(given)
        ? [given, ...values.filter((each) => each !== given)]
        : values;
    return `\${1|${ordered.map((each) => escape(each).replaceAll(',', '\\,').replaceAll('|', '\\|')).join(',')}|}`;
  }
  if (spelling === 'json' && typeOf(field) === 'string' && given === undefined) {
    return '"$1"';
  }
  return given === undefined ? '$1' : `\${1:${escape(given)}}`;
}

/** Text as itself in a snippet. */
function escape(text: string): string {
  return text.replaceAll(/[\\$}]/g, (character) => `\\${character}`);
}
