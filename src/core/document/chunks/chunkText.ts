import type { TextEdit } from '../text.ts';
import { Offsets } from './offsets.ts';
import type { Chunk } from './chunk.ts';

/** The text of a document in chunks: an edit touches the chunks it lies in, the whole text is joined only when asked for. */
export class ChunkText {
  chunks: Chunk[];
  #offsets: Offsets;
  #joined: string | undefined;

  constructor(chunks: Chunk[], joined: string | undefined, offsets = Offsets.of(chunks)) {
    this.chunks = chunks;
    this.#offsets = offsets;
    this.#joined = joined;
  }

  /** One that can be edited by itself. */
  copy(): ChunkText {
    const chunks = this.chunks.map(({ text, rule, stale, index }) => ({
      text,
      rule,
      stale,
      index,
      from: index,
    }));
    return new ChunkText(chunks, this.#joined, this.#offsets.replaced(0, 0, []));
  }

  get length(): number {
    return this.#offsets.start(this.chunks.length);
  }

  get text(): string {
    this.#joined ??= this.chunks.map((chunk) => chunk.text).join('');
    return this.#joined;
  }

  start(chunk: Chunk): number {
    return this.#offsets.start(chunk.index);
  }

  slice(start: number, end: number): string {
    if (this.#joined !== undefined) {
      return this.#joined.slice(start, end);
    }
    if (end <= start) {
      return '';
    }
    let result = '';
    for (let index = this.#offsets.find(start); index < this.chunks.length; index++) {
      const from = this.#offsets.start(index);
      if (from >= end) {
        break;
      }
      result += (this.chunks[index] as Chunk).text.slice(Math.max(0, start - from), end - from);
    }
    return result;
  }

  /** First and last chunk that an edit touches; an insertion between two belongs to the first. */
  touched({ start, end }: TextEdit): { first: number; last: number } {
    const first = this.#offsets.find(start === end ? Math.max(0, start - 1) : start);
    return { first, last: end > start ? this.#offsets.find(end - 1) : first };
  }

  /** Hands what stands behind `offset` (of the chunk) over to the next chunk. */
  handOver(chunk: Chunk, offset: number): void {
    const next = this.chunks[chunk.index + 1] as Chunk;
    const part = chunk.text.slice(offset);
    chunk.text = chunk.text.slice(0, offset);
    next.text = part + next.text;
    this.#offsets.grow(chunk.index, -part.length);
    this.#offsets.grow(next.index, part.length);
  }

  /** Hands the first part of a chunk over to the one before it. */
  handBack(chunk: Chunk, part: string): void {
    const before = this.chunks[chunk.index - 1] as Chunk;
    before.text += part;
    this.#offsets.grow(before.index, part.length);
    this.#offsets.grow(chunk.index, -part.length);
  }

  /** Applies an edit inside one chunk. */
  edit(chunk: Chunk, { start, end, text }: TextEdit): void {
    const from = this.start(chunk);
    chunk.text = chunk.text.slice(0, start - from) + text + chunk.text.slice(end - from);
    chunk.stale = true;
    this.#offsets.grow(chunk.index, text.length - (end - start));
    this.#joined = undefined;
  }

  /** Puts chunks in the place of `count` others; the text may change. */
  replace(first: number, count: number, chunks: readonly Chunk[]): void {
    this.chunks =
      count === chunks.length
        ? this.chunks.with(first, chunks[0] as Chunk)
        : [...this.chunks.slice(0, first), ...chunks, ...this.chunks.slice(first + count)];
    for (const [place, chunk] of chunks.entries()) {
      this.chunks[first + place] = chunk;
    }
    for (let index = first; index < this.chunks.length; index++) {
      (this.chunks[index] as Chunk).index = index;
    }
    this.#offsets = this.#offsets.replaced(first, count, chunks);
    this.#joined = undefined;
  }
}
