import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { finished } from '../util/finished.ts';
import { inSlices } from '../util/inSlices.ts';
import type { Body, Part } from './chunks/body.ts';
import { readBody } from './chunks/readBody.ts';
import { isBroken } from './parser/problems.ts';
import { RecentNodes, type SeeRule } from './parser/ruleSlices.ts';
import type { RuleArrayView, StructureProblem, TopMember } from './ruleView.ts';
import type { MergeKey } from './syntaxNode.ts';
import { applyEdits, type TextEdit, type TextRange } from './text.ts';

export type {
  RuleArrayView,
  RuleFacts,
  RuleSlice,
  RuleView,
  StructureProblem,
  TopMember,
} from './ruleView.ts';

/** Edits of a larger part of the text than one in so many are not followed rule by rule. */
const MUCH = 4;

/**
 * A policy file, read. Reading never throws, whatever the text. `apply` follows the editor: a change inside a rule reads
 * that rule only; a change that breaks the text keeps the other rules as they were last known, until it is mended. While
 * the text is right, everything here is what a fresh reading would give.
 */
export class PolicyDocument {
  readonly spelling: Spelling;
  readonly kind: PolicyKind | undefined;
  readonly #recent: RecentNodes;
  #body: Body;

  private constructor(spelling: Spelling, kind: PolicyKind | undefined, recent: RecentNodes, body: Body) {
    this.spelling = spelling;
    this.kind = kind;
    this.#recent = recent;
    this.#body = body;
  }

  /** `see` is shown most rules at the moment they are read, when their value costs the least. */
  static read(text: string, spelling: Spelling, kind?: PolicyKind, see?: SeeRule): PolicyDocument {
    return finished(PolicyDocument.readSteps(text, spelling, kind, see));
  }

  /** As `read`, in steps: each reads a rule; true comes before one that takes longer. */
  static *readSteps(
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
    see?: SeeRule,
  ): Generator<true | void, PolicyDocument, void> {
    const recent = new RecentNodes();
    const body = yield* readBody(text, spelling, kind, recent, undefined, see);
    return new PolicyDocument(spelling, kind, recent, body);
  }

  /** As `read`, giving way by `await pause()` every few milliseconds. Throws CanceledError. */
  static readInSlices(
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
    pause?: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<PolicyDocument> {
    return inSlices(PolicyDocument.readSteps(text, spelling, kind), signal, pause);
  }

  /** The whole text: joined anew after every change, so prefer `slice` where a part is enough. */
  get text(): string {
    return this.#body.text;
  }

  get length(): number {
    return this.#body.length;
  }

  slice(start: number, end: number): string {
    return this.#body.slice(start, end);
  }

  /** The line break that the file uses. */
  get lineBreak(): '\n' | '\r\n' {
    for (let from = 0; from < this.length; from += 4096) {
      const part = this.slice(Math.max(0, from - 1), from + 4096);
      const first = part.indexOf('\n');
      if (first >= 0) {
        return part[first - 1] === '\r' ? '\r\n' : '\n';
      }
    }
    return '\n';
  }

  /** In written order. */
  get problems(): readonly StructureProblem[] {
    return this.#body.problems();
  }

  /** Extent of the object that is the policy. */
  get range(): TextRange | undefined {
    return this.#body.range;
  }

  /** Takes over edits as the editor reports them: not overlapping, all in offsets of the text before. */
  apply(edits: readonly TextEdit[]): void {
    finished(this.#applySteps(edits));
  }

  /** As it is now, whatever becomes of this one. Undefined when that is no cheaper than reading it anew. */
  snapshot(): PolicyDocument | undefined {
    const fork = this.#body.fork();
    return fork && new PolicyDocument(this.spelling, this.kind, this.#recent, fork);
  }

  /** What it would be after these edits, which leave this document as it is. */
  after(edits: readonly TextEdit[]): PolicyDocument {
    const after = this.snapshot();
    after?.apply(edits);
    return after ?? PolicyDocument.read(applyEdits(this.text, edits), this.spelling, this.kind);
  }

  /** As a reading of the edited text, in steps: each reads a rule; true comes before one that takes longer. */
  *afterSteps(edits: readonly TextEdit[]): Generator<true | void, PolicyDocument, void> {
    const touched = edits.reduce((sum, { start, end, text }) => sum + end - start + text.length, 0);
    const after = touched * MUCH < this.length ? this.snapshot() : undefined;
    if (after) {
      yield* after.#applySteps(edits);
      if (!isBroken(after.problems)) {
        return after;
      }
    }
    const recent = new RecentNodes();
    const text = applyEdits(this.text, edits);
    const body = yield* readBody(text, this.spelling, this.kind, recent, yield* this.#body.known());
    return new PolicyDocument(this.spelling, this.kind, recent, body);
  }

  /** The text in chunks, for comparisons: see `Body.parts`. */
  parts(): readonly Part[] {
    return this.#body.parts();
  }

  /** The ordered arrays that the document has, in written order. `null` reads as an empty array. */
  arrays(): readonly RuleArrayView[] {
    return this.#body.arrays();
  }

  array(key: string): RuleArrayView | undefined {
    return this.arrays().find((array) => array.key === key);
  }

  members(): readonly TopMember[] {
    return this.#body.members();
  }

  /** The YAML merge keys of the document itself. */
  merges(): readonly MergeKey[] {
    return this.#body.merges();
  }

  *#applySteps(edits: readonly TextEdit[]): Generator<true | void, void, void> {
    const body = this.#body;
    if (edits.length === 0 || (yield* body.apply(edits))) {
      return;
    }
    yield true;
    const known = yield* body.known();
    const fresh = yield* readBody(body.text, this.spelling, this.kind, this.#recent, known);
    if (!(body.stays && isBroken(fresh.problems()) && countRules(fresh) < countRules(body))) {
      this.#body = fresh;
    }
  }

  /** Undefined while a fatal problem stands, and when the document is not an object. */
  value(): JsonObject | undefined {
    return finished(this.valueSteps());
  }

  /** The same in steps, a rule each. What `like` says to the letter as well is made out of its parts: mostly little is made then. */
  *valueSteps(like?: JsonObject): Generator<void, JsonObject | undefined, void> {
    return this.problems.some((problem) => problem.fatal) ? undefined : yield* this.#body.value(like);
  }

  /** What the document says it is: its `policyType`, else its `_id`. */
  identity(): string | undefined {
    for (const key of ['policyType', '_id']) {
      const member = this.members().find((each) => each.key === key);
      const node = member && !member.array ? member.node() : undefined;
      if (node?.kind === 'string' && node.value !== '') {
        return node.value;
      }
    }
    return undefined;
  }
}

function countRules(body: Body): number {
  return body.arrays().reduce((sum, { rules }) => sum + rules.length, 0);
}
