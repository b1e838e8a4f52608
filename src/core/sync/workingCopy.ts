import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/text.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { outlineSteps, valueSteps } from '../document/ruleDigests.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { ExpectedError } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';
import type { StructureProblem } from '../document/reading/problems.ts';
import type { ConsoleSyncDeps } from './ports.ts';

interface Judgement {
  /** Canonical hash; undefined for a text without a single meaning. */
  readonly hash: string | undefined;
  /** Reasons for the missing hash, or problems that stop a push; one sentence each. */
  readonly problems: readonly string[];
}

/** A policy file with the facts that need no complete value. */
export interface WorkingCopy extends Judgement {
  readonly document: PolicyDocument;
}

/** Problems of the text that its value does not have, because a push writes the text again. */
const spelling: ReadonlySet<string> = new Set(['trailing-comma', 'control-character', 'number-out-of-range']);

const judgements = new WeakMap<PolicyDocument, Promise<Judgement>>();

/** Reads the policy file; undefined without a file. */
export async function workingCopy(
  { copies, console }: Pick<ConsoleSyncDeps, 'copies' | 'console'>,
  kind: PolicyKind,
): Promise<WorkingCopy | undefined> {
  const document = await copies.read({ console, policy: kind.name });
  return document && judged(kind, document);
}

/** Throws ExpectedError `not-pulled`. */
export function notPulled({ name }: PolicyKind): never {
  throw new ExpectedError('not-pulled', `There is no file for ${name}.`, { advice: 'Pull it first.' });
}

/**
 * Finds hash and problems without the value, in slices; only changed rules are read. The result is cached,
 * because views ask on every keystroke.
 */
export async function judged(kind: PolicyKind, document: PolicyDocument): Promise<WorkingCopy> {
  const judge = async (): Promise<Judgement> =>
    judgementOf(kind, document, await inSlices(outlineSteps(document, kind)));
  const judgement = judgements.get(document) ?? judge();
  judgements.set(document, judgement);
  return { document, ...(await judgement) };
}

/** Returns the value of a policy file, in slices. Parts of `like` with exactly the same text are shared. */
export function valueOf(
  kind: PolicyKind,
  document: PolicyDocument,
  like?: JsonObject,
): Promise<JsonObject | undefined> {
  return inSlices(valueSteps(document, kind, like));
}

/** Returns the value of a policy file. Throws ExpectedError `invalid` for a text without a single meaning. */
export async function policyValue(kind: PolicyKind, document: PolicyDocument): Promise<JsonObject> {
  const value = await valueOf(kind, document);
  if (!value) {
    const { problems } = await judged(kind, document);
    throw new ExpectedError('invalid', problems[0] ?? `${kind.name} cannot be read.`);
  }
  return value;
}

function judgementOf(kind: PolicyKind, document: PolicyDocument, said: JsonObject | undefined): Judgement {
  const structure = described(
    document.problems.filter(({ code }) => !said || !spelling.has(code)),
    document,
  );
  if (!said) {
    return { hash: undefined, problems: structure };
  }
  return { hash: canonicalHash(kind, said), problems: [...structure, ...hardProblems(kind, said)] };
}

/** Returns one sentence for each problem; `problems` must be in text order. */
function described(problems: readonly StructureProblem[], document: PolicyDocument): string[] {
  const last = problems.at(-1);
  if (!last) {
    return [];
  }
  const lines = new LineIndex(document.slice(0, last.range.start + 1));
  return problems.map(
    ({ message, range }) => `line ${lines.position(range.start).line + 1}: ${sentence(message)}`,
  );
}

/**
 * Returns the problems by which a policy goes to a wrong place, or a rule cannot be found again.
 */
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
