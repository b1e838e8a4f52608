import type { TopMember } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import type { Chunk, ChunkList } from './chunk.ts';
import type { ChunkText } from './chunkText.ts';

/** Where places of the skeleton stand in the document. */
export class SkeletonPlaces {
  readonly #text: ChunkText;
  readonly #lists: readonly ChunkList[];

  constructor(text: ChunkText, lists: readonly ChunkList[]) {
    this.#text = text;
    this.#lists = lists;
  }

  get length(): number {
    return this.#text.length;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  start(chunk: Chunk): number {
    return this.#text.start(chunk);
  }

  /** How much further a character of the skeleton stands in the document. */
  shift(offset: number): number {
    let length = 0;
    let shift = 0;
    for (const list of this.#lists) {
      const before = this.#text.chunks[list.first - 1] as Chunk;
      length += before.text.length;
      if (offset < length) {
        break;
      }
      shift = this.#text.start(this.#text.chunks[list.first + list.count] as Chunk) - length;
    }
    return shift;
  }

  /** Of the object that is the document: in block style it ends where its last member does. */
  extent(root: SyntaxNode | undefined, last: TopMember | undefined): TextRange | undefined {
    if (root?.kind !== 'object') {
      return undefined;
    }
    const { start, end } = this.place(root.range);
    return { start, end: Math.max(end, last?.range.end ?? end) };
  }

  place({ start, end }: TextRange): TextRange {
    const from = start + this.shift(start);
    return { start: from, end: end > start ? end + this.shift(end - 1) : from };
  }
}
