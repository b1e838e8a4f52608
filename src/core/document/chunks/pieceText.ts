import type { TextEdit } from '../text.ts';
import { Offsets } from './offsets.ts';
import type { Piece } from './piece.ts';

/** The text of a document in pieces: an edit touches the pieces it lies in, the whole text is joined only when asked for. */
export class PieceText {
  pieces: Piece[];
  #offsets: Offsets;
  #joined: string | undefined;

  constructor(pieces: Piece[], joined: string | undefined) {
    this.pieces = pieces;
    this.#offsets = new Offsets(pieces);
    this.#joined = joined;
  }

  /** One that can be edited by itself. */
  copy(): PieceText {
    const pieces = this.pieces.map(({ text, rule, stale, index }) => ({
      text,
      rule,
      stale,
      index,
      from: index,
    }));
    return new PieceText(pieces, this.#joined);
  }

  get length(): number {
    return this.#offsets.start(this.pieces.length);
  }

  get text(): string {
    this.#joined ??= this.pieces.map((piece) => piece.text).join('');
    return this.#joined;
  }

  start(piece: Piece): number {
    return this.#offsets.start(piece.index);
  }

  slice(start: number, end: number): string {
    if (this.#joined !== undefined) {
      return this.#joined.slice(start, end);
    }
    if (end <= start) {
      return '';
    }
    let result = '';
    for (let index = this.#offsets.find(start); index < this.pieces.length; index++) {
      const from = this.#offsets.start(index);
      if (from >= end) {
        break;
      }
      result += (this.pieces[index] as Piece).text.slice(Math.max(0, start - from), end - from);
    }
    return result;
  }

  /** First and last piece that an edit touches; an insertion between two belongs to the first. */
  touched({ start, end }: TextEdit): { first: number; last: number } {
    const first = this.#offsets.find(start === end ? Math.max(0, start - 1) : start);
    return { first, last: end > start ? this.#offsets.find(end - 1) : first };
  }

  /** Hands what stands behind `offset` (of the piece) over to the next piece. */
  handOver(piece: Piece, offset: number): void {
    const next = this.pieces[piece.index + 1] as Piece;
    const part = piece.text.slice(offset);
    piece.text = piece.text.slice(0, offset);
    next.text = part + next.text;
    this.#offsets.grow(piece.index, -part.length);
    this.#offsets.grow(next.index, part.length);
  }

  /** Applies an edit inside one piece. */
  edit(piece: Piece, { start, end, text }: TextEdit): void {
    const from = this.start(piece);
    piece.text = piece.text.slice(0, start - from) + text + piece.text.slice(end - from);
    piece.stale = true;
    this.#offsets.grow(piece.index, text.length - (end - start));
    this.#joined = undefined;
  }

  /** Puts pieces in the place of `count` others; the text may change. */
  replace(first: number, count: number, pieces: readonly Piece[]): void {
    this.pieces =
      count === pieces.length
        ? this.pieces.with(first, pieces[0] as Piece)
        : [...this.pieces.slice(0, first), ...pieces, ...this.pieces.slice(first + count)];
    for (const [place, piece] of pieces.entries()) {
      this.pieces[first + place] = piece;
    }
    for (let index = first; index < this.pieces.length; index++) {
      (this.pieces[index] as Piece).index = index;
    }
    this.#offsets = new Offsets(this.pieces);
    this.#joined = undefined;
  }
}
