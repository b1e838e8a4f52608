import type { PictureWords } from './pictureWords.ts';

/** The policy of a page, valid after a reload of the window: the id of the console, and the policy. */
export type PictureName = readonly [consoleId: string, policy: string];

/** The proven mark of a rule because of its place. */
export type RuleMark =
  'disabled' | 'shadowed-rule' | 'redundant-rule' | 'partly-shadowed-rule' | 'not-analyzed' | '';

export interface PictureRule {
  readonly name: string;
  readonly mark: RuleMark;
  /** Places of the columns that it names, ascending. */
  readonly columns: readonly number[];
}

export interface PictureColumnFacts {
  /** Names of collections with equal contents. */
  readonly names: readonly string[];
  readonly isKnown: boolean;
}

/** The letters of a column, by its place: one for each rule and one for what no rule takes. */
export type SentColumn = readonly [column: number, states: string];

/** From the extension to the page. Whatever has a `version` is about the rules that were sent with it. */
export type ToPage =
  | {
      readonly kind: 'picture';
      readonly again: PictureName;
      readonly version: number;
      readonly title: string;
      /** The source of the collections, and the unknown ones. */
      readonly notes: readonly string[];
      readonly lists: readonly { readonly key: string; readonly label: string }[];
      readonly list: string;
      /** Somebody asked for it just now: it takes the keyboard, with the reader at this rule or, without one, where the reader was. */
      readonly asked?: { readonly rule: number | undefined };
      readonly rules: readonly PictureRule[];
      readonly columns: readonly PictureColumnFacts[];
      /** The action where no rule applies. */
      readonly rest: string;
      readonly words: PictureWords;
    }
  /** Why there is no picture, or only one of before. */
  | {
      readonly kind: 'problem';
      readonly text: string;
      readonly again: PictureName;
      readonly words: PictureWords;
    }
  | { readonly kind: 'cells'; readonly version: number; readonly cells: readonly SentColumn[] }
  /** The changes of a move, in parts. `cells` belong to the order after the move. */
  | {
      readonly kind: 'preview';
      readonly version: number;
      readonly rules: readonly number[];
      readonly to: number;
      readonly cells: readonly SentColumn[];
      readonly sentences: readonly string[];
      readonly isWeaker: boolean;
    }
  | {
      readonly kind: 'about';
      readonly version: number;
      readonly request: number;
      readonly sentences: readonly string[];
    }
  /** How a move, or taking it back, ended. */
  | { readonly kind: 'result'; readonly text: string; readonly moved?: MovedRules };

/** Places and names of rules in the picture after the one with this version. */
export interface MovedRules {
  readonly version: number;
  readonly rules: readonly (readonly [place: number, name: string])[];
}

/** From the page to the extension. Rules are places in the list as it was sent, columns places of columns; rules are moved as one. */
export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'cells'; readonly version: number; readonly columns: readonly number[] }
  | {
      readonly kind: 'preview';
      readonly version: number;
      readonly rules: readonly number[];
      readonly to: number;
      readonly columns: readonly number[];
    }
  | { readonly kind: 'leave' }
  | {
      readonly kind: 'move';
      readonly version: number;
      readonly rules: readonly number[];
      readonly to: number;
    }
  | { readonly kind: 'undo' }
  | { readonly kind: 'reveal'; readonly version: number; readonly rule: number }
  /** Without a rule: of a column; without a column: of a rule. */
  | {
      readonly kind: 'about';
      readonly version: number;
      readonly request: number;
      readonly rule?: number;
      readonly column?: number;
    };

/** A message of the page, or undefined: what a page sends is not trusted. */
export function readFromPage(message: unknown): FromPage | undefined {
  if (typeof message !== 'object' || message === null) {
    return undefined;
  }
  const given = message as Readonly<Record<string, unknown>>;
  const { kind, list, version, rule, rules, to, column, columns, request } = given;
  switch (kind) {
    case 'ready':
    case 'leave':
    case 'undo':
      return { kind };
    case 'list':
      return typeof list === 'string' ? { kind, list } : undefined;
    case 'cells':
      return isPlace(version) && arePlaces(columns) ? { kind, version, columns } : undefined;
    case 'preview':
      return isPlace(version) && areRules(rules) && isPlace(to) && arePlaces(columns)
        ? { kind, version, rules, to, columns }
        : undefined;
    case 'move':
      return isPlace(version) && areRules(rules) && isPlace(to) ? { kind, version, rules, to } : undefined;
    case 'reveal':
      return isPlace(version) && isPlace(rule) ? { kind, version, rule } : undefined;
    case 'about':
      return isPlace(version) &&
        isPlace(request) &&
        (rule === undefined || isPlace(rule)) &&
        (column === undefined || isPlace(column))
        ? {
            kind,
            version,
            request,
            ...(rule !== undefined && { rule }),
            ...(column !== undefined && { column }),
          }
        : undefined;
    default:
      return undefined;
  }
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function arePlaces(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isPlace);
}

/** Some, each once and ascending. */
function areRules(value: unknown): value is readonly number[] {
  return (
    arePlaces(value) &&
    value.length > 0 &&
    value.every((rule, at) => at === 0 || rule > (value[at - 1] ?? -1))
  );
}
