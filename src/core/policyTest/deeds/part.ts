/** What a member of a rule may do by itself. What is in no table is not known to do nothing. */
export type Part =
  /** Does what its word says. */
  | { readonly kind: 'word'; readonly onlyIf?: string }
  /** Does nothing: a text, a number, a flag, or a list of them. */
  | { readonly kind: 'idle' }
  /** Does nothing, whatever is in it: it is not the console's to act on. */
  | { readonly kind: 'aside' }
  /** Does something when it is set; what, is documented nowhere. */
  | { readonly kind: 'unsure' }
  /** Does what the word of another member beside it says. */
  | { readonly kind: 'beside'; readonly word: string; readonly of: Part }
  /** Does this when there is anything in it. */
  | { readonly kind: 'does'; readonly word: string; readonly of: Part }
  | { readonly kind: 'each'; readonly of: Part }
  | ObjectPart;

export interface ObjectPart {
  readonly kind: 'object';
  readonly members: Readonly<Record<string, Part>>;
  /** The member that switches it off, and the value that does. */
  readonly off: { readonly member: string; readonly when: boolean } | undefined;
  /** Without this member it is not known what it does. */
  readonly needs: string | undefined;
}

export const word: Part = { kind: 'word' };
export const idle: Part = { kind: 'idle' };
export const aside: Part = { kind: 'aside' };
export const unsure: Part = { kind: 'unsure' };

type Members = ObjectPart['members'];

export function object(members: Members, off?: ObjectPart['off'], needs?: string): ObjectPart {
  return { kind: 'object', members, off, needs };
}

/** Of parts that are written with `disabled: true`, `enabled: false` or `skip: true` when they are off. */
export function switchable(member: 'disabled' | 'enabled' | 'skip', members: Members): ObjectPart {
  return object({ [member]: idle, ...members }, { member, when: member !== 'enabled' });
}

export function each(of: Part): Part {
  return { kind: 'each', of };
}

export function does(word: string, of: Part = idle): Part {
  return { kind: 'does', word, of };
}

export function beside(word: string, of: Part = idle): Part {
  return { kind: 'beside', word, of };
}

/** The same part under several names. */
export function all(names: string, part: Part): Members {
  return Object.fromEntries(names.split(' ').map((name) => [name, part]));
}

/** What every rule has beside its protection. */
export const aboutRule: Members = {
  ...all('name notes previousName', idle),
  // The console's, not the rule's; a rule that is disabled does not decide at all.
  ...all('modified owner collections disabled', aside),
};

/** A custom rule, by its id. */
export const customRules = each(object({ ...all('_id action', idle), effect: word }, undefined, 'effect'));
