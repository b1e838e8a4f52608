import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { updatePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameValue } from '../../../../src/core/json/json.ts';
import { documentFormOf } from '../../../../src/core/policy/comparisonForm.ts';
import { guessMatch } from '../../../../src/core/policy/ruleMatch.ts';
import { matchItems } from '../../../../src/core/document/edit/mergeValue.ts';
import { numbered, oddYaml } from '../edits/oddYaml.ts';
import { rulesOf } from '../edits/policyTexts.ts';
import { dear } from '../../dear.ts';

const kind = policyKind('compliance/host');
const runs = Number(process.env['RUNS'] ?? dear(600));

const changes = fc.record({
  order: fc.array(fc.nat({ max: 4 }), { maxLength: 6 }),
  all: fc.boolean(),
  fresh: fc.array(
    fc.constantFrom<JsonObject>(
      new Map([['name', 'fresh']]),
      new Map<string, JsonValue>([
        ['name', 'more'],
        ['notes', 'two\nlines\n'],
      ]),
    ),
    { maxLength: 1 },
  ),
  at: fc.nat({ max: 4 }),
  key: fc.constantFrom('name', 'effect', 'notes', 'condition', 'k', 'i'),
  value: fc.constantFrom<JsonValue | undefined>(
    undefined,
    'other',
    'a\n# b\n',
    ['x'],
    new Map([['i', ['z']]]),
    new Map(),
  ),
});

function withMember(rule: JsonValue, key: string, value: JsonValue | undefined): JsonValue {
  const members = new Map(isJsonObject(rule) ? rule : []);
  if (value === undefined) {
    members.delete(key);
  } else {
    members.set(key, value);
  }
  return members;
}

/** Comments near a rule, above and below. */
function near(document: PolicyDocument, index: number): string[] {
  const rules = document.array('rules')?.rules ?? [];
  const start = rules[index - 1]?.range.end ?? 0;
  const end = rules[index + 1]?.range.start ?? document.length;
  return numbered(document.slice(start, end));
}

for (const withKind of [false, true]) {
  test(`odd YAML becomes what it should, and what stays keeps its comments (${withKind ? 'as the console compares' : 'exactly'})`, () => {
    let tried = 0;
    let rewritten = 0;
    fc.assert(
      fc.property(oddYaml, changes, (text, { order, all, fresh, at, key, value }) => {
        const document = readPolicyText(text, 'yaml', withKind ? kind : undefined);
        const whole = document.value();
        const list = rulesOf(document);
        if (!whole || list.length === 0) {
          return;
        }
        tried++;
        const kept = [...new Set(order)].filter((index) => index < list.length);
        const places = all ? [...list.keys()] : kept;
        const next = places.map((index) => list[index] ?? null);
        const changed = next[at];
        if (changed !== undefined) {
          next[at] = withMember(changed, key, value);
        }
        next.splice(at, 0, ...fresh);
        const policy: JsonObject = new Map([...whole, ['rules', next]]);
        const edits = updatePolicyText(document, policy);
        const after = readPolicyText(applyEdits(text, edits), 'yaml', kind);
        const said = `${text}\n=>\n${after.text}`;
        if (withKind) {
          assert.ok(kind);
          assert.equal(canonicalHash(kind, after.value() ?? null), canonicalHash(kind, policy), said);
        } else {
          assert.ok(sameValue(after.value(), policy), said);
        }
        if (edits.length === 1 && edits[0]?.start === 0 && edits[0].end === text.length) {
          rewritten++;
        }
        // Only rules that are gone take comments with them; what became of a rule is a guess.
        const form = withKind && kind ? documentFormOf(kind).members?.get('rules') : undefined;
        const match = withKind && kind ? guessMatch(kind, list, next) : matchItems(list, next, form);
        const lost = [...list.keys()].filter((index) => !Array.from(match).includes(index));
        // Of rules that are the same, any may be the one that goes.
        const gone = new Set(
          [...list.keys()]
            .filter((index) => lost.some((other) => sameValue(list[index], list[other])))
            .flatMap((index) => near(document, index)),
        );
        const left = numbered(after.text);
        assert.deepEqual(
          numbered(text).filter((comment) => !gone.has(comment) && !left.includes(comment)),
          [],
          said,
        );
      }),
      { numRuns: runs },
    );
    assert.ok(tried > runs / 4, `${tried} tried`);
    assert.ok(rewritten < tried / 20, `${rewritten} of ${tried} written anew`);
    if (process.env['SHOW_COUNTS']) {
      console.log(tried, rewritten);
    }
  });
}
