import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/lineIndex.ts';
import type { PolicyDocument, RuleSlice, StructureProblem } from '../document/policyDocument.ts';
import { valueOfNode } from '../document/syntaxNode.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { canonicalHash, knownDigest, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PolicyValidator, WorkingCopy } from './ports.ts';

/** A working copy with what it says: `value` and `hash` are there unless its text has no single meaning. */
export interface WorkingDocument {
  readonly copy: WorkingCopy;
  readonly value: JsonObject | undefined;
  /** Canonical. */
  readonly hash: string | undefined;
  /** Why it has no value, or what no push may send; one sentence each. */
  readonly problems: readonly string[];
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
  readonly #states = new WeakMap<PolicyDocument, Promise<WorkingState>>();
  /** By what was read of a rule: an empty one with its digest, since whole rules would be too much to keep. */
  readonly #standIns = new WeakMap<RuleSlice, JsonObject>();

  constructor(validate?: PolicyValidator) {
    this.#validate = validate;
  }

  read(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingDocument> {
    return inSlices(this.#readSteps(kind, copy));
  }

  /** Asked for again and again while somebody types: only rules that changed are read. */
  state(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    const { document } = copy;
    const state = this.#states.get(document) ?? this.#state(kind, copy);
    this.#states.set(document, state);
    return state;
  }

  /**
   * What a working copy says, with the rules of `base` themselves where it says the same: only rules that differ are read. Undefined
   * when its text has no single meaning. Digests of the rules of `base` are known.
   */
  async valueLike(kind: PolicyKind, copy: WorkingCopy, base: JsonObject): Promise<JsonObject | undefined> {
    const { hash } = await this.state(kind, copy);
    return hash === undefined ? undefined : inSlices(this.#valueLikeSteps(kind, copy, base));
  }

  /** What a push would be refused for, beside what the text alone shows. */
  async refusals(kind: PolicyKind, { document }: WorkingCopy): Promise<readonly string[]> {
    return [...new Set(await this.#validate?.(document, kind))];
  }

  async #state(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    const state = await inSlices(this.#stateSteps(kind, copy));
    return this.#validate ? { ...state, problems: await this.refusals(kind, copy) } : state;
  }

  *#stateSteps(kind: PolicyKind, copy: WorkingCopy): Generator<true | void, WorkingState, void> {
    const { document, text } = copy;
    if (document.problems.some(({ fatal }) => fatal)) {
      return { hash: undefined, problem: described(document.problems.slice(0, 1), text)[0] };
    }
    if (!isPlain(document)) {
      const { hash, problems } = yield* this.#readSteps(kind, copy);
      return { hash, problem: hash === undefined ? problems[0] : undefined };
    }
    const outline = new Map<string, JsonValue>();
    for (const member of document.members()) {
      const rules: JsonValue[] = [];
      for (const { slice } of member.array?.rules ?? []) {
        rules.push(this.#standIn(kind, slice));
        yield;
      }
      outline.set(member.key, member.array ? rules : valueOfNode(member.node()));
    }
    return { hash: canonicalHash(kind, outline), problem: undefined };
  }

  *#valueLikeSteps(
    kind: PolicyKind,
    copy: WorkingCopy,
    base: JsonObject,
  ): Generator<true | void, JsonObject | undefined, void> {
    const { document } = copy;
    if (!isPlain(document)) {
      return (yield* this.#readSteps(kind, copy)).value;
    }
    const form = ruleFormOf(kind);
    const value = new Map<string, JsonValue>();
    for (const member of document.members()) {
      if (!member.array) {
        value.set(member.key, valueOfNode(member.node()));
        continue;
      }
      const known = new Map<string, JsonObject>();
      for (const rule of arrayAt(base, member.key)) {
        const digest = isJsonObject(rule) ? knownDigest(rule, form) : undefined;
        if (isJsonObject(rule) && digest !== undefined) {
          known.set(digest, rule);
        }
      }
      const rules: JsonValue[] = [];
      for (const { slice } of member.array.rules) {
        const standIn = this.#standIn(kind, slice);
        const digest = isJsonObject(standIn) ? knownDigest(standIn, form) : undefined;
        rules.push((digest === undefined ? undefined : known.get(digest)) ?? slice.value());
        yield;
      }
      value.set(member.key, rules);
    }
    return value;
  }

  *#readSteps(kind: PolicyKind, copy: WorkingCopy): Generator<true | void, WorkingDocument, void> {
    const { document, text } = copy;
    const value = yield* document.valueSteps();
    for (const { key, rules } of value && isPlain(document) ? document.arrays() : []) {
      const values = arrayAt(value ?? new Map(), key);
      for (const [at, { slice }] of rules.entries()) {
        const rule = values[at];
        if (isJsonObject(rule)) {
          this.#note(kind, slice, ruleDigest(rule, ruleFormOf(kind), this.#digestOf(kind, slice)));
          yield;
        }
      }
    }
    yield true;
    const structure = described(
      document.problems.filter(({ code }) => !value || !spelling.has(code)),
      text,
    );
    const hash = value && canonicalHash(kind, value);
    yield true;
    return {
      copy,
      value,
      hash,
      problems: value ? [...structure, ...hardProblems(kind, value)] : structure,
    };
  }

  #standIn(kind: PolicyKind, slice: RuleSlice): JsonValue {
    if (this.#digestOf(kind, slice) === undefined) {
      const value = slice.value();
      if (!isJsonObject(value)) {
        return value;
      }
      this.#note(kind, slice, ruleDigest(value, ruleFormOf(kind)));
    }
    return this.#standIns.get(slice) as JsonObject;
  }

  #note(kind: PolicyKind, slice: RuleSlice, digest: string): void {
    const standIn: JsonObject = new Map();
    ruleDigest(standIn, ruleFormOf(kind), digest);
    this.#standIns.set(slice, standIn);
  }

  #digestOf(kind: PolicyKind, slice: RuleSlice): string | undefined {
    const known = this.#standIns.get(slice);
    return known && knownDigest(known, ruleFormOf(kind));
  }
}

/** Whether what it says is what stands in its members, one after the other. */
function isPlain(document: PolicyDocument): boolean {
  const members = document.members();
  const keys = new Set(members.map(({ key }) => key));
  return document.range !== undefined && keys.size === members.length && !keys.has('<<');
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
