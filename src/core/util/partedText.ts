import { finished } from './finished.ts';
import { textParts } from './textParts.ts';

/** Where some parts of a text stand, one behind the other. */
export interface TextItems {
  readonly starts: number[];
  readonly ends: number[];
}

/** A long text as the parts it was made in: to put it together as one string would hold the thread for long. It never changes. */
export class PartedText {
  /** In their order. A character of two halves is not cut in two. */
  readonly parts: readonly string[];
  /** As far as whoever made the text says where they are. */
  readonly items: Readonly<TextItems> | undefined;

  constructor(parts: readonly string[], items?: TextItems) {
    this.parts = Object.freeze([...parts]);
    this.items = items;
    Object.freeze(this);
  }

  static of(text: string): PartedText {
    return new PartedText([...textParts(text)]);
  }

  /** UTF-16 code units. */
  get length(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** As UTF-8. */
  get byteLength(): number {
    return this.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  }

  get isWellFormed(): boolean {
    return this.parts.every((part) => part.isWellFormed());
  }

  is(text: string): boolean {
    return finished(this.isSteps(text));
  }

  /** The same in steps. */
  *isSteps(text: string): Generator<void, boolean, void> {
    if (this.length !== text.length) {
      return false;
    }
    let at = 0;
    for (const part of this.parts) {
      if (!text.startsWith(part, at)) {
        return false;
      }
      at += part.length;
      yield;
    }
    return true;
  }

  /** Whether it has such a short text in it, in steps. */
  *includesSteps(short: string): Generator<void, boolean, void> {
    const most = short.length - 1;
    let end = '';
    for (const part of this.parts) {
      if (part.includes(short) || (end + part.slice(0, most)).includes(short)) {
        return true;
      }
      end = most === 0 ? '' : (end + part.slice(-most)).slice(-most);
      yield;
    }
    return false;
  }

  /** All of it as one string. */
  toString(): string {
    return this.parts.join('');
  }
}
