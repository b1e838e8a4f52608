import type { KnownConnection, KnownResource } from '../order/rulesApplyingTo.ts';
import type { CollectionPatterns } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Expectation } from './expect/expectation.ts';

/** The resources that match all lists and, if collections are named, belong to one of them. */
export interface ResourcePattern {
  readonly collections: readonly string[];
  readonly lists: CollectionPatterns;
}

/** The type of the source of a connection, which selects the rule list of a network policy. */
export type Side = 'container' | 'host';

/** The destination of many connections. */
export type DestinationPattern =
  | (ResourcePattern & { readonly type: Side })
  | { readonly type: 'subnet'; readonly subnets: readonly string[] }
  | { readonly type: 'dns'; readonly domains: readonly string[] };

/** The subject of a test. */
export type Subject =
  | { readonly kind: 'resource'; readonly resource: KnownResource }
  | { readonly kind: 'connection'; readonly from: Side; readonly connection: KnownConnection }
  | { readonly kind: 'every'; readonly resources: ResourcePattern }
  | {
      readonly kind: 'every-connection';
      readonly source: ResourcePattern & { readonly type: Side };
      readonly destination: DestinationPattern;
      /** Ports and port ranges; an empty list covers all ports. */
      readonly ports: readonly (readonly [from: number, to: number])[];
    }
  /** Names of rules, from top to bottom. */
  | { readonly kind: 'order'; readonly rules: readonly string[] };

/** An expected decision of a policy. */
export interface PolicyTest {
  readonly name: string;
  /** The index of the test in the file. */
  readonly index: number;
  readonly subject: Subject;
  /** The expectation for the applying rule; empty for a test of the order alone. */
  readonly expect: Expectation;
  /** True when the test also passes while the decision is unknown. */
  readonly allowsUnknown: boolean;
}

/** A reason why a test, or a test file, cannot run. */
export interface TestProblem {
  readonly message: string;
  /** The path from the root of the file to the wrong value. */
  readonly path: readonly (string | number)[];
  /** Possible corrections, the likeliest first. */
  readonly fixes?: readonly TestFix[];
}

/** A correction of a test file: another text at the path, or its removal. */
export interface TestFix {
  readonly path: TestProblem['path'];
  /** Undefined for a removal. */
  readonly value?: string;
  readonly isChoice?: true;
}

/** The content of a test file. */
export interface PolicyTests {
  /** Undefined where the file names no policy. */
  readonly kind: PolicyKind | undefined;
  /** The tests without a problem. */
  readonly tests: readonly PolicyTest[];
  readonly problems: readonly TestProblem[];
}

export type Path = TestProblem['path'];

/** Collects the problems of a test file that no schema can describe. */
export class Problems {
  readonly all: TestProblem[] = [];

  /** Returns undefined, so that `return problems.add(…)` ends a failed reading. */
  add(message: string, path: Path, fixes: readonly TestFix[] = []): undefined {
    this.all.push({ message, path, ...(fixes.length > 0 && { fixes }) });
    return undefined;
  }
}
