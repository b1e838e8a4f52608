import type { Spelling } from '../src/core/policy/policyFile.ts';

/** What is measured: something that keeps one document and its diagnostics up to date. */
export interface Engine {
  /** Reads the text; resolves with the number of diagnostics when they are ready. */
  open(text: string): Promise<number>;
  /** Replaces `[start, end)` by `text`, as a keystroke does; resolves with the number of diagnostics. */
  edit(start: number, end: number, text: string): Promise<number>;
  /** Rules still known after the last edit, where the engine knows rules. */
  rules?(): number;
  /** Longest time in ms that `open` held the thread without giving way, where the engine gives way at all. */
  longestBlock?(): number;
}

export type EngineFactory = (spelling: Spelling) => Promise<Engine>;
