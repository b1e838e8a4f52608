import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/lineIndex.ts';
import type { PolicyDocument, StructureProblem } from '../document/policyDocument.ts';
import { isPlain, noteRule, outlineSteps, valueSharingRules } from '../document/ruleDigests.ts';
import { arrayAt, isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PolicyValidator, WorkingCopy } from './ports.ts';

interface Judged {
  /** Canonical; undefined when the text has no single meaning. */
  readonly hash: string | undefined;
  /** Why there is no hash, or what no push may send; one sentence each. */
  readonly problems: readonly string[];
}

/** What is known of a working copy without a value of all of it. */
export interface JudgedCopy extends Judged {
  readonly copy: WorkingCopy;
}

/** A working copy with what it says, unless its text has no single meaning. */
export interface WorkingDocument extends JudgedCopy {
  readonly value: JsonObject | undefined;
}

/** What the state of a policy asks of its working copy. */
export interface WorkingState {
  /** Canonical; undefined when the text has no single meaning. */
  readonly hash: string | undefined;
  /** Why there is no hash, one sentence. */
  readonly problem: string | undefined;
  /** What a push would be refused for; only when that is looked for. */
  readonly problems?: readonly string[];
}

/** Problems of the text that its value does not have: what is sent is written anew. */
const spelling: ReadonlySet<string> = new Set(['trailing-comma', 'control-character', 'number-out-of-range']);

/** What the working copies say. Nothing holds the thread for long, and what was found of a rule is not looked for again. */
export class WorkingDocuments {
  readonly #validate: PolicyValidator | undefined;
  readonly #judged = new WeakMap<PolicyDocument, Promise<Judged>>();
  readonly #states = new WeakMap<PolicyDocument, Promise<WorkingState>>();

  constructor(validate?: PolicyValidator) {
    this.#validate = validate;
  }

  async read(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingDocument> {
    const value = await this.value(kind, copy);
    return { copy, value, ...judgementOf(kind, copy, value) };
  }

  /** The value alone; what `like` says to the letter as well is made out of its parts. */
  value(kind: PolicyKind, copy: WorkingCopy, like?: JsonObject): Promise<JsonObject | undefined> {
    return inSlices(valueSteps(kind, copy, like));
  }

  /** The same without the value: only rules that changed are read. */
  async judged(kind: PolicyKind, copy: WorkingCopy): Promise<JudgedCopy> {
    const { document } = copy;
    const judged = this.#judged.get(document) ?? this.#judge(kind, copy);
    this.#judged.set(document, judged);
    return { copy, ...(await judged) };
  }

  /** Asked for again and again while somebody types. */
  state(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    const { document } = copy;
    const state = this.#states.get(document) ?? this.#state(kind, copy);
    this.#states.set(document, state);
    return state;
  }

  /** The value with the rules of `like` themselves where the copy says the same. */
  async valueLike(kind: PolicyKind, copy: WorkingCopy, like: JsonObject): Promise<JsonObject | undefined> {
    await this.judged(kind, copy);
    return valueSharingRules(copy.document, kind, like);
  }

  /** What a push would be refused for, beside what the text alone shows. */
  async refusals(kind: PolicyKind, { document }: WorkingCopy): Promise<readonly string[]> {
    return [...new Set(await this.#validate?.(document, kind))];
  }

  async #judge(kind: PolicyKind, copy: WorkingCopy): Promise<Judged> {
    return judgementOf(kind, copy, await inSlices(outlineSteps(copy.document, kind)));
  }

  async #state(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    const { hash, problems } = await this.judged(kind, copy);
    const state = { hash, problem: hash === undefined ? problems[0] : undefined };
    return this.#validate ? { ...state, problems: await this.refusals(kind, copy) } : state;
  }
}

function* valueSteps(
  kind: PolicyKind,
  { document }: WorkingCopy,
  like?: JsonObject,
): Generator<true | void, JsonObject | undefined, void> {
  const value = yield* document.valueSteps(like);
  for (const { key, rules } of value && isPlain(document) ? document.arrays() : []) {
    const values = arrayAt(value ?? new Map(), key);
    for (const [at, { slice }] of rules.entries()) {
      const rule = values[at];
      if (isJsonObject(rule)) {
        noteRule(slice, rule, ruleFormOf(kind));
        yield;
      }
    }
  }
  return value;
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

/** One sentence for each; they are in written order. */
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
