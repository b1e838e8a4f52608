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
import { type MissingName, missingWords } from '../../policyTest/testResult.ts';
import type { TestFix } from '../../policyTest/policyTest.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import { isPlain } from '../../util/plainRecord.ts';

/** Returns a finding for each place of an unknown name in a test, with a fix where a known name is similar. */
export function missingNames(
  test: unknown,
  index: number,
  missing: readonly MissingName[],
): readonly Finding[] {
  return missing.flatMap((name) =>
    placesOf(test, name).map((path): Finding => {
      const whole: NodePath = ['tests', index, ...path];
      return {
        code: 'failed-test',
        message: missingWords(name),
        path: whole,
        fixes: name.meant === undefined ? [] : [fixOf({ path: whole, value: name.meant })],
      };
    }),
  );
}

const rulePlaces: readonly NodePath[] = [['order'], ['expect', 'rule'], ['expect', 'notRule']];
const collectionPlaces: readonly NodePath[] = [
  ['every', 'collections'],
  ['every', 'source', 'collections'],
  ['every', 'destination', 'collections'],
];

function placesOf(test: unknown, { of, name }: MissingName): readonly NodePath[] {
  return (of === 'rule' ? rulePlaces : collectionPlaces).flatMap((path) => {
    const value = path.reduce<unknown>((above, step) => (isPlain(above) ? above[step] : undefined), test);
    const isName = (item: unknown): boolean => (typeof item === 'number' ? String(item) : item) === name;
    return Array.isArray(value)
      ? value.flatMap((item, at) => (isName(item) ? [[...path, at]] : []))
      : isName(value)
        ? [path]
        : [];
  });
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
