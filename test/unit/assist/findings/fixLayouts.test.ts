import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import type { DiagnosticData, FixStep } from '../../../../src/core/assist/findings/finding.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { nodeAtPath } from '../../../../src/core/document/syntaxNode.ts';
import { applyEdits, type TextRange } from '../../../../src/core/document/text.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { fixable } from './fixable.ts';
import { dear } from '../../dear.ts';

/** Picks from what is offered, in an order of its own. */
type Choose = <Choice>(...choices: readonly Choice[]) => Choice;

/** JSON with comments, line breaks and spaces anywhere. */
function scatteredJson(plain: unknown, choose: Choose): string {
  let comments = 0;
  const gap = (): string => {
    const kind = choose(0, 0, 1, 2, 3, 4);
    return (
      ['', ' ', '\n  ', ` /* <<${comments}>> */ `, ` // <<${comments}>>\n`][kind]! +
      (kind > 2 ? ((comments += 1), '') : '')
    );
  };
  const write = (value: unknown): string => {
    if (Array.isArray(value)) {
      return `[${gap()}${value.map((item) => write(item) + gap()).join(`,${gap()}`)}]`;
    }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, item]) => item !== undefined);
      return `{${gap()}${members.map(([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${write(item)}${gap()}`).join(`,${gap()}`)}}`;
    }
    return JSON.stringify(value);
  };
  return gap() + write(plain) + gap();
}

/** YAML in one of the usual styles, with comments behind and between lines. */
function scatteredYaml(plain: unknown, choose: Choose): string {
  const text = stringify(plain, {
    indent: choose(2, 4),
    indentSeq: choose(true, false),
    defaultStringType: choose('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
    defaultKeyType: choose('PLAIN', 'QUOTE_DOUBLE'),
  });
  let comments = 0;
  return text
    .split('\n')
    .map((line) => {
      const behind = line === '' ? '' : choose('', '', `  # <<${comments++}>>`);
      const above = choose('', '', '', '\n', `${/^ */.exec(line)![0]}# <<${comments++}>>\n`);
      return above + line + behind;
    })
    .join('\n');
}

/** Where a fix may write, when that is a place the text has. */
function touchedBy(
  doc: PolicyDocument,
  { data, range }: Diagnostic,
  step: FixStep | undefined,
): TextRange | undefined {
  const { array, index } = (data ?? {}) as DiagnosticData;
  const rule = array === undefined || index === undefined ? undefined : doc.array(array)?.rules[index];
  // A list or an object may need lines of its own.
  if (step?.kind === 'set' && rule && typeof step.value !== 'object') {
    const node = nodeAtPath(rule.node(), step.path);
    return node && { start: node.range.start + rule.range.start, end: node.range.end + rule.range.start };
  }
  return step?.kind === 'rename-key' ? range : undefined;
}

for (const { code, policy, document, options } of fixable) {
  for (const spelling of ['json', 'yaml'] satisfies Spelling[]) {
    test(`fixes of ${code} leave everything else as it was written (${spelling}, ${JSON.stringify(document).length})`, () => {
      const kind = policyKind(policy)!;
      const checker = new PolicyChecker(options);
      const layouts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 40 });
      fc.assert(
        fc.property(layouts, (picks) => {
          let at = 0;
          const choose: Choose = (...choices) => choices[picks[at++ % picks.length]! % choices.length]!;
          const text = (spelling === 'json' ? scatteredJson : scatteredYaml)(document, choose);
          const doc = readPolicyText(text, spelling, kind);
          const found = checker.check(doc).filter((diagnostic) => diagnostic.code === code);
          assert.ok(found.length > 0, text);
          for (const diagnostic of found) {
            for (const fix of fixesOf(diagnostic)) {
              const edits = fixEdits(doc, diagnostic, fix);
              const fixed = readPolicyText(applyEdits(text, edits), spelling, kind);
              assert.deepEqual(fixed.problems, [], fixed.text);
              const left = checker.check(fixed).filter((each) => each.code === code);
              assert.equal(left.length, found.length - 1, fixed.text);
              const only = fix.steps.length === 1 ? fix.steps[0] : undefined;
              const within = touchedBy(doc, diagnostic, only);
              if (within) {
                assert.ok(fixed.text.startsWith(text.slice(0, within.start)), fixed.text);
                assert.ok(fixed.text.endsWith(text.slice(within.end)), fixed.text);
              }
              const { array, index } = diagnostic.data as DiagnosticData;
              const others = doc
                .arrays()
                .flatMap((list) => list.rules.filter((rule) => list.key !== array || rule.index !== index));
              for (const rule of index === undefined ? [] : others) {
                assert.ok(
                  fixed.array(rule.array)!.rules[rule.index]!.slice.text === rule.slice.text,
                  fixed.text,
                );
              }
              if (only?.kind === 'set' || only?.kind === 'rename-key') {
                assert.deepEqual(commentsOf(fixed.text), commentsOf(text), `${text}\n${fixed.text}`);
              }
            }
          }
        }),
        { numRuns: dear(40) },
      );
    });
  }
}

function commentsOf(text: string): readonly string[] {
  return text.match(/<<\d+>>/g) ?? [];
}
