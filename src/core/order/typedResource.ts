import { resourceLists, type ResourceList } from '../policy/collections.ts';
import { singular } from './example.ts';
import type { KnownResource } from './rulesApplyingTo.ts';

/** Names of the lists of a collection in a typed resource. */
export const resourceFields = {
  ...singular,
  appIDs: 'app-id',
  accountIDs: 'account-id',
} as const satisfies Readonly<Record<ResourceList, string>>;

/** The reason why a text is no resource. */
export interface ResourceProblem {
  readonly code: 'empty' | 'open-quote' | 'unknown-field' | 'no-value' | 'twice' | 'pattern';
  /** The word it is about. */
  readonly word: string;
}

type TypedResource =
  | { readonly resource: KnownResource; readonly problem?: undefined }
  | { readonly resource?: undefined; readonly problem: ResourceProblem };

const listOf = new Map<string, ResourceList>(
  resourceLists.flatMap((list) => [
    [resourceFields[list], list],
    [resourceFields[list].replace('-', ''), list],
  ]),
);

/** A word at the beginning of a text, with its quoted parts. */
const aWord = /^(?:[^\s"]|"(?:[^"\\]|\\.)*")+/;

/**
 * Reads `image=registry.example/payments/api:1.4 namespace=dev label=a:b`. A word without a field is an image, a resource may have
 * several labels, a value with spaces is in quotes, and `namespace=""` is a resource without a namespace. An absent field is unknown.
 * An example of a finding (`image registry.example/payments/api, namespace dev`) is read, too.
 */
export function typedResource(text: string): TypedResource {
  const example = resourceOfExample(text);
  if (example) {
    return { resource: example };
  }
  const resource: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const word of wordsIn(text)) {
    if (word === undefined) {
      return { problem: { code: 'open-quote', word: text.trim() } };
    }
    const at = word.indexOf('=');
    const name = word.slice(0, Math.max(at, 0));
    const list = at < 0 ? 'images' : listOf.get(name.toLowerCase());
    const written = word.slice(at + 1);
    const value = unquoted(written);
    const code = !list
      ? 'unknown-field'
      : written === ''
        ? 'no-value'
        : value.includes('*')
          ? 'pattern'
          : resource[list] && list !== 'labels'
            ? 'twice'
            : undefined;
    if (code) {
      return { problem: { code, word: code === 'pattern' ? value : name || resourceFields.images } };
    }
    if (list) {
      resource[list] = value === '' ? [] : [...(resource[list] ?? []), value];
    }
  }
  return Object.keys(resource).length > 0 ? { resource } : { problem: { code: 'empty', word: '' } };
}

/** Reads a text of `exampleWords`; undefined for another text. */
function resourceOfExample(text: string): KnownResource | undefined {
  const resource: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const part of text.trim().split(', ')) {
    const [, name = '', value = ''] = /^([a-z-]+) ([^\s"*=,][^"*=,]*)$/i.exec(part) ?? [];
    const list = listOf.get(name.toLowerCase());
    const values = list === 'labels' ? value.split(' and ') : [value];
    if (!list || resource[list] || values.some((item) => item === '' || /\s/.test(item))) {
      return undefined;
    }
    resource[list] = values;
  }
  return resource;
}

/** The text to type for a resource. */
export function resourceText(resource: KnownResource): string {
  return (Object.keys(resourceFields) as ResourceList[])
    .flatMap((list) => {
      const values = resource[list];
      const all = values?.length === 0 ? [''] : (values ?? []);
      return all.map((value) => `${resourceFields[list]}=${quoted(value)}`);
    })
    .join(' ');
}

/** Completions of a typed text: a field for the last word, unless it has a field. */
export function fieldsFor(text: string): readonly { readonly field: string; readonly text: string }[] {
  const [word = ''] = /(?<![^\s"])[^\s"]*$/.exec(text) ?? [];
  const before = text.slice(0, text.length - word.length);
  const taken = new Set(
    [...before.matchAll(/(?:^|\s)([a-z-]+)=/gi)].map(([, name = '']) => name.toLowerCase()),
  );
  const start = word.toLowerCase();
  return Object.values(resourceFields)
    .filter((field) => field.startsWith(start) && (field === resourceFields.labels || !taken.has(field)))
    .map((field) => ({ field, text: `${before}${field}=` }));
}

const image = /^[a-z\d.-]+(?::\d+)?(?:\/[a-z\d._-]+)+(?::[\w.-]+)?(?:@sha256:[a-f\d]{64})?$/;

/** Whether a pasted text is a resource: fields, or a text that can only be an image. */
export function looksLikeResource(text: string): boolean {
  const line = text.trim();
  return (
    line.length <= 500 &&
    !/[\r\n]/.test(line) &&
    (image.test(line) || (/^[a-z-]+=/i.test(line) && typedResource(line).problem === undefined))
  );
}

/** Undefined for a quote that does not end. */
function* wordsIn(text: string): Generator<string | undefined, void, void> {
  for (let rest = text.trim(); rest !== '';) {
    const word = aWord.exec(rest)?.[0];
    const after = word === undefined ? '' : rest.slice(word.length);
    yield /^\S/.test(after) ? undefined : word;
    rest = after.trim();
  }
}

function quoted(value: string): string {
  return value === '' || /[\s"]/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;
}

function unquoted(value: string): string {
  return value.replaceAll(/"((?:[^"\\]|\\.)*)"?/g, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'));
}
