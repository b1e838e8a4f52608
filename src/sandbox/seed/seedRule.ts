import type { Random } from '../random.ts';

/** A rule in the form of the seeds: plain data, collections by name. */
export interface SeedRule {
  readonly name: string;
  readonly collections?: readonly string[];
  readonly [member: string]: unknown;
}

/** A document in the form of the seeds: policy-level fields and rule arrays. */
export interface SeedPolicy {
  readonly rules?: readonly SeedRule[];
  readonly containerRules?: readonly SeedRule[];
  readonly hostRules?: readonly SeedRule[];
  readonly [member: string]: unknown;
}

/** Generates some of the policies, by name. */
export type Seed = (random: Random) => Readonly<Record<string, SeedPolicy>>;

/** Rules with this prefix are built-in and come last. */
export const builtInPrefix = 'Default - ';
