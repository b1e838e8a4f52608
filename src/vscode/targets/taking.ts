import { choosePolicies, choosePolicy } from './choosePolicies.ts';
import { chooseRules, type ChosenRules } from './chooseRules.ts';
import type { ChosenPolicy } from './targets.ts';
import type { Tools } from '../tools.ts';

export type Handler = (tools: Tools, row?: unknown, rows?: unknown) => unknown;

/** A command that acts on policies or rules: which ones is decided in one place, by where it was called from. */
export interface Taking {
  readonly takes: 'policies' | 'rules';
  readonly run: Handler;
}

export function onPolicy(
  act: (tools: Tools, policy: ChosenPolicy, row: unknown, rows: unknown) => unknown,
): Taking {
  return {
    takes: 'policies',
    run: async (tools, row, rows) => act(tools, await choosePolicy(tools, row, rows), row, rows),
  };
}

export function onPolicies(act: (tools: Tools, policies: readonly ChosenPolicy[]) => unknown): Taking {
  return {
    takes: 'policies',
    run: async (tools, row, rows) => act(tools, await choosePolicies(tools, row, rows)),
  };
}

export function onRules(
  act: (tools: Tools, rules: ChosenRules, row: unknown, rows: unknown) => unknown,
): Taking {
  return {
    takes: 'rules',
    run: async (tools, row, rows) => act(tools, await chooseRules(tools, row, rows), row, rows),
  };
}
