import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { isBroken } from '../../../../src/core/document/reading/problems.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';

/** Everything a document says. */
export function stateOf(document: PolicyDocument) {
  return {
    problems: document.problems,
    value: document.value(),
    identity: document.identity(),
    range: document.range,
    arrays: document.arrays().map(({ key, range, rules }) => ({
      key,
      range,
      rules: rules.map((rule) => ({
        array: rule.array,
        index: rule.index,
        range: rule.range,
        facts: rule.facts,
        broken: rule.slice.broken,
        text: rule.slice.text,
        problems: rule.slice.problems,
        node: rule.node(),
        value: rule.value(),
      })),
    })),
    members: document.members().map((member) => ({
      key: member.key,
      keyRange: member.keyRange,
      range: member.value.range,
      array: member.array?.key,
      node: member.array ? undefined : member.value,
    })),
  };
}

/** The incremental state equals a fresh reading; while the text is broken, both say so. */
export function assertAsFresh(document: PolicyDocument, hint: () => string): void {
  const { text } = document;
  assert.equal(document.length, text.length);
  const fresh = readPolicyText(text, document.spelling, document.kind);
  const problems = [document.problems, fresh.problems];
  // Made only when it is read: it takes as long as the comparison.
  const saying = (what: unknown): string => `${hint()}\n${JSON.stringify(text)}\n${JSON.stringify(what)}`;
  if (isBroken(document.problems) !== isBroken(fresh.problems)) {
    assert.fail(saying(problems));
  }
  if (isBroken(fresh.problems)) {
    assert.equal(document.value(), undefined);
    for (const { range } of document.problems) {
      if (!(range.start >= 0 && range.start <= range.end && range.end <= text.length)) {
        assert.fail(saying(range));
      }
    }
    return;
  }
  const [state, wanted] = [stateOf(document), stateOf(fresh)];
  if (!isDeepStrictEqual(state, wanted)) {
    assert.deepEqual(state, wanted, saying(problems));
  }
}
