import type { Random } from '../random.ts';

/** A rule as the seeds write it: plain data, collections by name. */
export interface SeedRule {
  readonly name: string;
  readonly collections?: readonly string[];
  readonly [member: string]: unknown;
}

/** A document as the seeds write it: members beside the ordered arrays, and the arrays. */
export interface SeedPolicy {
  readonly rules?: readonly SeedRule[];
  readonly containerRules?: readonly SeedRule[];
  readonly hostRules?: readonly SeedRule[];
  readonly [member: string]: unknown;
}

/** Makes some of the policies, by name. */
export type Seed = (random: Random) => Readonly<Record<string, SeedPolicy>>;

/** Rules of this beginning belong to the system and stand last. */
export const builtInPrefix = 'Default - ';
