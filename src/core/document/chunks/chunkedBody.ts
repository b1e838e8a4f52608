import type { JsonObject, JsonValue } from '../../json/json.ts';
import { KnownRules } from '../parser/knownRules.ts';
import { isBroken } from '../parser/problems.ts';
import type { RuleArrayView, StructureProblem, TopMember } from '../ruleView.ts';
import { valueOfNode, type MergeKey } from '../syntaxNode.ts';
import type { TextEdit, TextRange } from '../text.ts';
import { Anchors } from './anchors.ts';
import { type Body, type Part } from './body.ts';
import type {
  ChunkSyntax,
  ChunkedText,
  Chunk,
  RulePosition,
  ParsedRule,
  RuleText,
  Skeleton,
  ChunkList,
} from './chunk.ts';
import { ChunkText } from './chunkText.ts';
import { SkeletonPlaces } from './skeletonPlaces.ts';
import { hasProblems, problemsOfChunks } from './chunkProblems.ts';
import { LikeRules } from './likeRules.ts';
import { ChunkViews, type SeenMembers } from './chunkViews.ts';

/** A document of which every rule is a chunk of its own: a change is read from the chunks it touches. */
export class ChunkedBody implements Body {
  readonly #syntax: ChunkSyntax;
  readonly #keys: readonly string[];
  readonly #text: ChunkText;
  readonly #lists: ChunkList[];
  readonly #places: SkeletonPlaces;
  #skeleton: Skeleton;
  /** Chunks with problems, or that do not fit between their neighbors. */
  readonly #withProblems = new Set<Chunk>();
  /** The rules that the last edits touched, as they were before. */
  #touched = new KnownRules();
  /** An edit went across the border of a list: the chunks no longer say where it is. */
  #listsBroken = false;
  /** What stands outside of the lists says that they are elsewhere. */
  #listsMoved = false;
  readonly #views: ChunkViews;
  #seen: SeenMembers | undefined;
  #problems: readonly StructureProblem[] | undefined;

  /** Undefined when the text cannot be read in chunks. */
  static make(
    text: string,
    chunked: ChunkedText,
    syntax: ChunkSyntax,
    keys: readonly string[],
  ): ChunkedBody | undefined {
    const chunks: Chunk[] = [];
    const lists: ChunkList[] = [];
    const add = (part: string, rule?: ParsedRule): void => {
      chunks.push({ text: part, rule, stale: false, index: chunks.length });
    };
    for (const [place, { key, column, rules }] of chunked.lists.entries()) {
      add(chunked.outside[place] ?? '');
      lists.push({ key, column, first: chunks.length, count: rules.length });
      for (const { text: part, rule } of rules) {
        add(part, rule);
      }
    }
    add(chunked.outside.at(-1) ?? '');
    const body = new ChunkedBody(new ChunkText(chunks, text), lists, syntax, keys);
    for (const chunk of chunks) {
      body.#note(chunk);
    }
    return body.#hasSharedAnchors() || (body.#skeleton.valid && !body.#skeleton.listsInPlace)
      ? undefined
      : body;
  }

  private constructor(
    text: ChunkText,
    lists: ChunkList[],
    syntax: ChunkSyntax,
    keys: readonly string[],
    skeleton?: Skeleton,
  ) {
    this.#syntax = syntax;
    this.#keys = keys;
    this.#lists = lists;
    this.#text = text;
    this.#places = new SkeletonPlaces(text, lists);
    this.#views = new ChunkViews(text, lists, keys, this.#places);
    this.#skeleton = skeleton ?? this.#readSkeleton();
  }

  fork(): ChunkedBody | undefined {
    if (this.#listsBroken || this.#listsMoved) {
      return undefined;
    }
    const lists = this.#lists.map((list) => ({ ...list }));
    const fork = new ChunkedBody(this.#text.copy(), lists, this.#syntax, this.#keys, this.#skeleton);
    this.#withProblems.forEach(({ index }) => fork.#withProblems.add(fork.#text.chunks[index] as Chunk));
    return fork;
  }

  parts(): readonly Part[] {
    return this.#text.chunks;
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
    this.#problems ??= problemsOfChunks(this.#skeleton, this.#places, this.#keys, this.#withProblems);
    return this.#problems;
  }

  arrays(): readonly RuleArrayView[] {
    return this.#see().arrays;
  }

  members(): readonly TopMember[] {
    return this.#see().members;
  }

  merges(): readonly MergeKey[] {
    return this.#views.mergesOf(this.#skeleton);
  }

  *value(like?: JsonObject): Generator<void, JsonObject | undefined, void> {
    const { root } = this.#skeleton;
    const value = new Map<string, JsonValue>();
    for (const member of root?.kind === 'object' ? root.members : []) {
      const list = this.#lists.findLast(({ key }) => key === member.key);
      const rules: JsonValue[] = [];
      const known = new LikeRules(list && like, member.key);
      for (const { slice } of list ? this.#views.rulesOf(list) : []) {
        rules.push(yield* known.valueOf(slice));
        yield;
      }
      value.set(member.key, list ? rules : valueOfNode(member.value));
    }
    return root?.kind === 'object' ? value : undefined;
  }

  *known(): Generator<void, KnownRules, void> {
    const known = new KnownRules();
    for (const chunk of this.#text.chunks) {
      known.add(chunk);
      yield;
    }
    return known;
  }

  get stays(): boolean {
    return !this.#listsBroken && isBroken(this.problems());
  }

  *apply(edits: readonly TextEdit[]): Generator<void, boolean, void> {
    this.#problems = undefined;
    this.#seen = undefined;
    this.#touched = new KnownRules();
    const dirty = new Set<Chunk>();
    let outside = false;
    for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end).toReversed()) {
      const opened = this.#listsBroken ? -1 : this.#openList(edit);
      outside ||= opened >= 0;
      const touched = this.#text.touched(edit);
      const first = Math.max(opened, touched.first);
      const last = Math.max(opened, touched.last);
      for (let index = first; index <= last; index++) {
        this.#touched.add(this.#text.chunks[index] as Chunk);
      }
      const chunk = this.#text.chunks[first] as Chunk;
      if (first !== last) {
        this.#listsBroken = !this.#mergeChunks(first, last, dirty) || this.#listsBroken;
      }
      this.#text.edit(this.#text.chunks[first] as Chunk, edit);
      if (chunk.rule) {
        dirty.add(this.#text.chunks[first] as Chunk);
      } else {
        outside = true;
      }
      yield;
    }
    if (this.#listsBroken) {
      return false;
    }
    let isParsed = true;
    for (const chunk of dirty) {
      const outcome = this.#text.chunks[chunk.index] === chunk ? this.#parseChunk(chunk) : 'parsed';
      isParsed &&= outcome !== 'unsure';
      outside ||= outcome === 'outside';
      yield;
    }
    if (outside) {
      this.#skeleton = this.#readSkeleton();
      const { listsInPlace, valid } = this.#skeleton;
      this.#listsMoved =
        (valid && !listsInPlace) || !this.#syntax.fits(this.#outside(), this.#lists, this.#keys);
    }
    return isParsed && !this.#listsMoved && this.#isAsParsedWhole();
  }

  /**
   * Whether the chunks say what a fresh reading would: what is wrong in chunks must be wrong as a whole. To split anew from
   * the first wrong chunk until borders meet would not do: behind a mistake a border is a guess, made from all that follows.
   */
  #isAsParsedWhole(): boolean {
    let first = Number.POSITIVE_INFINITY;
    if (this.#hasSharedAnchors()) {
      return false;
    }
    for (const { rule, index } of this.#withProblems) {
      if (rule && !rule.valid) {
        first = Math.min(first, index);
      }
    }
    if (!this.#skeleton.valid) {
      if (this.#skeleton.alwaysInvalid && first === Number.POSITIVE_INFINITY) {
        return true;
      }
      first = 0;
    }
    return first === Number.POSITIVE_INFINITY || !this.#syntax.mayBeValid(this.#text.chunks, first);
  }

  /** Something names an anchor that stands elsewhere. An alias without an anchor is a mistake of its own rule. */
  #hasSharedAnchors(): boolean {
    const named = new Set(this.#skeleton.openAliases);
    for (const { rule } of this.#withProblems) {
      for (const name of rule?.openAliases ?? []) {
        named.add(name);
      }
    }
    named.delete('');
    if (named.size === 0) {
      return false;
    }
    const anchors = new Anchors(this.#text.chunks.map(({ text }) => text));
    return [...named].some((name) => anchors.mayHave(name));
  }

  /** What an edit touches between the start of a list and its first rule is read with that rule: its index, or -1. */
  #openList(edit: TextEdit): number {
    const chunk = this.#text.chunks[this.#text.touched(edit).first] as Chunk;
    const place = this.#lists.findIndex((list) => list.first === chunk.index + 1);
    const { root, valid } = this.#skeleton;
    const key = this.#lists[place]?.key;
    if (chunk.rule || key === undefined || !valid || root?.kind !== 'object') {
      return -1;
    }
    const outside = this.#outside().slice(0, place);
    const before = outside.reduce((length, text) => length + text.length, 0);
    const member = root.members.find((each) => each.key === key);
    const opening = member ? this.#syntax.opening(chunk.text, member, before) : -1;
    const inList = opening >= 0 && edit.start >= this.#text.start(chunk) + opening;
    if (inList) {
      this.#text.handOver(chunk, opening);
    }
    return inList ? chunk.index + 1 : -1;
  }

  /** Makes one chunk of several rules of one list; false when there is more than rules among them. */
  #mergeChunks(first: number, last: number, dirty: Set<Chunk>): boolean {
    const some = this.#text.chunks.slice(first, last + 1);
    const inList = some.every((chunk) => chunk.rule);
    const merged: Chunk = {
      text: some.map((chunk) => chunk.text).join(''),
      rule: some[0]?.rule,
      stale: true,
      index: first,
    };
    for (const chunk of some) {
      dirty.delete(chunk);
      this.#withProblems.delete(chunk);
    }
    this.#replace(first, some.length, [merged]);
    return inList;
  }

  #parseChunk(chunk: Chunk): 'parsed' | 'outside' | 'unsure' {
    const list = this.#listOf(chunk);
    const first = chunk.index === list.first;
    const position = this.#positionOf(chunk, list);
    const known = (chunk.rule as ParsedRule).slice;
    const read = (): ParsedRule => this.#syntax.readRule(chunk.text, position, list.column, known);
    const reading = this.#syntax.mayBeRule(chunk.text, position, list.column) ? read() : undefined;
    if (reading?.valid) {
      this.#take(chunk, reading);
      return 'parsed';
    }
    const split = this.#syntax.split(chunk.text, position, first, list.column);
    if (split === 'extend') {
      const before = first ? undefined : this.#text.chunks[chunk.index - 1];
      if (!before) {
        this.#take(chunk, reading ?? read());
        return 'unsure';
      }
      this.#mergeChunks(before.index, chunk.index, new Set());
      return this.#parseChunk(this.#text.chunks[before.index] as Chunk);
    }
    const usable = split !== 'unsure' && (split.rules.every(({ rule }) => rule.valid) || split.lead !== '');
    if (!usable && first && position === 'inner' && chunk.text.trim() === '') {
      this.#mergeChunks(chunk.index, chunk.index + 1, new Set());
      return this.#parseChunk(this.#text.chunks[chunk.index] as Chunk);
    }
    if (!usable) {
      this.#take(chunk, reading ?? read());
      return first && chunk.text.trim() === '' ? 'unsure' : 'parsed';
    }
    return this.#takeApart(chunk, split.lead, split.rules);
  }

  #positionOf(chunk: Chunk, list: ChunkList): RulePosition {
    if (chunk.index < list.first + list.count - 1) {
      return 'inner';
    }
    const final = chunk.index === this.#text.chunks.length - 2 && this.#text.chunks.at(-1)?.text === '';
    return final ? 'final' : 'last';
  }

  #takeApart(chunk: Chunk, lead: string, rules: readonly RuleText[]): 'parsed' | 'outside' {
    const index = chunk.index;
    this.#withProblems.delete(chunk);
    const chunks = rules.map(({ text, rule }): Chunk => ({
      text,
      rule: this.#touched.kept(rule),
      stale: false,
      index,
    }));
    if (lead !== '') {
      this.#text.handBack(chunk, lead);
    }
    this.#replace(index, 1, chunks);
    for (const each of chunks) {
      this.#note(each);
    }
    return lead === '' ? 'parsed' : 'outside';
  }

  #replace(first: number, count: number, chunks: readonly Chunk[]): void {
    this.#views.clear();
    this.#text.replace(first, count, chunks);
    const added = chunks.length - count;
    for (const list of this.#lists) {
      if (list.first > first) {
        list.first += added;
      } else if (first < list.first + list.count) {
        list.count += added;
      }
    }
  }

  #take(chunk: Chunk, reading: ParsedRule): void {
    chunk.rule = this.#touched.kept(reading);
    chunk.stale = false;
    this.#note(chunk);
  }

  #note(chunk: Chunk): void {
    if (hasProblems(chunk.rule)) {
      this.#withProblems.add(chunk);
    } else {
      this.#withProblems.delete(chunk);
    }
  }

  #listOf(chunk: Chunk): ChunkList {
    return this.#lists.findLast((list) => list.first <= chunk.index) as ChunkList;
  }

  #see(): SeenMembers {
    this.#seen ??= this.#views.membersOf(this.#skeleton);
    return this.#seen;
  }

  #outside(): string[] {
    const ends = [...this.#lists.map((list) => list.first - 1), this.#text.chunks.length - 1];
    return ends.map((index) => (this.#text.chunks[index] as Chunk).text);
  }

  #readSkeleton(): Skeleton {
    const lists = this.#lists.map((list) => list.key);
    return this.#syntax.skeleton(this.#outside(), lists, this.#keys);
  }
}
