import { exitCode } from '../output.ts';

/** An error outweighs drift, drift outweighs changes. */
export function worst(codes: readonly number[]): number {
  const order: readonly number[] = [exitCode.problems, exitCode.drift, exitCode.changes];
  return order.find((code) => codes.includes(code)) ?? exitCode.ok;
}
