import { exitCode } from '../output.ts';

/** An error outweighs a gate that did not hold, that outweighs drift, and drift outweighs changes. */
export function worst(codes: readonly number[]): number {
  const order: readonly number[] = [exitCode.problems, exitCode.gate, exitCode.drift, exitCode.changes];
  return order.find((code) => codes.includes(code)) ?? exitCode.ok;
}
