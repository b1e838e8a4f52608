import type { KnownResource } from '../order/rulesApplyingTo.ts';
import type { KnownConnection } from '../order/policyDecision.ts';
import type { CollectionPatterns } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Expectation } from './expect/expectation.ts';

/** What is meant by patterns: what lies in one of the collections, if any are named, and in all of the lists. */
export interface Patterned {
  readonly collections: readonly string[];
  readonly lists: CollectionPatterns;
}

/** Which of the lists of a network policy decides: that for connections of containers, or of hosts. */
export type Side = 'container' | 'host';

/** What is at the other end of many connections. */
export type PatternedEnd =
  | (Patterned & { readonly type: Side })
  | { readonly type: 'subnet'; readonly subnets: readonly string[] }
  | { readonly type: 'dns'; readonly domains: readonly string[] };

/** What a test is about. */
export type Subject =
  | { readonly kind: 'resource'; readonly resource: KnownResource }
  | { readonly kind: 'connection'; readonly from: Side; readonly connection: KnownConnection }
  | { readonly kind: 'every'; readonly patterned: Patterned }
  | {
      readonly kind: 'every-connection';
      readonly source: Patterned & { readonly type: Side };
      readonly destination: PatternedEnd;
      /** Ports and ranges of them; none: all. */
      readonly ports: readonly (readonly [from: number, to: number])[];
    }
  /** Names of rules, from top to bottom. */
  | { readonly kind: 'order'; readonly rules: readonly string[] };

/** Something that a policy is meant to decide. */
export interface PolicyTest {
  readonly name: string;
  /** Its place among the tests of the file. */
  readonly index: number;
  readonly subject: Subject;
  /** Of what decides; nothing where only the order is meant. */
  readonly expect: Expectation;
  /** Whether it passes, too, when it is not known what is decided. */
  readonly allowsUnknown: boolean;
}

/** Why a test, or a file of them, cannot be run. */
export interface TestProblem {
  readonly message: string;
  /** Leads to what is wrong, from the root of the file. */
  readonly path: readonly (string | number)[];
  /** What may mend it, the likeliest first. */
  readonly fixes?: readonly TestFix[];
}

/** One edit of a file of tests, as data. */
export type TestFix = { readonly path: TestProblem['path'] } & (
  | { readonly kind: 'set'; readonly value: string | boolean; readonly isChoice?: true }
  | { readonly kind: 'remove'; readonly isChoice?: true }
  | { readonly kind: 'rename-key'; readonly key: string; readonly isChoice?: true }
);

/** What a file of tests says. */
export interface PolicyTests {
  /** Undefined where no policy is named. */
  readonly kind: PolicyKind | undefined;
  /** Those without a problem. */
  readonly tests: readonly PolicyTest[];
  readonly problems: readonly TestProblem[];
}

export type Path = TestProblem['path'];

/** Collects the problems of a test file that no schema can describe. */
export class Problems {
  readonly all: TestProblem[] = [];

  /** For `return problems.add(…)` where nothing can be read. */
  add(message: string, path: Path, fixes: readonly TestFix[] = []): undefined {
    this.all.push({ message, path, ...(fixes.length > 0 && { fixes }) });
    return undefined;
  }
}
