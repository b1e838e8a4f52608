import { LineIndex } from '../document/lineIndex.ts';
import { PolicyDocument, type StructureProblem } from '../document/policyDocument.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import type { WorkingCopy } from './ports.ts';

/** A working copy, read: `value` and `hash` are there unless its text has no single meaning. */
export interface WorkingDocument {
  readonly copy: WorkingCopy;
  readonly document: PolicyDocument;
  readonly value: JsonObject | undefined;
  /** Canonical. */
  readonly hash: string | undefined;
  /** Why it has no value, or what no push may send; one sentence each. */
  readonly problems: readonly string[];
}

/** Problems of the text that its value does not have: what is sent is written anew. */
const spelling: ReadonlySet<string> = new Set(['trailing-comma', 'control-character', 'number-out-of-range']);

export function readWorkingCopy(kind: PolicyKind, copy: WorkingCopy): WorkingDocument {
  const document = PolicyDocument.read(copy.text, copy.spelling, kind);
  const value = document.value();
  const structure = described(
    document.problems.filter(({ code }) => !value || !spelling.has(code)),
    copy.text,
  );
  return {
    copy,
    document,
    value,
    hash: value && canonicalHash(kind, value),
    problems: value ? [...structure, ...hardProblems(kind, value)] : structure,
  };
}

/** One sentence for the first problem of a text. */
export function firstProblem({ problems }: PolicyDocument, text: string): string | undefined {
  return described(problems.slice(0, 1), text)[0];
}

/** One sentence for each; they are in written order. */
function described(problems: readonly StructureProblem[], text: string): string[] {
  const last = problems.at(-1);
  if (!last) {
    return [];
  }
  const lines = new LineIndex(text.slice(0, last.range.start + 1));
  return problems.map(({ message, range }) => `line ${lines.position(range.start).line + 1}: ${message}`);
}

/** What would be sent somewhere else than meant, or could not be found again afterwards. */
function hardProblems(kind: PolicyKind, value: JsonObject): string[] {
  const problems: string[] = [];
  const type = stringAt(value, 'policyType');
  if (kind.identity.field === 'policyType' && type && type !== kind.identity.value) {
    problems.push(`policyType is ${type}, but this is the file of ${kind.identity.value}`);
  }
  for (const { key } of kind.arrays) {
    const rules = value.get(key) ?? null;
    if (rules !== null && !isJsonArray(rules)) {
      problems.push(`${key} is not a list of rules`);
      continue;
    }
    for (const [index, rule] of (rules ?? []).entries()) {
      if (!isJsonObject(rule)) {
        problems.push(`${key} #${index + 1} is not a rule`);
      } else if (!stringAt(rule, 'name')) {
        problems.push(`${key} #${index + 1} has no name`);
      }
    }
  }
  return problems;
}
