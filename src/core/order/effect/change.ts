/**
 * Facts about the change of a decision. They are independent, so an unknown part never hides a part that is known
 * to become weaker. Only this file derives words from the facts.
 */
export interface Change {
  readonly someWeaker: boolean;
  readonly someStricter: boolean;
  readonly someUnknown: boolean;
}

export type ChangeWord = 'weaker' | 'stricter' | 'mixed' | 'unknown' | 'same';

/** Each combination of facts exists once, so changes can be compared by identity. */
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

/** The changes that one word describes completely. */
export const plainChange: Readonly<Record<ChangeWord, Change>> = {
  same: plain({}),
  weaker: plain({ someWeaker: true }),
  stricter: plain({ someStricter: true }),
  mixed: plain({ someWeaker: true, someStricter: true }),
  unknown: plain({ someUnknown: true }),
};

/** The word is unknown where an unknown part may make a stricter change weaker. */
export function changeWord({ someWeaker, someStricter, someUnknown }: Change): ChangeWord {
  if (someWeaker) {
    return someStricter ? 'mixed' : 'weaker';
  }
  return someUnknown ? 'unknown' : someStricter ? 'stricter' : 'same';
}

/** True when the change is in one direction at most. */
export function isSingle({ someWeaker, someStricter, someUnknown }: Change): boolean {
  return Number(someWeaker) + Number(someStricter) + Number(someUnknown) < 2;
}

/** True when the word does not show that a part is unknown. */
export function isRestUnknown({ someWeaker, someUnknown }: Change): boolean {
  return someWeaker && someUnknown;
}

/** One of the ways in which two rules differ. */
export interface Way {
  /** The part of the rules that differs. */
  readonly what: string;
  readonly change: Change;
  /** Names the parts of this way, which together are the same change. Only texts need them. */
  readonly parts?: () => readonly Way[];
}

/** The facts of all parts. */
export function together(changes: readonly Change[]): Change {
  let [someWeaker, someStricter, someUnknown] = [false, false, false];
  for (const change of changes) {
    someWeaker ||= change.someWeaker;
    someStricter ||= change.someStricter;
    someUnknown ||= change.someUnknown;
  }
  return changeOf({ someWeaker, someStricter, someUnknown });
}

/** The facts of one of several possible changes. Only a fact of all of them is known. */
export function anyOf(changes: readonly Change[]): Change {
  const [first = plainChange.same] = changes;
  return changeOf({
    someWeaker: changes.length > 0 && changes.every((change) => change.someWeaker),
    someStricter: changes.length > 0 && changes.every((change) => change.someStricter),
    someUnknown: changes.some((change) => change !== first || change.someUnknown),
  });
}

/** Compares values where more protects more; not a number means unknown. */
export function rising(from: number, to: number): Change {
  if (Number.isNaN(from) || Number.isNaN(to)) {
    return plainChange.unknown;
  }
  return from === to ? plainChange.same : to > from ? plainChange.stricter : plainChange.weaker;
}

/** Compares values where more protects less. */
export function falling(from: number, to: number): Change {
  return rising(to, from);
}

export function opposite({ someWeaker, someStricter, someUnknown }: Change): Change {
  return changeOf({ someWeaker: someStricter, someStricter: someWeaker, someUnknown });
}

/** The place of a word among levels. Not a number for a word that has no level, and for any other value. */
export function levelAmong(levels: readonly string[], word: unknown): number {
  const level = levels.findIndex((other) => other === word);
  return level === -1 ? Number.NaN : level;
}

/** The number of all changes, and of the changes with each word. */
export type ChangeCounts = Readonly<Record<ChangeWord | 'all', number>>;

/** Everything that counts changes for people takes the counts from here. */
export function changeCounts(changes: readonly { readonly change: Change }[]): ChangeCounts {
  const counts = { all: changes.length, weaker: 0, stricter: 0, mixed: 0, unknown: 0, same: 0 };
  for (const { change } of changes) {
    counts[changeWord(change)] += 1;
  }
  return counts;
}

/** A change in JSON. `weaker` is null where a part is unknown and no part is known to be weaker. */
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
  const word = changeWord(change);
  return word === 'same' ? 'same action' : isRestUnknown(change) ? `${word}, rest unknown` : word;
}

/** True when any part protects less. Such a change is counted, needs a confirmation, and fails a gate. */
export function isWeaker({ change }: { readonly change: Change }): boolean {
  return change.someWeaker;
}

/** Words in the order in which people read the changes. */
const firstToLast: readonly ChangeWord[] = ['weaker', 'mixed', 'unknown', 'stricter', 'same'];

/** Orders changes, the weaker first. */
export function byChange(a: { readonly change: Change }, b: { readonly change: Change }): number {
  return rankOf(a.change) - rankOf(b.change);
}

function rankOf(change: Change): number {
  return firstToLast.indexOf(changeWord(change)) + (isRestUnknown(change) ? 0.5 : 0);
}

/** All possible changes, in this order. */
export const allChanges: readonly Change[] = combinations.toSorted((a, b) => rankOf(a) - rankOf(b));
