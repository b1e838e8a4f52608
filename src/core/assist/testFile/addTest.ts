import { setMember } from '../../document/ruleEdits.ts';
import { readPolicyText } from '../../document/reading/readPolicy.ts';
import { applyEdits } from '../../document/text.ts';
import { writePolicyText } from '../../document/writePolicy.ts';
import { arrayAt, fromPlain, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { ExpectedError } from '../../util/errors.ts';

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
    return writePolicyText(file, spelling);
  }
  const document = readPolicyText(text, spelling);
  const value = document.value();
  if (!value || value.get('policy') !== kind.name) {
    throw new ExpectedError('broken-test-file', `Could not read the tests of ${kind.name}.`, {
      advice: 'Resolve the errors shown in the file first.',
    });
  }
  const last = arrayAt(value, 'tests').length;
  return applyEdits(text, setMember(document, undefined, ['tests', last], test));
}
