import type { JsonObject, JsonValue } from '../../json/json.ts';
import { KnownRules } from '../parser/knownRules.ts';
import { isBroken } from '../parser/problems.ts';
import type { RuleArrayView, StructureProblem, TopMember } from '../ruleView.ts';
import { shiftNode, valueOfNode, type ArrayNode, type MergeKey, type SyntaxMember } from '../syntaxNode.ts';
import type { TextEdit, TextRange } from '../text.ts';
import { Anchors } from './anchors.ts';
import { firstMembers, type Body, type Part } from './body.ts';
import type {
  Format,
  Layout,
  Piece,
  RulePosition,
  RuleReading,
  RuleText,
  Skeleton,
  SplitList,
} from './piece.ts';
import { PieceText } from './pieceText.ts';
import { SkeletonPlaces } from './skeletonPlaces.ts';
import { problemsOfPieces } from './splitProblems.ts';
import { SplitRule } from './splitRule.ts';

/** A document of which every rule is a piece of its own: a change is read from the pieces it touches. */
export class SplitBody implements Body {
  readonly #format: Format;
  readonly #keys: readonly string[];
  readonly #text: PieceText;
  readonly #lists: SplitList[];
  readonly #places: SkeletonPlaces;
  #skeleton: Skeleton;
  /** Pieces with problems, or that do not fit between their neighbours. */
  readonly #flawed = new Set<Piece>();
  /** The rules that the last edits touched, as they were before. */
  #touched = new KnownRules([]);
  /** An edit went across the border of a list: the pieces no longer say where it is. */
  #torn = false;
  /** What stands around the lists says that they are elsewhere. */
  #misplaced = false;
  /** Views of the rules, until some are added or removed. */
  readonly #views = new Map<string, readonly SplitRule[]>();
  #arrays: readonly RuleArrayView[] = [];
  #members: readonly TopMember[] | undefined;
  #problems: readonly StructureProblem[] | undefined;

  /** Undefined when the text cannot be read in pieces. */
  static make(text: string, layout: Layout, format: Format, keys: readonly string[]): SplitBody | undefined {
    const pieces: Piece[] = [];
    const lists: SplitList[] = [];
    const add = (part: string, rule?: RuleReading): void => {
      pieces.push({ text: part, rule, stale: false, index: pieces.length });
    };
    for (const [place, { key, column, rules }] of layout.lists.entries()) {
      add(layout.around[place] ?? '');
      lists.push({ key, column, first: pieces.length, count: rules.length });
      for (const { text: part, rule } of rules) {
        add(part, rule);
      }
    }
    add(layout.around.at(-1) ?? '');
    const body = new SplitBody(new PieceText(pieces, text), lists, format, keys);
    for (const piece of pieces) {
      body.#note(piece);
    }
    return body.#isEntangled() || (body.#skeleton.sound && !body.#skeleton.matched) ? undefined : body;
  }

  private constructor(
    text: PieceText,
    lists: SplitList[],
    format: Format,
    keys: readonly string[],
    skeleton?: Skeleton,
  ) {
    this.#format = format;
    this.#keys = keys;
    this.#lists = lists;
    this.#text = text;
    this.#places = new SkeletonPlaces(text, lists);
    this.#skeleton = skeleton ?? this.#readSkeleton();
  }

  fork(): SplitBody | undefined {
    if (this.#torn || this.#misplaced) {
      return undefined;
    }
    const lists = this.#lists.map((list) => ({ ...list }));
    const fork = new SplitBody(this.#text.copy(), lists, this.#format, this.#keys, this.#skeleton);
    this.#flawed.forEach(({ index }) => fork.#flawed.add(fork.#text.pieces[index] as Piece));
    return fork;
  }

  parts(): readonly Part[] {
    return this.#text.pieces;
  }

  get text(): string {
    return this.#text.text;
  }

  get length(): number {
    return this.#text.length;
  }

  get range(): TextRange | undefined {
    return this.#places.extent(this.#skeleton.root, this.members().at(-1));
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  problems(): readonly StructureProblem[] {
    this.#problems ??= problemsOfPieces(this.#skeleton, this.#places, this.#keys, this.#flawed);
    return this.#problems;
  }

  arrays(): readonly RuleArrayView[] {
    this.members();
    return this.#arrays;
  }

  members(): readonly TopMember[] {
    this.#members ??= this.#findMembers();
    return this.#members;
  }

  merges(): readonly MergeKey[] {
    const { root } = this.#skeleton;
    const place = (range: TextRange): TextRange => this.#places.place(range);
    return root?.kind === 'object'
      ? (root.merges ?? []).map(({ keyRange, range }) => ({ keyRange: place(keyRange), range: place(range) }))
      : [];
  }

  *value(): Generator<void, JsonObject | undefined, void> {
    const { root } = this.#skeleton;
    const value = new Map<string, JsonValue>();
    for (const member of root?.kind === 'object' ? root.members : []) {
      const list = this.#lists.findLast(({ key }) => key === member.key);
      const rules: JsonValue[] = [];
      for (const rule of list ? this.#rulesOf(list) : []) {
        rules.push(rule.value());
        yield;
      }
      value.set(member.key, list ? rules : valueOfNode(member.value));
    }
    return root?.kind === 'object' ? value : undefined;
  }

  known(): KnownRules {
    return new KnownRules(this.#text.pieces);
  }

  get stays(): boolean {
    return !this.#torn && isBroken(this.problems());
  }

  apply(edits: readonly TextEdit[]): boolean {
    this.#problems = undefined;
    this.#members = undefined;
    this.#touched = new KnownRules([]);
    const dirty = new Set<Piece>();
    let around = false;
    for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end).toReversed()) {
      const opened = this.#torn ? -1 : this.#openList(edit);
      around ||= opened >= 0;
      const touched = this.#text.touched(edit);
      const first = Math.max(opened, touched.first);
      const last = Math.max(opened, touched.last);
      for (let index = first; index <= last; index++) {
        this.#touched.add(this.#text.pieces[index] as Piece);
      }
      const piece = this.#text.pieces[first] as Piece;
      if (first !== last) {
        this.#torn = !this.#mergePieces(first, last, dirty) || this.#torn;
      }
      this.#text.edit(this.#text.pieces[first] as Piece, edit);
      if (piece.rule) {
        dirty.add(this.#text.pieces[first] as Piece);
      } else {
        around = true;
      }
    }
    if (this.#torn) {
      return false;
    }
    let settled = true;
    for (const piece of dirty) {
      const outcome = this.#text.pieces[piece.index] === piece ? this.#readPiece(piece) : 'read';
      settled &&= outcome !== 'unsure';
      around ||= outcome === 'around';
    }
    if (around) {
      this.#skeleton = this.#readSkeleton();
      const { matched, sound } = this.#skeleton;
      this.#misplaced = (sound && !matched) || !this.#format.fits(this.#around(), this.#lists, this.#keys);
    }
    return settled && !this.#misplaced && this.#isSettled();
  }

  /** Whether the pieces say what a fresh reading would: what is wrong in pieces must be wrong as a whole. */
  #isSettled(): boolean {
    let first = Number.POSITIVE_INFINITY;
    if (this.#isEntangled()) {
      return false;
    }
    for (const { rule, index } of this.#flawed) {
      if (rule && !rule.sound) {
        first = Math.min(first, index);
      }
    }
    if (!this.#skeleton.sound) {
      if (this.#skeleton.certain && first === Number.POSITIVE_INFINITY) {
        return true;
      }
      first = 0;
    }
    return first === Number.POSITIVE_INFINITY || !this.#format.mayBeSound(this.#text.pieces, first);
  }

  /** Something names an anchor that stands elsewhere. An alias without an anchor is a mistake of its own rule. */
  #isEntangled(): boolean {
    const named = new Set(this.#skeleton.entangled);
    for (const { rule } of this.#flawed) {
      for (const name of rule?.entangled ?? []) {
        named.add(name);
      }
    }
    named.delete('');
    if (named.size === 0) {
      return false;
    }
    const anchors = new Anchors(this.#text.pieces.map(({ text }) => text));
    return [...named].some((name) => anchors.mayHave(name));
  }

  /** What an edit touches between the start of a list and its first rule is read with that rule: its index, or -1. */
  #openList(edit: TextEdit): number {
    const piece = this.#text.pieces[this.#text.touched(edit).first] as Piece;
    const place = this.#lists.findIndex((list) => list.first === piece.index + 1);
    const { root, sound } = this.#skeleton;
    const key = this.#lists[place]?.key;
    if (piece.rule || key === undefined || !sound || root?.kind !== 'object') {
      return -1;
    }
    const around = this.#around().slice(0, place);
    const before = around.reduce((length, text) => length + text.length, 0);
    const member = root.members.find((each) => each.key === key);
    const opening = member ? this.#format.opening(piece.text, member, before) : -1;
    const inList = opening >= 0 && edit.start >= this.#text.start(piece) + opening;
    if (inList) {
      this.#text.handOver(piece, opening);
    }
    return inList ? piece.index + 1 : -1;
  }

  /** Makes one piece of several rules of one list; false when there is more than rules among them. */
  #mergePieces(first: number, last: number, dirty: Set<Piece>): boolean {
    const some = this.#text.pieces.slice(first, last + 1);
    const inList = some.every((piece) => piece.rule);
    const merged: Piece = {
      text: some.map((piece) => piece.text).join(''),
      rule: some[0]?.rule,
      stale: true,
      index: first,
    };
    for (const piece of some) {
      dirty.delete(piece);
      this.#flawed.delete(piece);
    }
    this.#replace(first, some.length, [merged]);
    return inList;
  }

  #readPiece(piece: Piece): 'read' | 'around' | 'unsure' {
    const list = this.#listOf(piece);
    const first = piece.index === list.first;
    const position = this.#positionOf(piece, list);
    const known = (piece.rule as RuleReading).slice;
    const reading = this.#format.readRule(piece.text, position, list.column, known);
    if (reading.sound) {
      this.#take(piece, reading);
      return 'read';
    }
    const split = this.#format.split(piece.text, position, first, list.column);
    if (split === 'extend') {
      const before = first ? undefined : this.#text.pieces[piece.index - 1];
      if (!before) {
        this.#take(piece, reading);
        return 'unsure';
      }
      this.#mergePieces(before.index, piece.index, new Set());
      return this.#readPiece(this.#text.pieces[before.index] as Piece);
    }
    const usable = split !== 'unsure' && (split.rules.every(({ rule }) => rule.sound) || split.lead !== '');
    if (!usable && first && position === 'inner' && piece.text.trim() === '') {
      this.#mergePieces(piece.index, piece.index + 1, new Set());
      return this.#readPiece(this.#text.pieces[piece.index] as Piece);
    }
    if (!usable) {
      this.#take(piece, reading);
      return first && piece.text.trim() === '' ? 'unsure' : 'read';
    }
    return this.#takeApart(piece, split.lead, split.rules);
  }

  #positionOf(piece: Piece, list: SplitList): RulePosition {
    if (piece.index < list.first + list.count - 1) {
      return 'inner';
    }
    const final = piece.index === this.#text.pieces.length - 2 && this.#text.pieces.at(-1)?.text === '';
    return final ? 'final' : 'last';
  }

  #takeApart(piece: Piece, lead: string, rules: readonly RuleText[]): 'read' | 'around' {
    const index = piece.index;
    this.#flawed.delete(piece);
    const pieces = rules.map(({ text, rule }): Piece => ({
      text,
      rule: this.#touched.kept(rule),
      stale: false,
      index,
    }));
    if (lead !== '') {
      const before = this.#text.pieces[index - 1] as Piece;
      before.text += lead;
    }
    this.#replace(index, 1, pieces);
    for (const each of pieces) {
      this.#note(each);
    }
    return lead === '' ? 'read' : 'around';
  }

  #replace(first: number, count: number, pieces: readonly Piece[]): void {
    this.#views.clear();
    this.#text.replace(first, count, pieces);
    const added = pieces.length - count;
    for (const list of this.#lists) {
      if (list.first > first) {
        list.first += added;
      } else if (first < list.first + list.count) {
        list.count += added;
      }
    }
  }

  #take(piece: Piece, reading: RuleReading): void {
    piece.rule = this.#touched.kept(reading);
    piece.stale = false;
    this.#note(piece);
  }

  #note(piece: Piece): void {
    const { rule } = piece;
    const flawed =
      rule &&
      (!rule.sound ||
        rule.entangled.length > 0 ||
        rule.problems.length > 0 ||
        rule.slice.problems.length > 0);
    if (flawed) {
      this.#flawed.add(piece);
    } else {
      this.#flawed.delete(piece);
    }
  }

  #listOf(piece: Piece): SplitList {
    return this.#lists.findLast((list) => list.first <= piece.index) as SplitList;
  }

  #rulesOf(list: SplitList): readonly SplitRule[] {
    const known = this.#views.get(list.key);
    if (known) {
      return known;
    }
    const pieces = this.#text.pieces.slice(list.first, list.first + list.count);
    const rules = pieces.map((piece, index) => new SplitRule(list.key, index, piece, this.#text));
    this.#views.set(list.key, rules);
    return rules;
  }

  #around(): string[] {
    const ends = [...this.#lists.map((list) => list.first - 1), this.#text.pieces.length - 1];
    return ends.map((index) => (this.#text.pieces[index] as Piece).text);
  }

  #readSkeleton(): Skeleton {
    const lists = this.#lists.map((list) => list.key);
    return this.#format.skeleton(this.#around(), lists, this.#keys);
  }

  #findMembers(): TopMember[] {
    const { root } = this.#skeleton;
    const written = root?.kind === 'object' ? root.members : [];
    const first = firstMembers(written);
    const arrays: RuleArrayView[] = [];
    const members = written.map((member): TopMember => {
      const { key, keyRange, value, merged } = member;
      const array = first.get(key) === member ? this.#arrayOf(member) : undefined;
      if (array) {
        arrays.push(array);
      }
      return {
        key,
        keyRange: this.#places.place(keyRange),
        range: array?.range ?? this.#places.place(value.range),
        ...(merged && { merged }),
        array,
        node: () => (array ? nodeOfArray(array) : shiftNode(value, this.#places.shift(value.range.start))),
      };
    });
    // In a broken document the list may be there without its key.
    for (const list of this.#lists) {
      if (!first.has(list.key)) {
        arrays.push({ key: list.key, range: this.#extent(list), rules: this.#rulesOf(list) });
      }
    }
    this.#arrays = arrays;
    return members;
  }

  #arrayOf({ key, value }: SyntaxMember): RuleArrayView | undefined {
    const list = this.#lists.find((each) => each.key === key);
    if (!this.#keys.includes(key) || (!list && value.kind !== 'array' && value.kind !== 'null')) {
      return undefined;
    }
    const range =
      list && (list.column >= 0 || value.kind !== 'array')
        ? this.#extent(list)
        : this.#places.place(value.range);
    return { key, range, rules: list ? this.#rulesOf(list) : [] };
  }

  /** From the first rule (its `-` in YAML) to the end of the last. */
  #extent(list: SplitList): TextRange {
    const first = this.#text.pieces[list.first] as Piece;
    const last = this.#rulesOf(list).at(-1);
    const start = this.#text.start(first) + Math.max(0, list.column);
    return { start, end: Math.max(start + 1, last?.range.end ?? 0) };
  }
}

function nodeOfArray({ range, rules }: RuleArrayView): ArrayNode {
  return { kind: 'array', range, items: rules.map((rule) => shiftNode(rule.node(), rule.range.start)) };
}
