import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { runToEnd } from '../util/runToEnd.ts';
import { inSlices } from '../util/inSlices.ts';
import type { Piece } from './reading/pieces.ts';
import type { PolicyReading } from './reading/policyReading.ts';
import { readPolicy } from './reading/readPolicy.ts';
import { rereadPolicy } from './reading/rereadPolicy.ts';
import type { MergeKey } from './syntaxNode.ts';
import type { TextEdit, TextRange } from './text.ts';
import type { RuleArrayView, TopMember } from './ruleView.ts';
import type { RuleSlice } from './ruleSlice.ts';
import type { StructureProblem } from './parser/problems.ts';

/**
 * A policy document is a policy file after reading, and never changes. Reading never throws, whatever the text. `after`
 * gives the edited document: a change inside a rule reads only that rule. A change that breaks the text keeps the last
 * known state of the other rules. A valid text always gives the result of a new reading.
 */
export class PolicyDocument {
  readonly spelling: Spelling;
  readonly kind: PolicyKind | undefined;
  readonly #reading: PolicyReading;

  private constructor(spelling: Spelling, kind: PolicyKind | undefined, reading: PolicyReading) {
    this.spelling = spelling;
    this.kind = kind;
    this.#reading = reading;
  }

  static read(text: string, spelling: Spelling, kind?: PolicyKind): PolicyDocument {
    return runToEnd(PolicyDocument.readSteps(text, spelling, kind));
  }

  /**
   * The function works like `read`, in steps of one rule; it yields true before a longer rule. `see` gets each rule
   * during its reading, because its value is cheapest at that moment.
   */
  static *readSteps(
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
    see?: (slice: RuleSlice) => void,
  ): Generator<true | void, PolicyDocument, void> {
    return new PolicyDocument(spelling, kind, yield* readPolicy(text, spelling, kind, see));
  }

  /** The function works like `read`, but awaits `pause()` every few milliseconds. Throws CanceledError. */
  static readInSlices(
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
    pause?: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<PolicyDocument> {
    return inSlices(PolicyDocument.readSteps(text, spelling, kind), signal, pause);
  }

  /** The whole text is joined again after every change, so prefer `slice` for a part. */
  get text(): string {
    return this.#reading.text;
  }

  get length(): number {
    return this.#reading.length;
  }

  slice(start: number, end: number): string {
    return this.#reading.slice(start, end);
  }

  /** The line break that the file uses. */
  get lineBreak(): '\n' | '\r\n' {
    const { text = '' } = this.pieces().find((piece) => piece.text.includes('\n')) ?? {};
    return text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  }

  /** The problems are in written order. */
  get problems(): readonly StructureProblem[] {
    return this.#reading.problems();
  }

  /** Extent of the object that is the policy. */
  get range(): TextRange | undefined {
    return this.#reading.range;
  }

  /** Takes over edits as the editor reports them: not overlapping, all in offsets of the text before. */
  after(edits: readonly TextEdit[]): PolicyDocument {
    return new PolicyDocument(this.spelling, this.kind, rereadPolicy(this.#reading, edits));
  }

  /** Each piece is a rule, or text around the lists. Unchanged text keeps its piece object. */
  pieces(): readonly Piece[] {
    return this.#reading.pieces;
  }

  /** The ordered arrays that the document has, in written order. `null` reads as an empty array. */
  arrays(): readonly RuleArrayView[] {
    return this.#reading.arrays();
  }

  array(key: string): RuleArrayView | undefined {
    return this.arrays().find((array) => array.key === key);
  }

  members(): readonly TopMember[] {
    return this.#reading.members();
  }

  /** The YAML merge keys of the document itself. */
  merges(): readonly MergeKey[] {
    return this.#reading.merges();
  }

  /** The value is undefined while a fatal problem exists, and when the document is not an object. */
  value(): JsonObject | undefined {
    return this.problems.some((problem) => problem.fatal) ? undefined : this.#reading.value();
  }

  /** The identity is the `policyType` of the document, or else its `_id`. */
  identity(): string | undefined {
    for (const key of ['policyType', '_id']) {
      const member = this.members().find((field) => field.key === key);
      const node = member && !member.array ? member.node() : undefined;
      if (node?.kind === 'string' && node.value !== '') {
        return node.value;
      }
    }
    return undefined;
  }
}
