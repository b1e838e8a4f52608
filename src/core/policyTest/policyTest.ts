import type { KnownConnection, KnownResource } from '../order/rulesApplyingTo.ts';
import type { CollectionPatterns, KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Expectation } from './expect/expectation.ts';
import type { Example } from '../order/example.ts';
import type { NamedRule } from '../order/ruleFindings.ts';
import type { JsonObject } from '../json/json.ts';
import { OrderReader, type ListOrder } from '../order/orderReader.ts';

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
interface TestProblem {
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

/** A rule of a policy, with its list and index. */
export interface PlacedRule extends NamedRule {
  readonly array: string;
}

export interface MissingName {
  readonly of: 'rule' | 'collection';
  readonly name: string;
  /** The most similar existing name. */
  readonly meant?: string;
}

/** `there is no rule "paymnets"; did you mean "payments"?` */
export function missingWords({ of, name, meant }: MissingName): string {
  return `there is no ${of} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

/** The result of a test; `unknown` where neither a pass nor a failure can be proven. */
export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'unknown';
  /** True when the test passed, or when its result is unknown and the test allows this. */
  readonly holds: boolean;
  readonly expected: string;
  /** The actual decision; empty where the test passed. */
  readonly actual: string;
  /** An example of the actual decision. */
  readonly example?: Example;
  /** Names in the test that the policy or its console lacks; such a test is not evaluated. */
  readonly missing?: readonly MissingName[];
  /** The rule of the policy that causes the result. */
  readonly rule?: PlacedRule;
}

/** The outcome of a test, without its expectation. */
export type Proof = Omit<TestResult, 'expected' | 'holds'>;

/** A policy document with its known collections, read once for all of its tests. */
export interface TestedPolicy {
  readonly kind: PolicyKind;
  readonly lists: readonly ListOrder[];
  readonly collections: KnownCollections;
}

export function testedPolicy(
  kind: PolicyKind,
  document: JsonObject,
  collections: KnownCollections,
): TestedPolicy {
  return { kind, collections, lists: new OrderReader(kind, collections).read(document) };
}
