import { toPlain } from '../../json/json.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { ruleField, type Field } from '../schema/field.ts';
import { nodeAtPath, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import { lintChecks } from './catalog.ts';
import type { Finding, MemberCheck, MemberSubject, Plain, RuleCheck } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { isPlain } from './plainData.ts';
import { writtenAt } from './findingRange.ts';
import { policyFindings } from './schemaFindings.ts';

/** The report is valid until the text of the rule or the knowledge changes. */
export interface RuleReport {
  readonly kind: PolicyKind;
  readonly knowledge: Knowledge;
  readonly findings: readonly Finding[];
}

const none: readonly Finding[] = [];

export function reportRule(
  kind: PolicyKind,
  rule: RuleView,
  spelling: Spelling,
  knowledge: Knowledge,
): RuleReport {
  // The value of broken text is a guess, and the problems of the text are enough.
  if (rule.slice.broken) {
    return { kind, knowledge, findings: none };
  }
  const plain = plainRule(rule, spelling);
  const name: ValidatorName = `${kind.shape}/rule`;
  // The document reports values that are not objects.
  const findings = isPlain(plain)
    ? policyFindings(validators[name], plain, ruleField(kind.shape), 'a rule', (path) =>
        writtenAt(rule.node(), path, rule.slice.text),
      )
    : [];
  if (isPlain(plain)) {
    const subject = { kind, array: rule.array, rule: plain, facts: rule.facts, knowledge };
    for (const check of checksFor(kind).rule) {
      for (const found of check.check(subject)) {
        findings.push({ ...found, code: check.code });
      }
    }
    const lexeme = (path: NodePath): string | undefined => lexemeAt(rule.node(), path);
    findings.push(...memberFindings(kind, plain, ruleField(kind.shape), lexeme));
  }
  return { kind, knowledge, findings: findings.length === 0 ? none : findings };
}

/** The checks of single fields run on an object and everything below it. */
export function memberFindings(
  kind: PolicyKind,
  plain: Plain,
  root: Field,
  lexeme: MemberSubject['lexeme'],
): Finding[] {
  const findings: Finding[] = [];
  const checks = checksFor(kind);
  const subject: Writable<MemberSubject> = {
    kind,
    object: plain,
    objectField: root,
    field: undefined,
    path: [],
    key: '',
    value: undefined,
    lexeme,
  };
  let code = '';
  const report = (found: Omit<Finding, 'code'>): void => {
    findings.push({ ...found, code });
  };
  visitMembers(plain, root, (object, objectField, path, key, field) => {
    subject.object = object;
    subject.objectField = objectField;
    subject.field = field;
    subject.path = path;
    subject.key = key;
    subject.value = object[key];
    for (const check of checksOf(checks, field)) {
      code = check.code;
      check.check(subject, report);
    }
  });
  return findings;
}

/** The number at a place below a node, as it is written. */
export function lexemeAt(root: SyntaxNode | undefined, path: NodePath): string | undefined {
  const node = nodeAtPath(root, path);
  return node?.kind === 'number' ? node.lexeme : undefined;
}

/** Strict JSON is read by the engine's own parser, several times faster than by way of positions. */
function plainRule(rule: RuleView, spelling: Spelling): unknown {
  if (spelling === 'json') {
    try {
      return JSON.parse(rule.slice.text) as unknown;
    } catch {
      // Comments and the like: read already by the document.
    }
  }
  return toPlain(rule.slice.value());
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface ChecksOfKind {
  readonly rule: readonly RuleCheck[];
  readonly member: readonly MemberCheck[];
  /** The cache selects the checks of a field by its schema. */
  readonly byField: WeakMap<Field, readonly MemberCheck[]>;
  readonly ofUnknown: readonly MemberCheck[];
}

function checksOf(
  { member, byField, ofUnknown }: ChecksOfKind,
  field: Field | undefined,
): readonly MemberCheck[] {
  if (!field) {
    return ofUnknown;
  }
  let checks = byField.get(field);
  if (!checks) {
    checks = member.filter((check) => check.concerns?.(field) !== false);
    byField.set(field, checks);
  }
  return checks;
}

const checksByKind = new WeakMap<PolicyKind, ChecksOfKind>();

function checksFor(kind: PolicyKind): ChecksOfKind {
  let checks = checksByKind.get(kind);
  if (!checks) {
    const applying = lintChecks.filter((check) => check.applies?.(kind) !== false);
    const member = applying.filter((check): check is MemberCheck => check.scope === 'member');
    checks = {
      rule: applying.filter((check): check is RuleCheck => check.scope === 'rule'),
      member,
      byField: new WeakMap(),
      ofUnknown: member.filter((check) => check.concerns?.(undefined) !== false),
    };
    checksByKind.set(kind, checks);
  }
  return checks;
}

/** An object can have many unknown fields; findings beyond this number help no one. */
const MAX_UNKNOWN_MEMBERS = 2000;

type Path = (string | number)[];

/**
 * The visitor gets known fields, and unknown ones within limits. The path leads to the object and is reused: copy it to
 * keep it.
 */
type VisitMember = (
  object: Plain,
  objectField: Field,
  path: readonly (string | number)[],
  key: string,
  field: Field | undefined,
) => void;

/** The visitor gets the fields of every object that the schema knows, in written order. */
function visitMembers(root: Plain, field: Field, visit: VisitMember): void {
  visitObject(root, field, [], visit);
}

function visitObject(object: Plain, objectField: Field, path: Path, visit: VisitMember): void {
  let unknown = 0;
  for (const key of Object.keys(object)) {
    const field = objectField.member(key);
    if (!field && ++unknown > MAX_UNKNOWN_MEMBERS) {
      continue;
    }
    visit(object, objectField, path, key, field);
    const value = object[key];
    if (field && typeof value === 'object' && value !== null) {
      path.push(key);
      visitValue(value, field, path, visit);
      path.pop();
    }
  }
}

function visitValue(value: unknown, field: Field, path: Path, visit: VisitMember): void {
  if (isPlain(value)) {
    visitObject(value, field, path, visit);
  } else if (Array.isArray(value) && field.item) {
    for (let index = 0; index < value.length; index += 1) {
      if (typeof value[index] === 'object') {
        path.push(index);
        visitValue(value[index], field.item, path, visit);
        path.pop();
      }
    }
  }
}
