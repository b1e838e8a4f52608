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
 * query replaces the query before. Its answers are sentences about its cell or its move, then the cells of its columns.
 */
const fromPage = {
  ready: {},
  list: { list: isText },
  query: {
    version: isPlace,
    rule: isPlaceOrNone,
    column: isPlaceOrNone,
    columns: arePlaces,
    move: isMoveOrNone,
  },
  move: { version: isPlace, rules: areRules, to: isPlace },
  undo: {},
  reveal: { version: isPlace, rule: isPlace },
} as const;

export type FromPage = MessageOf<typeof fromPage>;
export type PictureQuery = Extract<FromPage, { kind: 'query' }>;
export const readFromPage = messageReader(fromPage);

interface PreviewedMove {
  readonly rules: readonly number[];
  readonly to: number;
  /** The columns whose cells after the move are in sight. */
  readonly columns: readonly number[];
}

function isMoveOrNone(value: unknown): value is PreviewedMove | undefined {
  const { rules, to, columns } = (value ?? { rules: [0], to: 0, columns: [] }) as Readonly<
    Record<string, unknown>
  >;
  return areRules(rules) && isPlace(to) && arePlaces(columns);
}

/** True for at least one rule, each once and ascending. */
function areRules(value: unknown): value is readonly number[] {
  return (
    arePlaces(value) &&
    value.length > 0 &&
    value.every((rule, at) => at === 0 || rule > (value[at - 1] ?? -1))
  );
}
