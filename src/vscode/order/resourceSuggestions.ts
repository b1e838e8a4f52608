import { l10n } from '../../core/util/l10n.ts';
import type { KnownResource } from '../../core/order/rulesApplyingTo.ts';
import {
  fieldsFor,
  looksLikeResource,
  resourceFields,
  typedResource,
  type ResourceProblem,
} from '../../core/order/typedResource.ts';
import type { Suggestion } from '../platform/inputBoxes.ts';

/** Suggestions beside the typed text. */
interface OfferedTexts {
  /** The last one first. */
  readonly recent: readonly string[];
  readonly clipboard: string;
}

/** Suggestions for a text: its meaning, fields to continue with, and earlier questions. */
export function resourceSuggestions(
  text: string,
  { recent, clipboard }: OfferedTexts,
): readonly Suggestion<KnownResource>[] {
  const typed = text.trim();
  const read = typedResource(typed);
  const own: Suggestion<KnownResource>[] =
    typed === ''
      ? []
      : [
          read.problem
            ? { label: typed, description: problemWords(read.problem) }
            : { label: typed, description: meaning(read.resource), answer: read.resource },
        ];
  const others = [
    ...(looksLikeResource(clipboard)
      ? [{ text: clipboard.trim(), description: l10n.t('from the clipboard') }]
      : []),
    ...recent
      .filter((earlier) => earlier !== clipboard.trim())
      .map((earlier) => ({ text: earlier, description: l10n.t('asked earlier') })),
  ];
  const fields = fieldsFor(text).map(({ field, text: next }) => ({
    label: `${field}=`,
    description: fieldWords(field),
    text: next,
  }));
  const last = text.split(/\s/).at(-1) ?? '';
  const unfinished = /^[a-z-]*$/i.test(last);
  return [
    ...own,
    ...(typed === '' || !unfinished ? [] : fields),
    ...others
      .filter((other) => other.text !== typed && other.text.toLowerCase().includes(typed.toLowerCase()))
      .map((other) => ({ label: other.text, ...other })),
    ...(typed === '' ? fields : []),
  ];
}

function meaning(resource: KnownResource): string {
  return Object.entries(resource)
    .map(([list, values]) => {
      const field = resourceFields[list as keyof typeof resourceFields];
      return `${field}: ${values.length === 0 ? '-' : values.join(', ')}`;
    })
    .join(' · ');
}

function problemWords({ code, word }: ResourceProblem): string {
  switch (code) {
    case 'open-quote':
      return l10n.t('a closing quote is missing');
    case 'unknown-field':
      return l10n.t('{0} is not one of {1}', word, Object.values(resourceFields).join(', '));
    case 'no-value':
      return l10n.t('{0} has no value; {0}="" is a resource without one', word);
    case 'twice':
      return l10n.t('{0} is given twice', word);
    case 'pattern':
      return l10n.t('{0} is a pattern: type one resource', word);
    case 'empty':
      return l10n.t('not specified');
    default:
      return code satisfies never;
  }
}

function fieldWords(field: string): string {
  switch (field) {
    case resourceFields.images:
      return l10n.t('a word without a field is an image');
    case resourceFields.labels:
      return l10n.t('can be repeated');
    default:
      return '';
  }
}
