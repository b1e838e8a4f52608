import assert from 'node:assert/strict';
import { isBroken } from '../../../../src/core/document/parser/problems.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';

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
      range: member.range,
      array: member.array?.key,
      node: member.array ? undefined : member.node(),
    })),
  };
}

/** The incremental state equals a fresh reading; while the text is broken, both say so. */
export function assertAsFresh(document: PolicyDocument, hint: string): void {
  const { text } = document;
  assert.equal(document.length, text.length);
  const fresh = PolicyDocument.read(text, document.spelling, document.kind);
  assert.equal(
    isBroken(document.problems),
    isBroken(fresh.problems),
    `${hint}\n${JSON.stringify(text)}\n${JSON.stringify(document.problems)}\n${JSON.stringify(fresh.problems)}`,
  );
  if (isBroken(fresh.problems)) {
    assert.equal(document.value(), undefined);
    for (const { range } of document.problems) {
      assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length, hint);
    }
    return;
  }
  assert.deepEqual(stateOf(document), stateOf(fresh), `${hint}\n${JSON.stringify(text)}`);
}
