import type { JsonObject, JsonValue } from '../json/json.ts';
import { policyKindOfIdentity, type PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { firstIndex } from '../util/firstIndex.ts';
import { runToEnd } from '../util/inSlices.ts';
import {
  notAnObject,
  problem,
  problemsOfRule,
  type StructureProblem,
  settledProblems,
  shiftProblem,
} from './reading/problems.ts';
import {
  isRule,
  type Piece,
  type PolicyFormat,
  type RuleList,
  type RulePiece,
  type TextReading,
} from './reading/pieces.ts';
import { RuleSlice, RuleView, type RuleArrayView, type TopMember } from './ruleView.ts';
import {
  memberOf,
  shiftNode,
  valueOfNode,
  type ObjectNode,
  type SyntaxMember,
  type SyntaxNode,
} from './syntaxNode.ts';
import type { TextRange } from './text.ts';

/** The limit is lower than for a whole document because the text around the rules is read again with every change of it. */
const MAX_SURROUNDINGS_LENGTH = 256 * 1024;

/** A list of rules, by the indices of its pieces. */
interface ListOfPieces extends RuleList {
  readonly first: number;
  end: number;
}

/** The text outside of the lists, read as a document of its own in which these lists are empty. */
interface Surroundings extends TextReading {
  readonly isInPlace: boolean;
}

interface ReadBefore {
  /** The whole text, where it is at hand. */
  readonly text?: string;
  /** A reading that may have the same around its lists. */
  readonly like?: PolicyDocument;
  /** The problems belong to the text; the pieces belong to an earlier, readable text. */
  readonly problems?: readonly StructureProblem[];
  /** The lists are not taken out: their rules are read with all the rest. */
  readonly whole?: TextReading;
}

/**
 * A policy document is a policy file after reading (see `readPolicyText`), and never changes. `rereadPolicy` gives the
 * document after an edit.
 */
export class PolicyDocument {
  readonly format: PolicyFormat;
  readonly lists: readonly ListOfPieces[];
  /** A piece is marked so. */
  readonly isMendable: boolean;
  /** The pieces are in written order. Unchanged text keeps its piece object. */
  readonly pieces: readonly Piece[];
  /** The texts before, between and after the lists. */
  readonly #outside: readonly string[];
  readonly #starts: Float64Array;
  readonly #isWhole: boolean;
  #text: string | undefined;
  #surroundings: Surroundings | undefined;
  #problems: readonly StructureProblem[] | undefined;
  #arrays: readonly RuleArrayView[] | undefined;
  #members: readonly TopMember[] | undefined;

  constructor(
    format: PolicyFormat,
    pieces: readonly Piece[],
    { text, like, problems, whole }: ReadBefore = {},
  ) {
    this.format = format;
    this.pieces = pieces;
    this.lists = listsOf(pieces);
    const outside = pieces.filter((piece) => !isRule(piece));
    this.isMendable = outside.some((piece) => piece.isMendable);
    this.#outside = outside.map(({ text: own }) => own);
    this.#starts = startsOf(pieces);
    this.#text = text;
    this.#isWhole = whole !== undefined;
    this.#surroundings = whole ? { ...whole, isInPlace: true } : like?.surroundingsOf(this);
    this.#problems = problems;
  }

  get spelling(): Spelling {
    return this.format.spelling;
  }

  get kind(): PolicyKind | undefined {
    return this.format.kind;
  }

  get length(): number {
    return this.start(this.pieces.length);
  }

  /** The whole text is joined again after every change, so prefer `slice` for a part. */
  get text(): string {
    this.#text ??= this.pieces.map((piece) => piece.text).join('');
    return this.#text;
  }

  /** The line break that the file uses. */
  get lineBreak(): '\n' | '\r\n' {
    const { text = '' } = this.pieces.find((piece) => piece.text.includes('\n')) ?? {};
    return text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  }

  /** The offset at which a piece begins. */
  start(piece: number): number {
    return this.#starts[piece] as number;
  }

  /** The piece contains the character at `offset`; a larger offset gives the last piece. */
  pieceAt(offset: number): number {
    return firstIndex(this.pieces.length - 1, (index) => this.start(index + 1) > offset);
  }

  slice(start: number, end: number): string {
    if (this.#text !== undefined) {
      return this.#text.slice(start, end);
    }
    let result = '';
    for (let index = this.pieceAt(start); index < this.pieces.length && this.start(index) < end; index++) {
      const from = this.start(index);
      result += (this.pieces[index] as Piece).text.slice(Math.max(0, start - from), Math.max(0, end - from));
    }
    return result;
  }

  get surroundings(): Surroundings {
    this.#surroundings ??= this.#readSurroundings();
    return this.#surroundings;
  }

  /** The nodes around the lists of another reading, if the text around them is the same. */
  surroundingsOf(other: PolicyDocument): Surroundings | undefined {
    const isSame =
      !this.#isWhole &&
      other.#outside.length === this.#outside.length &&
      other.#outside.every((text, place) => text === this.#outside[place]) &&
      other.lists.every(({ key }, place) => key === this.lists[place]?.key);
    return isSame ? this.#surroundings : undefined;
  }

  /** The policy's object with its `members`. In block style it ends with its last field. */
  get root(): ObjectNode | undefined {
    const { root } = this.surroundings;
    if (root?.kind !== 'object') {
      return undefined;
    }
    const members = this.members();
    const { start, end } = this.#place(root.range);
    const range = { start, end: Math.max(end, members.at(-1)?.value.range.end ?? end) };
    const merges = (root.merges ?? []).map((merge) => ({
      keyRange: this.#place(merge.keyRange),
      range: this.#place(merge.range),
    }));
    return { kind: 'object', range, members, merges };
  }

  get range(): TextRange | undefined {
    return this.root?.range;
  }

  /** The problems are in written order. */
  get problems(): readonly StructureProblem[] {
    this.#problems ??= this.#findProblems();
    return this.#problems;
  }

  /** The document has no single meaning, and therefore no value. */
  get hasFatalProblem(): boolean {
    return this.problems.some(({ fatal }) => fatal);
  }

  get ruleCount(): number {
    return this.arrays().reduce((sum, { rules }) => sum + rules.length, 0);
  }

  /** The ordered arrays that the document has, in written order. `null` reads as an empty array. */
  arrays(): readonly RuleArrayView[] {
    const members = this.members();
    // A broken document may have the list without its key.
    this.#arrays ??= [
      ...members.flatMap(({ array }) => array ?? []),
      ...this.lists
        .filter((list) => !members.some(({ key }) => key === list.key))
        .map((list) => this.#listed(list)),
    ];
    return this.#arrays;
  }

  array(key: string): RuleArrayView | undefined {
    return this.arrays().find((array) => array.key === key);
  }

  members(): readonly TopMember[] {
    this.#members ??= this.#makeMembers();
    return this.#members;
  }

  /** The value is undefined while a fatal problem exists, and when the document is not an object. */
  value(): JsonObject | undefined {
    return runToEnd(this.valueByRule((slice) => slice.value()));
  }

  /** The value with what `ruleOf` makes of each rule, one rule a step. */
  *valueByRule(ruleOf: (slice: RuleSlice) => JsonValue): Generator<void, JsonObject | undefined, void> {
    const { root } = this.surroundings;
    if (root?.kind !== 'object' || this.hasFatalProblem) {
      return undefined;
    }
    const whole = new Map<string, JsonValue>();
    for (const { key, value } of root.members) {
      const rules: JsonValue[] = [];
      for (const { slice } of this.array(key)?.rules ?? []) {
        rules.push(ruleOf(slice));
        yield;
      }
      whole.set(key, rules.length > 0 ? rules : valueOfNode(value));
    }
    return whole;
  }

  /** The identity is the `policyType` of the document, or else its `_id`. */
  identity(): string | undefined {
    for (const key of ['policyType', '_id']) {
      const node = memberOf(this.surroundings.root, key)?.value;
      if (node?.kind === 'string' && node.value !== '') {
        return node.value;
      }
    }
    return undefined;
  }

  #readSurroundings(): Surroundings {
    const marks: number[] = [];
    let text = '';
    for (const outside of this.#outside) {
      text += outside;
      marks.push(text.length);
    }
    const reading = this.format.reader.readText(text, MAX_SURROUNDINGS_LENGTH);
    return { ...reading, isInPlace: this.#isInPlace(reading.root, marks) };
  }

  /** The lists were where the document has them: each mark is between the key of its list and the next key. */
  #isInPlace(root: SyntaxNode | undefined, marks: readonly number[]): boolean {
    const members = root?.kind === 'object' ? root.members : [];
    return this.format.keys.every((key) => {
      const at = members.findIndex((member) => member.key === key);
      const { keyRange, value } = members[at] ?? {};
      const mark = marks[this.lists.findIndex((list) => list.key === key)];
      const isEmpty = value?.kind === 'array' ? value.items.length === 0 : value?.kind === 'null';
      return mark === undefined
        ? value?.kind !== 'array' || isEmpty
        : isEmpty && keyRange!.end < mark && mark <= (members[at + 1]?.keyRange.start ?? mark);
    });
  }

  #findProblems(): readonly StructureProblem[] {
    const { root, problems: around, fatal } = this.surroundings;
    const problems = around.map((problem) => ({ ...problem, range: this.#place(problem.range) }));
    if (root?.kind === 'object') {
      for (const key of this.format.keys) {
        const value = countedMember(root.members, key)?.value;
        if (value && value.kind !== 'array' && value.kind !== 'null') {
          problems.push(
            problem('rules-not-a-list', `${key} must be a list of rules`, this.#place(value.range), false),
          );
        } else if (this.#isWhole && value?.kind === 'array') {
          problems.push(
            ...value.items.flatMap(({ kind, range }) => (kind === 'object' ? [] : notAnObject(range))),
          );
        }
      }
    } else if (!fatal) {
      const message = root ? 'a policy is an object with a list of rules' : 'the file is empty';
      problems.push(problem('not-a-policy', message, root?.range ?? { start: 0, end: this.length }, true));
    }
    const ofRules = this.pieces.flatMap((piece, index) =>
      isRule(piece) ? problemsOfPiece(piece, this.start(index)) : none,
    );
    return settledProblems([...problems, ...ofRules], (start, end) => this.slice(start, end));
  }

  #makeMembers(): readonly TopMember[] {
    const { root } = this.surroundings;
    const written = root?.kind === 'object' ? root.members : [];
    return written.map((member): TopMember => {
      const { key, keyRange, value } = member;
      const isArray = this.format.keys.includes(key) && countedMember(written, key) === member;
      const array = isArray ? this.#arrayOf(member) : undefined;
      const placed: SyntaxNode =
        array && !this.#isWhole
          ? { kind: 'array', range: array.range, items: [] }
          : { ...shiftNode(value, this.#shift(value.range.start)), range: this.#place(value.range) };
      return { ...member, keyRange: this.#place(keyRange), value: placed, array };
    });
  }

  #arrayOf({ key, value }: SyntaxMember): RuleArrayView | undefined {
    const list = this.lists.find((candidate) => candidate.key === key);
    if (list) {
      const listed = this.#listed(list);
      const hasBrackets = list.column < 0 && value.kind === 'array';
      return hasBrackets ? { ...listed, range: this.#place(value.range) } : listed;
    }
    if (value.kind !== 'array' && value.kind !== 'null') {
      return undefined;
    }
    const items = this.#isWhole && value.kind === 'array' ? value.items : [];
    const rules = items.map(
      (item, index) => new RuleView(key, index, nodeSlice(item, this.text), item.range.start),
    );
    return { key, range: this.#place(value.range), rules };
  }

  /** A list that was taken out, from its first rule (its `-` in YAML) to the end of the last. */
  #listed({ key, column, first, end }: ListOfPieces): RuleArrayView {
    const views = (this.pieces.slice(first, end) as RulePiece[]).map(
      ({ slice }, index) => new RuleView(key, index, slice, this.start(first + index)),
    );
    const start = this.start(first) + Math.max(0, column);
    return { key, range: { start, end: Math.max(start + 1, views.at(-1)?.range.end ?? 0) }, rules: views };
  }

  /** The shift turns an offset in the text around the lists into one of the document. */
  #shift(offset: number): number {
    let length = 0;
    let shift = 0;
    for (const [place, text] of this.#outside.entries()) {
      length += text.length;
      const list = this.lists[place];
      if (offset < length || !list) {
        break;
      }
      shift = this.start(list.end) - length;
    }
    return shift;
  }

  #place({ start, end }: TextRange): TextRange {
    const from = start + this.#shift(start);
    return { start: from, end: end > start ? end + this.#shift(end - 1) : from };
  }
}

const none: readonly StructureProblem[] = [];

function problemsOfPiece({ problems, slice }: RulePiece, from: number): readonly StructureProblem[] {
  return problems.length + slice.problems.length === 0
    ? none
    : [
        ...slice.problems.map((problem) => shiftProblem(problem, from + slice.start)),
        ...problems.map((problem) => shiftProblem(problem, from)),
      ];
}

/** The first of duplicate lists counts. A merge key never replaces a list that the document itself has. */
function countedMember(members: readonly SyntaxMember[], key: string): SyntaxMember | undefined {
  const named = members.filter((member) => member.key === key);
  return named.find(({ merged }) => !merged) ?? named[0];
}

function listsOf(pieces: readonly Piece[]): readonly ListOfPieces[] {
  const lists: ListOfPieces[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as Piece;
    const open = lists.at(-1);
    if (isRule(piece) && open?.end === index) {
      open.end++;
    } else if (isRule(piece)) {
      lists.push({ ...piece.list, first: index, end: index + 1 });
    }
  }
  return lists;
}

function startsOf(pieces: readonly Piece[]): Float64Array {
  const starts = new Float64Array(pieces.length + 1);
  for (let index = 0; index < pieces.length; index++) {
    starts[index + 1] = (starts[index] as number) + (pieces[index] as Piece).text.length;
  }
  return starts;
}

/** The slice of a rule that was read with its whole document. */
function nodeSlice(item: SyntaxNode, text: string): RuleSlice {
  const { start, end } = item.range;
  const node = shiftNode(item, -start);
  return new RuleSlice(text.slice(start, end), 0, node, problemsOfRule(node), {});
}

/** The kind of a policy comes from its place, or else from its identity. */
export function kindOfDocument(doc: PolicyDocument): PolicyKind | undefined {
  return doc.kind ?? policyKindOfIdentity(doc.identity() ?? '');
}
