import type { JsonValue } from '../../json/json.ts';
import type { KnownValues } from '../../json/knownValues.ts';
import type { NodePath, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { nodeOfTape, rangeOnTape, valueOfTape } from './fromTape.ts';
import { OnTape, type SliceReader } from './ruleSlices.ts';
import { Tape } from './tape.ts';
import { valueLike } from './valueLike.ts';

/** What is read of a rule off the tape that its text was scanned onto, in either spelling. */
export abstract class TapeReader implements SliceReader {
  protected readonly tape = new Tape();
  protected onTape: OnTape | undefined;

  /** Scans the text of one rule onto a tape that is clear. */
  protected abstract scan(source: string, tape: Tape): void;

  node(source: string, base: number): SyntaxNode {
    const { tape, text, from } = this.#scanned(source);
    return nodeOfTape(tape, 0, text, from + base);
  }

  value(source: string, known?: KnownValues): JsonValue {
    const { tape, text } = this.#scanned(source);
    return valueOfTape(tape, 0, text, known);
  }

  valueLike(source: string, like: JsonValue): JsonValue {
    const { tape, text } = this.#scanned(source);
    return valueLike(tape, 0, text, like);
  }

  range(source: string, base: number, path: NodePath): TextRange | undefined {
    const { tape, text, from } = this.#scanned(source);
    return rangeOnTape(tape, text, from + base, path);
  }

  /** Mostly several things are asked of one rule. */
  #scanned(source: string): OnTape {
    if (this.onTape?.holds(source)) {
      return this.onTape;
    }
    this.tape.clear();
    this.scan(source, this.tape);
    this.onTape = new OnTape(this.tape, source);
    return this.onTape;
  }
}
