import type { TestResult } from './testResult.ts';

/** What is so, whatever is expected. */
export type Proof = Omit<TestResult, 'expected' | 'holds'>;
