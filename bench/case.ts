import type { EngineFactory } from './engine.ts';

export interface Measurement {
  /** Milliseconds of each counted run; empty when the cell measures memory only. */
  readonly samples: readonly number[];
  /** Set when the engine's answer is wrong; its times then mean nothing. */
  readonly wrong?: string;
  readonly note?: string;
  /** MB over the same process before the document was opened. */
  readonly memoryMb?: number;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  /** By name; the first is Ordinance, the others are compared with it. */
  readonly engines: Readonly<Record<string, EngineFactory>>;
  measure(engine: EngineFactory): Promise<Measurement>;
}
