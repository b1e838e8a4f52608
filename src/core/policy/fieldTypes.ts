import type { JsonValue } from '../json/json.ts';

/** A field of a rule as its schema describes it: how two rules compare by it, and what it does by itself. */
export interface RuleField {
  readonly type?: 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
  /**
   * The comparison of two rules by the field; without it, a difference is unknown. Rules without sensors have only
   * `code` and `noise`.
   */
  readonly compares?:
    /** A word on the scale of the family. */
    | 'word'
    /** A flag that protects more, or less, when it is set. */
    | 'more'
    | 'less'
    /** A list of what is looked for: a longer one protects more. */
    | 'denied'
    /** A list of what is let through: a longer one protects less. Whether an empty one lets everything through is unknown. */
    | 'allowed'
    /** A list of exceptions: a longer one protects less. */
    | 'exceptions'
    /** A detail of a protection, which protects nothing alone. */
    | 'detail'
    /** An object that is looked into; the effect of a `listed` one is for what its lists name, and for nothing else. */
    | 'inside'
    | 'listed'
    /** Items of a list that are compared as they are written. */
    | 'whole'
    /** Code in `core/order/effect` reads the field. */
    | 'code'
    /** A difference does not matter, such as in a message. */
    | 'noise';
  /** The field that distinguishes the items of a list. */
  readonly key?: string;
  /** The effect beside it that enables it. */
  readonly governedBy?: string;
  /** The flag beside it without which a word does nothing. */
  readonly onlyIf?: string;
  /** The action of a field that is set, where no word names it. `unsure`: documented nowhere. */
  readonly acts?: string;
  /** The field without which the action of an object is unknown. */
  readonly needs?: string;
  /** The field that switches an object off, and the value for off. */
  readonly off?: { readonly member: string; readonly when: boolean };
  /** The console reads it in no rule of this kind. */
  readonly isUnused?: boolean;
  readonly isDeprecated?: boolean;
  /** It takes no part in the action of a rule. */
  readonly isAside?: boolean;
  readonly members?: ReadonlyMap<string, RuleField>;
  /** The description of each item of a list of objects. */
  readonly items?: RuleField;
}

/**
 * Lists the differences that the console itself makes at one place of a document. Every other field counts,
 * so unknown fields are compared too.
 */
export interface Form {
  /** Fields that never count as a change: `dropped` from files and from pushes, or `kept` there unchanged. */
  readonly noise?: ReadonlyMap<string, 'dropped' | 'kept'>;
  /** Fields that count as absent when they have the value that the console fills in. */
  readonly implied?: ReadonlyMap<string, JsonValue>;
  readonly members?: ReadonlyMap<string, Form>;
  readonly items?: Form;
  /** Fields whose names begin with `x-` belong to the file alone: they are never sent or compared. */
  readonly hasOwnFields?: true;
  /** A list of collections: only their names count, as a set. */
  readonly names?: true;
  /** The field that identifies the objects of a list, so a merge and a plan compare them one by one. */
  readonly key?: string;
  /** The list has no order of its own; only for lists with a key. */
  readonly isUnordered?: true;
  /** Rules refer to the items by key, so items with one key and different names are different items. */
  readonly isReferredTo?: true;
  /** A list in which only membership counts: a merge applies the additions and removals of both sides. */
  readonly isSet?: true;
  /**
   * An instant: its fraction digits and offset have several spellings, and the console fills in the zero
   * date.
   */
  readonly date?: true;
}
