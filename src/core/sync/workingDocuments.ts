import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/lineIndex.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { outlineSteps, valueSharingRules, valueSteps } from '../document/ruleDigests.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PolicyValidator, WorkingCopy } from './ports.ts';
import type { StructureProblem } from '../document/parser/problems.ts';

interface Judged {
  /** Canonical hash; undefined for a text without a single meaning. */
  readonly hash: string | undefined;
  /** Reasons for the missing hash, or problems that stop a push; one sentence each. */
  readonly problems: readonly string[];
}

/** Facts of a policy file that need no complete value. */
export interface JudgedCopy extends Judged {
  readonly copy: WorkingCopy;
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

  async read(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingDocument> {
    const value = await this.value(kind, copy);
    return { copy, value, ...judgementOf(kind, copy, value) };
  }

  /** Returns the value alone. Parts of `like` with exactly the same text are shared. */
  value(kind: PolicyKind, { document }: WorkingCopy, like?: JsonObject): Promise<JsonObject | undefined> {
    return inSlices(valueSteps(document, kind, like));
  }

  /**
   * Returns hash and problems without the value; only changed rules are read. The result is cached, because
   * views ask on every keystroke.
   */
  async judged(kind: PolicyKind, copy: WorkingCopy): Promise<JudgedCopy> {
    const { document } = copy;
    const judged = this.#judged.get(document) ?? this.#judge(kind, copy);
    this.#judged.set(document, judged);
    return { copy, ...(await judged) };
  }

  /** Returns the value, with the rule objects of `like` where the file has equal rules. */
  async valueLike(kind: PolicyKind, copy: WorkingCopy, like: JsonObject): Promise<JsonObject | undefined> {
    await this.judged(kind, copy);
    return valueSharingRules(copy.document, kind, like);
  }

  /** Returns the problems that would stop a push, beside those of the text alone. */
  async refusals(kind: PolicyKind, { document }: WorkingCopy): Promise<readonly string[]> {
    return [...new Set(await this.#validate?.(document, kind))];
  }

  async #judge(kind: PolicyKind, copy: WorkingCopy): Promise<Judged> {
    return judgementOf(kind, copy, await inSlices(outlineSteps(copy.document, kind)));
  }
}

function judgementOf(
  kind: PolicyKind,
  { document, text }: WorkingCopy,
  said: JsonObject | undefined,
): Judged {
  const structure = described(
    document.problems.filter(({ code }) => !said || !spelling.has(code)),
    text,
  );
  if (!said) {
    return { hash: undefined, problems: structure };
  }
  return { hash: canonicalHash(kind, said), problems: [...structure, ...hardProblems(kind, said)] };
}

/** Returns one sentence for each problem; `problems` must be in text order. */
function described(problems: readonly StructureProblem[], text: string): string[] {
  const last = problems.at(-1);
  if (!last) {
    return [];
  }
  const lines = new LineIndex(text.slice(0, last.range.start + 1));
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
