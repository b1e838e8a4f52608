import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { arrayAt, fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { canonicalRule } from '../canonicalForm.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { kind } from './randomMerges.ts';
import { assertNothingLost, wordsOf, wordsOfConflicts } from './words.ts';

/**
 * Worlds in which names come several times, and both sides add rules, exceptions, collections and members. Whatever somebody writes
 * is a word of its own that says of which rule it is (`live 3: …`), so it is known wherever it lands.
 */
interface Rule {
  readonly name: string;
  /** Of which rule it is: nobody changes it. */
  readonly origin: string;
  readonly [member: string]: unknown;
}

const texts = ['notes', 'blockMsg', 'principal'] as const;

const edits = [
  fc.record({ op: fc.constant('text' as const), at: fc.nat(), which: fc.constantFrom(...texts) }),
  fc.record({ op: fc.constant('empty' as const), at: fc.nat(), which: fc.constantFrom(...texts) }),
  fc.record({ op: fc.constantFrom('exception' as const, 'collection' as const), at: fc.nat(), n: fc.nat(3) }),
  fc.record({
    op: fc.constantFrom('drop exception' as const, 'drop collection' as const),
    at: fc.nat(),
    n: fc.nat(3),
  }),
  fc.record({ op: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ op: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ op: fc.constant('copy' as const), at: fc.nat() }),
  fc.record({ op: fc.constant('add' as const), at: fc.nat(), n: fc.nat(2) }),
  fc.record({ op: fc.constant('clear' as const), at: fc.nat() }),
] as const;
const rename = fc.record({ op: fc.constant('rename' as const), at: fc.nat(), n: fc.nat(5) });
/** Nobody can see for certain which rule that was. */
const quiet = fc.record({ op: fc.constant('rename quietly' as const), at: fc.nat(), n: fc.nat(5) });
const anyEdit = fc.oneof(...edits, rename, quiet);
type Edit = typeof anyEdit extends fc.Arbitrary<infer T> ? T : never;
interface Exception {
  readonly id: string;
  readonly effect: string;
  readonly description: string;
}

const names = ['x', 'y', 'z', 'u', 'v', 'w'];

export class World {
  readonly base: readonly Rule[];
  readonly mine: readonly Rule[];
  readonly live: readonly Rule[];

  constructor(of: readonly number[], first: readonly Edit[], second: readonly Edit[]) {
    this.base = of.map((n, at) => ruleOf(`base ${at}`, names[n] ?? 'x'));
    this.mine = edited(this.base, first, 'mine');
    this.live = edited(this.base, second, 'live');
  }
}

const worldsOf = (edit: fc.Arbitrary<Edit>): fc.Arbitrary<World> =>
  fc
    .tuple(
      fc.array(fc.nat(2), { maxLength: 6 }),
      fc.array(edit, { maxLength: 6 }),
      fc.array(edit, { maxLength: 6 }),
    )
    .map(([of, first, second]) => new World(of, first, second));

export const renamingWorlds = worldsOf(fc.oneof(...edits, rename));
const quietWorlds = worldsOf(anyEdit);

function ruleOf(origin: string, name: string): Rule {
  return {
    name,
    origin,
    effect: 'alert',
    notes: `<${origin}: notes>`,
    blockMsg: `<${origin}: blockMsg>`,
    collections: [{ name: 'All' }, { name: `<${origin}: of ${origin}>` }],
    cveRules: [{ id: 'CVE-0', effect: 'ignore', description: `<${origin}: description>` }],
  };
}

function edited(rules: readonly Rule[], edits: readonly Edit[], who: string): Rule[] {
  const result = [...rules];
  for (const [serial, one] of edits.entries()) {
    const at = one.at % Math.max(1, result.length);
    const old = result[at];
    if (one.op === 'add') {
      result.splice(at, 0, ruleOf(`${who} ${serial}`, names[one.n] ?? 'x'));
    } else if (old) {
      const word = (what: string): string => `<${old.origin}: ${who} ${serial} ${what}>`;
      const exceptions = (old['cveRules'] ?? []) as readonly Exception[];
      const collections = (old['collections'] ?? []) as readonly { readonly name: string }[];
      switch (one.op) {
        case 'text':
          result[at] = { ...old, [one.which]: word(one.which) };
          break;
        case 'empty':
          result[at] = { ...old, [one.which]: '' };
          break;
        case 'exception': {
          const id = `CVE-${one.n}`;
          const next = { id, effect: 'ignore', description: word('description') };
          result[at] = { ...old, cveRules: [...exceptions.filter((each) => each.id !== id), next] };
          break;
        }
        case 'drop exception':
          result[at] = { ...old, cveRules: exceptions.filter(({ id }) => id !== `CVE-${one.n}`) };
          break;
        case 'collection':
          result[at] = { ...old, collections: [...collections, { name: word('collection') }] };
          break;
        case 'drop collection':
          // A rule without a collection is not one.
          result[at] = { ...old, collections: collections.filter((_, n) => n === 0 || n !== one.n) };
          break;
        case 'move': {
          result.splice(at, 1);
          result.splice(one.to % (result.length + 1), 0, old);
          break;
        }
        case 'rename':
          if (old.name !== names[one.n]) {
            result[at] = { ...old, name: names[one.n] ?? 'x', previousName: old['previousName'] ?? old.name };
          }
          break;
        case 'rename quietly':
          result[at] = { ...old, name: names[one.n] ?? 'x' };
          break;
        case 'clear':
          result[at] = { ...old, cveRules: [], collections: [] };
          break;
        case 'copy':
          result.splice(at, 0, old);
          break;
        case 'remove':
          result.splice(at, 1);
      }
    }
  }
  return result;
}

export const policyOf = (rules: readonly Rule[]): JsonObject =>
  fromPlain({ policyType: kind.identity.value, rules }) as JsonObject;

const rulesOf = (document: JsonObject): Rule[] =>
  arrayAt(document, 'rules').map((one) => JSON.parse(writeJson(one)) as Rule);

/** Nothing is lost without a conflict, and nothing lands on another rule of the name. */
export const losesNothingOfTwins = fc.property(renamingWorlds, ({ base, mine, live }) => {
  const sides = { base: policyOf(base), mine: policyOf(mine), live: policyOf(live) };
  const { merged, open } = mergePolicies(kind, sides.base, sides.mine, sides.live);
  assertNothingLost({ ...sides, merged, open });
  const rules = rulesOf(merged);
  for (const rule of rules) {
    // A rule that is alone with its name, or was before a rename, is the same rule whatever its content is.
    const before = [mine, live].flatMap((side) =>
      side.flatMap(({ name, previousName }) => (name === rule.name && previousName ? [previousName] : [])),
    );
    const isTwin = [rule.name, ...before].every((name) =>
      [base, mine, live].some((side) => side.filter((one) => one.name === name).length > 1),
    );
    const isAsked = open.some(({ rule: name, kind: what }) => name === rule.name && what !== 'order');
    for (const word of isTwin && !isAsked ? wordsOf(JSON.stringify(rule)) : []) {
      assert.ok(word.startsWith(`<${rule.origin}:`), `${word} landed on ${rule.origin}`);
    }
  }
});

/** Whichever side is called mine, the same is kept and the same is asked. */
export const isSymmetric = fc.property(quietWorlds, ({ base, mine, live }) => {
  const [one, other] = [
    [mine, live],
    [live, mine],
  ].map(([a = [], b = []]) => mergePolicies(kind, policyOf(base), policyOf(a), policyOf(b)));
  assert.ok(one && other);
  const wordsIn = ({ merged, open }: typeof one): string[] =>
    [...new Set([...wordsOf(writeJson(merged)), ...wordsOfConflicts(open)])].toSorted();
  assert.deepEqual(wordsIn(one), wordsIn(other));
  const asked = ({ open }: typeof one): number => open.filter(({ kind: what }) => what !== 'order').length;
  assert.equal(asked(one), asked(other));
  assert.equal(one.open.length === 0, other.open.length === 0);
  if (one.open.length === 0) {
    const said = ({ merged }: typeof one): string[] =>
      arrayAt(merged, 'rules').map((rule) =>
        writeJson(canonicalRule(kind, rule)).split('').toSorted().join(''),
      );
    assert.deepEqual(said(one), said(other));
  }
});

/** Without a base nothing is decided: all that differs is asked. */
export const asksWithoutBase = fc.property(quietWorlds, ({ mine, live }) => {
  const { merged, open } = mergePolicies(kind, undefined, policyOf(mine), policyOf(live));
  const [now, asked] = [wordsOf(writeJson(merged)), wordsOfConflicts(open)];
  const [ours, theirs] = [wordsOf(JSON.stringify(mine)), wordsOf(JSON.stringify(live))];
  for (const word of new Set([...ours, ...theirs])) {
    const isBoth = ours.has(word) && theirs.has(word);
    assert.ok(isBoth ? now.has(word) || asked.has(word) : asked.has(word), `${word} is decided`);
  }
});
