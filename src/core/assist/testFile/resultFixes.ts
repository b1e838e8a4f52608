import {
  choice,
  removeFix,
  setFix,
  type Finding,
  type FixData,
  type FixStep,
  type FixValue,
} from '../findings/finding.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import { schemaField, type Field } from '../schema/field.ts';
import { type MissingName, missingWords } from '../../policyTest/testResult.ts';
import type { TestFix } from '../../policyTest/policyTest.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import { isPlain } from '../../util/plainRecord.ts';
import type { PolicyKind } from '../../policy/families.ts';

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
export function pathsOfName(
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

/** A fix of a file of tests with its title. */
export function fixOf({ path, value, isChoice }: TestFix): FixData {
  const last = path.at(-1);
  const fix =
    value === undefined
      ? removeFix(`Remove ${typeof last === 'string' ? quotedCode(last) : 'it'}`, path)
      : setFix(`Change to ${quotedCode(value)}`, path, value);
  return isChoice ? choice(fix) : fix;
}
