import {
  arePlaces,
  isPlace,
  isPlaceOrNone,
  isText,
  messageReader,
  type MessageOf,
} from '../../table/pageMessages.ts';

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

/** The letters of a column, by its place: one for each rule, and one for resources that no rule matches. */
export type SentColumn = readonly [column: number, states: string];

/** The extension sends these messages to the page. A message with a `version` is about the rules of this version. */
export type ToPage =
  | {
      readonly kind: 'picture';
      readonly version: number;
      readonly title: string;
      /** The source of the collections, and the unknown ones. */
      readonly notes: readonly string[];
      readonly lists: readonly { readonly key: string; readonly label: string }[];
      readonly list: string;
      /** A command has just shown the picture: the page takes the focus, and goes to this rule if there is one. */
      readonly asked?: { readonly rule: number | undefined };
      readonly rules: readonly PictureRule[];
      readonly columns: readonly PictureColumnFacts[];
      /** The action where no rule applies. */
      readonly rest: string;
      readonly isNetwork: boolean;
    }
  /** The reason why there is no picture, or an old one. */
  | { readonly kind: 'problem'; readonly text: string }
  /** The cells of some columns. The extension sends all columns by itself, some at a time. */
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
  | { readonly kind: 'about'; readonly version: number; readonly sentences: readonly string[] }
  /** The end of a move, or of its undo. */
  | { readonly kind: 'result'; readonly text: string; readonly isDone: boolean };

/**
 * The page sends these messages to the extension. Rules and columns are places in the picture of `version`; several rules move as one. A
 * question about a cell or a move replaces the question before.
 */
const fromPage = {
  ready: {},
  list: { list: isText },
  about: { version: isPlace, rule: isPlaceOrNone, column: isPlaceOrNone },
  preview: { version: isPlace, rules: areRules, to: isPlace },
  move: { version: isPlace, rules: areRules, to: isPlace },
  undo: {},
  text: {},
  reveal: { version: isPlace, rule: isPlace },
} as const;

export type FromPage = MessageOf<typeof fromPage>;
export type PictureQuestion = Extract<FromPage, { kind: 'about' | 'preview' }>;
export const readFromPage = messageReader(fromPage);

/** True for at least one rule, each once and ascending. */
function areRules(value: unknown): value is readonly number[] {
  return (
    arePlaces(value) &&
    value.length > 0 &&
    value.every((rule, at) => at === 0 || rule > (value[at - 1] ?? -1))
  );
}
