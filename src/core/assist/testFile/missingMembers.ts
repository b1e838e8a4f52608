import { policyKind, policyKinds, type PolicyKind } from '../../policy/families.ts';
import { shownCode } from '../findings/shown.ts';
import type { Finding, FixData } from '../findings/finding.ts';
import { isPlain, listAt, textAt } from '../findings/plain.ts';

/** Says what a file of tests and its tests have to say, where nothing is: which policy is meant, and what a test is called. */
export class MissingMembers {
  readonly #plain: unknown;
  readonly #path: string;
  readonly #names: Set<string>;

  /** @param path of the file, which may say what policy it is about */
  constructor(plain: unknown, path: string) {
    this.#plain = plain;
    this.#path = path;
    this.#names = new Set(listAt(plain, 'tests').map((test) => textAt(test, 'name') ?? ''));
  }

  /** What mends a finding, when it is about such a member. */
  fixesOf({ path, message }: Finding): readonly FixData[] {
    const [tests, index, key] = path;
    if (isAbout('policy', path, message) && path.length < 2 && isEmpty(this.#plain, 'policy')) {
      const kinds = likelyKinds(this.#path);
      const isFirst = isPlain(this.#plain) && !Object.hasOwn(this.#plain, 'policy');
      return kinds.map(({ name }) => ({
        kind: 'set',
        title: `Add ${shownCode(`policy: ${name}`)}`,
        path: ['policy'],
        value: name,
        ...(isFirst && { isFirst }),
        ...(kinds.length > 1 && { isChoice: true as const }),
      }));
    }
    const test = typeof index === 'number' ? listAt(this.#plain, 'tests')[index] : undefined;
    const isOfTest = tests === 'tests' && isPlain(test) && (path.length === 2 || key === 'name');
    if (isOfTest && isAbout('name', path.slice(2), message) && isEmpty(test, 'name')) {
      const name = this.#freeName();
      const title = `Call it ${shownCode(name)}`;
      return [{ kind: 'set', title, path: [...path.slice(0, 2), 'name'], value: name }];
    }
    return [];
  }

  /** Nobody has it, nor gets it from another fix. */
  #freeName(): string {
    let name = 'new test';
    for (let number = 2; this.#names.has(name); number++) {
      name = `new test (${number})`;
    }
    this.#names.add(name);
    return name;
  }
}

/** The policy that a file is about by its folder and name; where they do not say it, those that it may be about. */
export function likelyKinds(path: string): readonly PolicyKind[] {
  const [file = '', folder = ''] = path.split('/').toReversed();
  const name = file.replace(/\.policy-test\.[a-z]+$/, '');
  const exact = policyKind(`${folder}/${name}`);
  if (exact) {
    return [exact];
  }
  const ofFamily = policyKinds.filter(({ family }) => family === folder);
  const all = ofFamily.length > 0 ? ofFamily : policyKinds;
  const named = all.filter(({ target }) => name.includes(target));
  // `ci-images` names more than `images`.
  const whole = named.filter(
    ({ target }) => !named.some((other) => other.target !== target && other.target.includes(target)),
  );
  return whole.length > 0 ? whole : all;
}

function isAbout(key: string, path: Finding['path'], message: string): boolean {
  return path.length === 0 ? message.includes(`\`${key}\``) || message.endsWith(` ${key}`) : path[0] === key;
}

function isEmpty(members: unknown, key: string): boolean {
  const value = isPlain(members) && Object.hasOwn(members, key) ? members[key] : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
