import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/lineIndex.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { outlineSteps, valueSharingRules, valueSteps } from '../document/ruleDigests.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { inSlices } from '../util/inSlices.ts';
import type { StructureProblem } from '../document/parser/problems.ts';
import type { PolicyValidator } from './ports.ts';

interface Judged {
  /** Canonical hash; undefined for a text without a single meaning. */
  readonly hash: string | undefined;
  /** Reasons for the missing hash, or problems that stop a push; one sentence each. */
  readonly problems: readonly string[];
}

/** Facts of a policy file that need no complete value. */
export interface JudgedCopy extends Judged {
  readonly document: PolicyDocument;
}

/** A policy file with its value, unless its text has no single meaning. */
export interface WorkingDocument extends JudgedCopy {
  readonly value: JsonObject | undefined;
}

/** Problems of the text that its value does not have, because a push writes the text again. */
const spelling: ReadonlySet<string> = new Set(['trailing-comma', 'control-character', 'number-out-of-range']);

/**
 * Values and problems of policy files. Long work runs in slices, and results of unchanged rules are cached.
 */
export class WorkingDocuments {
  readonly #validate: PolicyValidator | undefined;
  readonly #judged = new WeakMap<PolicyDocument, Promise<Judged>>();

  constructor(validate?: PolicyValidator) {
    this.#validate = validate;
  }

  async read(kind: PolicyKind, document: PolicyDocument): Promise<WorkingDocument> {
    const value = await this.value(kind, document);
    return { document, value, ...judgementOf(kind, document, value) };
  }

  /** Returns the value alone. Parts of `like` with exactly the same text are shared. */
  value(kind: PolicyKind, document: PolicyDocument, like?: JsonObject): Promise<JsonObject | undefined> {
    return inSlices(valueSteps(document, kind, like));
  }

  /**
   * Returns hash and problems without the value; only changed rules are read. The result is cached, because
   * views ask on every keystroke.
   */
  async judged(kind: PolicyKind, document: PolicyDocument): Promise<JudgedCopy> {
    const judged = this.#judged.get(document) ?? this.#judge(kind, document);
    this.#judged.set(document, judged);
    return { document, ...(await judged) };
  }

  /** Returns the value, with the rule objects of `like` where the file has equal rules. */
  async valueLike(
    kind: PolicyKind,
    document: PolicyDocument,
    like: JsonObject,
  ): Promise<JsonObject | undefined> {
    await this.judged(kind, document);
    return valueSharingRules(document, kind, like);
  }

  /** Returns the problems that would stop a push, beside those of the text alone. */
  async refusals(kind: PolicyKind, document: PolicyDocument): Promise<readonly string[]> {
    return [...new Set(await this.#validate?.(document, kind))];
  }

  async #judge(kind: PolicyKind, document: PolicyDocument): Promise<Judged> {
    return judgementOf(kind, document, await inSlices(outlineSteps(document, kind)));
  }
}

function judgementOf(kind: PolicyKind, document: PolicyDocument, said: JsonObject | undefined): Judged {
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
