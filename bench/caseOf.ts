import type { Case, Measurement } from './case.ts';
import type { EngineFactory } from './engine.ts';

/** A case whose engines are something of their own, not language services. */
export function caseOf<E>(
  id: string,
  title: string,
  engines: Readonly<Record<string, E>>,
  measure: (engine: E) => Promise<Measurement>,
): Case {
  return {
    id,
    title,
    engines: engines as unknown as Case['engines'],
    measure: (engine: EngineFactory) => measure(engine as unknown as E),
  };
}
