/**
 * Facts about how a decision changes. They stand side by side, so that a part that is unknown never hides a part that is
 * known to become weaker. The words for a change are derived from the facts, here and nowhere else.
 */
export interface Change {
  readonly someWeaker: boolean;
  readonly someStricter: boolean;
  readonly someUnknown: boolean;
}

export type ChangeWord = 'weaker' | 'stricter' | 'mixed' | 'unknown' | 'same';

/** Each combination of facts exists once, so that changes can be compared by identity. */
const combinations: readonly Change[] = Array.from({ length: 8 }, (_, bits) => ({
  someWeaker: (bits & 1) > 0,
  someStricter: (bits & 2) > 0,
  someUnknown: (bits & 4) > 0,
}));

export function changeOf(facts: Change): Change {
  const bits =
    Number(facts.someWeaker) | (Number(facts.someStricter) << 1) | (Number(facts.someUnknown) << 2);
  return combinations[bits] ?? facts;
}

function plain(facts: Partial<Change>): Change {
  return changeOf({ someWeaker: false, someStricter: false, someUnknown: false, ...facts });
}

/** The changes of which a word says everything. */
export const plainChange: Readonly<Record<ChangeWord, Change>> = {
  same: plain({}),
  weaker: plain({ someWeaker: true }),
  stricter: plain({ someStricter: true }),
  mixed: plain({ someWeaker: true, someStricter: true }),
  unknown: plain({ someUnknown: true }),
};

/** A change that is only stricter as far as it is known may still be weaker: its word is unknown. */
export function changeWord({ someWeaker, someStricter, someUnknown }: Change): ChangeWord {
  if (someWeaker) {
    return someStricter ? 'mixed' : 'weaker';
  }
  return someUnknown ? 'unknown' : someStricter ? 'stricter' : 'same';
}

/** Whether the word leaves out that a part is unknown. */
export function isRestUnknown({ someWeaker, someUnknown }: Change): boolean {
  return someWeaker && someUnknown;
}

/** One of the ways in which two rules differ, by what is treated otherwise. */
export interface Way {
  readonly what: string;
  readonly change: Change;
  /** Names the parts of this way. They are worked out only for texts, and together are the same change. */
  readonly parts?: () => readonly Way[];
}

/** The facts of all parts. */
export function together(changes: Iterable<Change>): Change {
  let [someWeaker, someStricter, someUnknown] = [false, false, false];
  for (const change of changes) {
    someWeaker ||= change.someWeaker;
    someStricter ||= change.someStricter;
    someUnknown ||= change.someUnknown;
    if (someWeaker && someStricter && someUnknown) {
      break;
    }
  }
  return changeOf({ someWeaker, someStricter, someUnknown });
}

/** The facts of one of several changes, of which it is unknown which one it is: a fact of all of them is known. */
export function anyOf(changes: readonly Change[]): Change {
  const [first = plainChange.same] = changes;
  return changeOf({
    someWeaker: changes.length > 0 && changes.every((change) => change.someWeaker),
    someStricter: changes.length > 0 && changes.every((change) => change.someStricter),
    someUnknown: changes.some((change) => change !== first || change.someUnknown),
  });
}

/** Compares a measure of which more protects more. Not a number: unknown. */
export function rising(from: number, to: number): Change {
  if (Number.isNaN(from) || Number.isNaN(to)) {
    return plainChange.unknown;
  }
  return from === to ? plainChange.same : to > from ? plainChange.stricter : plainChange.weaker;
}

/** Compares a measure of which more protects less. */
export function falling(from: number, to: number): Change {
  return rising(to, from);
}

export function opposite({ someWeaker, someStricter, someUnknown }: Change): Change {
  return changeOf({ someWeaker: someStricter, someStricter: someWeaker, someUnknown });
}

/** Not a number for a word that is not among the levels, and for what is no word. */
export function levelAmong(levels: Readonly<Record<string, number>>, word: unknown): number {
  return typeof word === 'string' && Object.hasOwn(levels, word) ? (levels[word] ?? Number.NaN) : Number.NaN;
}

/** How many changes there are, and of how many each word is true. */
export type ChangeCounts = Readonly<Record<ChangeWord | 'all', number>>;

/** Everything that counts changes for people takes the counts from here. */
export function changeCounts(changes: readonly { readonly change: Change }[]): ChangeCounts {
  const counts = { all: changes.length, weaker: 0, stricter: 0, mixed: 0, unknown: 0, same: 0 };
  for (const { change } of changes) {
    counts[changeWord(change)] += 1;
  }
  return counts;
}

const words: Readonly<Record<ChangeWord, string>> = {
  weaker: 'weaker',
  stricter: 'stricter',
  mixed: 'mixed',
  unknown: 'unknown',
  same: 'same action',
};

/** A change in JSON. `weaker`: null where no part is known to be weaker, and a part is unknown. */
export function changeAsData(change: Change): {
  readonly change: ChangeWord;
  readonly weaker: boolean | null;
  readonly restUnknown: boolean;
} {
  return {
    change: changeWord(change),
    weaker: change.someWeaker || (change.someUnknown ? null : false),
    restUnknown: isRestUnknown(change),
  };
}

export function changeWords(change: Change): string {
  return isRestUnknown(change) ? `${words[changeWord(change)]}, rest unknown` : words[changeWord(change)];
}

/** Whether less is protected, be it only in part: such a change is counted, asked about and held against a gate. */
export function isWeaker({ change }: { readonly change: Change }): boolean {
  return change.someWeaker;
}

/** Changes in the order in which people read them. */
const firstToLast: readonly ChangeWord[] = ['weaker', 'mixed', 'unknown', 'stricter', 'same'];

/** Orders changes: what becomes weaker comes first. */
export function byChange(a: { readonly change: Change }, b: { readonly change: Change }): number {
  return rankOf(a.change) - rankOf(b.change);
}

function rankOf(change: Change): number {
  return firstToLast.indexOf(changeWord(change)) + (isRestUnknown(change) ? 0.5 : 0);
}

/** All changes there are, in this order. */
export const allChanges: readonly Change[] = combinations.toSorted((a, b) => rankOf(a) - rankOf(b));
