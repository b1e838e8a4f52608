import { valueWith } from '../../document/edit/intendedValue.ts';
import { readPolicyText } from '../../document/reading/readPolicy.ts';
import { setMember } from '../../document/ruleEdits.ts';
import { nodeAtPath, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import { applyEdits, type TextEdit } from '../../document/text.ts';
import { writePolicyText } from '../../document/updatedText.ts';
import { quoted, yamlFlowString } from '../../document/yaml/writeYaml.ts';
import {
  arrayAt,
  fromPlain,
  isJsonObject,
  toPlain,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import { schemaField, type Field } from '../schema/field.ts';
import { fixOf, readTestFile } from './readTestFile.ts';
import {
  choice,
  setFix,
  type Finding,
  type FixData,
  type FixStep,
  type FixValue,
} from '../findings/finding.ts';
import { type MissingName, missingWords } from '../../policyTest/policyTest.ts';
import { isPlain } from '../../util/plainRecord.ts';

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

/** The edits of a test file after a rule was renamed. */
interface RenamedTests {
  /** The count is the number of tests that name the rule. */
  readonly count: number;
  readonly edits: readonly TextEdit[];
}

/**
 * The edits update the old name of a rule in a test file: in expectations and in an order. They change only these
 * names. A name behind a YAML alias gets no edit, so the author has to change it.
 */
export function renameInTests(text: string, spelling: Spelling, before: string, after: string): RenamedTests {
  const none = { count: 0, edits: [] };
  const { root, kind } = readTestFile(text, spelling);
  // The policy of an incomplete text is unknown.
  if (!root || !kind || before === after) {
    return none;
  }
  const field = schemaField('policy-test', kind.family);
  // A number is not the name of a rule that a rename can write.
  const paths = pathsOfName(toPlain(valueOfNode(root)), field, 'rules', before, []).filter(
    (path) => nodeAtPath(root, path)?.kind === 'string',
  );
  const written = spelling === 'json' ? quoted(after) : yamlFlowString(after);
  const places = new Map(
    paths.flatMap((path) => {
      const node = nodeAtPath(root, path);
      return node && !node.alias ? [[node.range.start, node.range]] : [];
    }),
  );
  const edits = [...places.values()].map(({ start, end }) => ({ start, end, text: written }));
  const result = readTestFile(applyEdits(text, edits), spelling).root;
  const intended = paths.reduce((value, path) => valueWith(value, path, after), valueOfNode(root));
  return paths.length > 0 && result && sameValue(valueOfNode(result), intended)
    ? { count: new Set(paths.map(([, index]) => index)).size, edits }
    : none;
}

/** Returns a finding for each place of an unknown name in a test, with a fix where a known name is similar. */
export function missingNames(
  kind: PolicyKind | undefined,
  test: unknown,
  index: number,
  missing: readonly MissingName[],
): readonly Finding[] {
  const path: NodePath = ['tests', index];
  const field = schemaField('policy-test', kind?.family).at(path);
  return missing.flatMap((name) =>
    pathsOfName(test, field, `${name.of}s`, name.name, path).map((place): Finding => ({
      code: 'failed-test',
      message: missingWords(name),
      path: place,
      fixes: name.meant === undefined ? [] : [fixOf({ path: place, value: name.meant })],
    })),
  );
}

/** The paths at which a value of a test file refers to the rule or the collection `name`, which may be a number. */
function pathsOfName(
  value: unknown,
  field: Field | undefined,
  of: 'rules' | 'collections',
  name: string,
  path: NodePath,
): readonly NodePath[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => pathsOfName(item, field?.item, of, name, [...path, index]));
  }
  if (isPlain(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      pathsOfName(member, field?.member(key), of, name, [...path, key]),
    );
  }
  const isName = value === name || (typeof value === 'number' && String(value) === name);
  return isName && field?.schema.refersTo === of ? [path] : [];
}

/**
 * The fix makes a test expect the current result `now`. It is never automatic, because it gives up the purpose of the
 * test.
 */
export function expectNowFix(
  test: unknown,
  index: number,
  now: FixValue,
  title: string,
): FixData | undefined {
  const path: NodePath = ['tests', index, 'expect'];
  const before = isPlain(test) ? test['expect'] : undefined;
  if (!isPlain(before) || !isPlain(now)) {
    return choice(setFix(title, path, now));
  }
  const [old, next] = [before, now as Readonly<Record<string, FixValue>>];
  const steps = Object.keys(old).flatMap((key): readonly FixStep[] => {
    const value = next[key];
    return value === undefined
      ? [{ kind: 'remove', path: [...path, key] }]
      : JSON.stringify(value) === JSON.stringify(old[key])
        ? []
        : [{ kind: 'set', path: [...path, key], value }];
  });
  return steps.length > 0 ? choice({ title, steps }) : undefined;
}
