import type { Field } from '../language/schema/field.ts';
import type { Spelling } from '../model/policyFile.ts';
import type { CompletionPlace } from './completionPlace.ts';
import { fieldHelp, typeOf, valuesOf } from './fieldHelp.ts';

/** One entry of the completion list. `snippet` is in the editor's snippet syntax. */
export interface Proposal {
  readonly label: string;
  readonly kind: 'key' | 'value';
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  readonly snippet: string;
  readonly deprecated: boolean;
  /** Sorts the list. */
  readonly order: string;
}

/** What can be written at a place. `root` describes what the place's path counts from. */
export function proposals(
  place: CompletionPlace,
  root: Field,
  spelling: Spelling,
  names: { readonly collections?: ReadonlySet<string> | undefined } = {},
): Proposal[] {
  const field = root.at(place.path);
  if (place.want === 'value') {
    return isCollectionName(place)
      ? [...(names.collections ?? [])].map((name) => valueProposal(name, undefined, spelling))
      : field
        ? valuesOf(field).map(({ value, title }) => valueProposal(value, title, spelling))
        : [];
  }
  return Array.from(field?.members ?? [])
    .filter(([key, member]) => !place.present.has(key) && member.schema.readOnly !== true)
    .map(([key, member], index) => ({
      label: key,
      kind: 'key',
      ...(member.schema.title === undefined ? {} : { detail: member.schema.title }),
      documentation: fieldHelp(key, member),
      snippet: spelling === 'json' ? jsonMember(key, member) : yamlMember(key, member, place.column ?? 0),
      deprecated: member.schema.deprecationMessage !== undefined,
      order: `${member.schema.deprecationMessage === undefined ? 0 : 1}${String(index).padStart(4, '0')}`,
    }));
}

function isCollectionName({ path }: CompletionPlace): boolean {
  return path.at(-1) === 'name' && typeof path.at(-2) === 'number' && path.at(-3) === 'collections';
}

function valueProposal(
  value: string | number | boolean,
  title: string | undefined,
  spelling: Spelling,
): Proposal {
  const text =
    typeof value !== 'string' ? String(value) : spelling === 'json' ? JSON.stringify(value) : yamlText(value);
  return {
    label: String(value),
    kind: 'value',
    ...(title === undefined ? {} : { detail: title }),
    snippet: escape(text),
    deprecated: false,
    order: '',
  };
}

/** Quoted whenever the plain form could be read as something else. */
function yamlText(value: string): string {
  const plain = /^[A-Za-z][\w ./()-]*$/.test(value) && !value.endsWith(' ');
  const word = /^(true|false|yes|no|on|off|null|y|n)$/i.test(value);
  return plain && !word ? value : JSON.stringify(value);
}

function jsonMember(key: string, field: Field): string {
  return `${escape(JSON.stringify(key))}: ${jsonValue(field)}`;
}

function jsonValue(field: Field): string {
  const type = typeOf(field);
  if (type === 'object') {
    return '{$0}';
  }
  if (type === 'array') {
    return typeof field.item === 'object' && typeOf(field.item) === 'object' ? '[{$0}]' : '[$0]';
  }
  return scalar(field, 'json');
}

/** Lines below are indented from the start of the line, as the editor does not know how far dashes indent. */
function yamlMember(key: string, field: Field, column: number): string {
  const type = typeOf(field);
  const name = escape(/^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key));
  const inner = ' '.repeat(column + 2);
  if (type === 'object') {
    return `${name}:\n${inner}$0`;
  }
  return type === 'array' ? `${name}:\n${inner}- $0` : `${name}: ${scalar(field, 'yaml')}`;
}

function scalar(field: Field, spelling: Spelling): string {
  const write = (value: unknown): string =>
    typeof value === 'string' && spelling === 'yaml' ? yamlText(value) : JSON.stringify(value);
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
