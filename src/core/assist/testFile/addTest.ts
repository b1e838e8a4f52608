import { verifiedWhole } from '../../document/edit/verifiedEdit.ts';
import { setMember } from '../../document/ruleEdits.ts';
import { PolicyDocument } from '../../document/policyDocument.ts';
import { memberOf, type ArrayNode } from '../../document/syntaxNode.ts';
import { applyEdits, type TextEdit } from '../../document/text.ts';
import { yamlLines } from '../../document/yaml/writeYaml.ts';
import { arrayAt, fromPlain, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readTestFile } from './readTestFile.ts';

/**
 * The text gets one more test at its end; a missing text becomes a new file. The edit is verified: other tests and all
 * comments stay. Throws ExpectedError where the edit is impossible.
 */
export function withTest(
  text: string | undefined,
  spelling: Spelling,
  kind: PolicyKind,
  plain: Readonly<Record<string, unknown>>,
): string {
  const test = fromPlain(plain);
  if (!isJsonObject(test)) {
    throw new TypeError('a test is an object');
  }
  if (text === undefined) {
    const file: JsonObject = new Map<string, JsonValue>([
      ['policy', kind.name],
      ['tests', [test]],
    ]);
    return spelling === 'json'
      ? `${writeJson(file, { indent: 2 })}\n`
      : `${yamlLines(file, '').join('\n')}\n`;
  }
  const { root, kind: own } = readTestFile(text, spelling);
  const document = PolicyDocument.read(text, spelling);
  const value = document.value();
  if (!root || !value || own?.name !== kind.name) {
    throw new ExpectedError('broken-test-file', `Could not read the tests of ${kind.name}.`, {
      advice: 'Resolve the errors shown in the file first.',
    });
  }
  const tests = memberOf(root, 'tests')?.value;
  const all = [...arrayAt(value, 'tests'), test];
  const edits =
    tests?.kind === 'array' && tests.items.length > 0
      ? verifiedWhole(document, new Map([...value, ['tests', all]]), [appended(text, spelling, tests, test)])
      : setMember(document, undefined, ['tests'], all);
  return applyEdits(text, edits);
}

function appended(text: string, spelling: Spelling, { items }: ArrayNode, test: JsonObject): TextEdit {
  const last = items.at(-1)?.range ?? { start: 0, end: 0 };
  const indent = /^\s*/.exec(text.slice(text.lastIndexOf('\n', last.start - 1) + 1))?.[0] ?? '';
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  if (spelling === 'json') {
    const lines = writeJson(test, { indent: 2 }).split('\n');
    const written = lines.map((line) => indent + line).join(lineBreak);
    return { start: last.end, end: last.end, text: `,${lineBreak}${written}` };
  }
  // The new test goes behind the line of the last test and its comment.
  const rest = text.slice(last.end).search(/\r?\n|$/);
  const at = text.slice(0, last.end).endsWith('\n') ? last.end - 1 : last.end + rest;
  const lines = yamlLines(test, `${indent}  `);
  return { start: at, end: at, text: `${lineBreak}${indent}- ${lines.join(lineBreak)}` };
}
