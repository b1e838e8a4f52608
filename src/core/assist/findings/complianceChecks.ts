import { canCheckBlock, type PolicyKind } from '../../policy/families.ts';
import {
  changeTo,
  choice,
  keyOrName,
  removeFix,
  type AddFinding,
  type Finding,
  type RuleSubject,
} from './finding.ts';
import { type Plain, isPlain, listAt, objectAt } from '../../util/plainRecord.ts';

interface WrittenCheck {
  readonly id: number;
  readonly block: boolean;
  readonly path: readonly (string | number)[];
}

/** The path leads to the checks of a compliance rule. */
export const checksPath = ['condition', 'vulnerabilities'] as const;

export function writtenChecks(rule: Plain): readonly unknown[] {
  return listAt(objectAt(rule, checksPath[0]), checksPath[1]);
}

/** The checks of a rule that have a number. */
export function checksOf(rule: Plain): readonly WrittenCheck[] {
  return writtenChecks(rule).flatMap((item, index) => {
    const id = isPlain(item) ? item['id'] : undefined;
    const path = [...checksPath, index];
    return typeof id === 'number' ? [{ id, block: isPlain(item) && item['block'] === true, path }] : [];
  });
}

/** Numbers from here on are checks that the organization wrote itself. */
const firstCustomCheck = 9000;

/** Finds compliance rules without checks, and checks that are listed twice, unknown, or of other resources. */
export function checkCompliance({ kind, rule, knowledge, add }: RuleSubject): void {
  missingChecks(rule, add);
  const first = new Map<number, WrittenCheck>();
  for (const check of checksOf(rule)) {
    const { id, block, path } = check;
    const earlier = first.get(id);
    if (earlier) {
      add(repeated(earlier, check));
    } else {
      first.set(id, check);
    }
    const known = knowledge.checks?.get(id);
    const type = known?.type;
    const removal = removeFix(`Remove check ${id}`, path);
    if (knowledge.checks && !known) {
      add({
        code: 'unknown-check',
        message: `the console has no check ${id}, so it ignores the entry: correct the number, or remove the check`,
        path: [...path, 'id'],
        fixes: [removal],
      });
    }
    if (!isMadeOn(kind, id, type)) {
      add({
        code: 'check-of-other-type',
        message: isOfType(kind.checks, type)
          ? `check ${id} does not run on images in CI: remove it`
          : `check ${id} is a ${type} check, which ${kind.name} does not run: remove it`,
        path: [...path, 'id'],
        fixes: [removal],
      });
    }
    if (block && (type === 'windows' || type === 'istio' || !canCheckBlock(kind, String(id)))) {
      add({
        code: 'unblockable-check',
        message: `check ${id} can only alert: \`block\` must be false`,
        path: [...path, 'block'],
        fixes: [changeTo([...path, 'block'], false)],
      });
    }
  }
}

function missingChecks(rule: Plain, add: AddFinding): void {
  const condition = rule['condition'] ?? {};
  const checks = isPlain(condition) ? (condition['vulnerabilities'] ?? []) : undefined;
  // The schema reports values of other types.
  if (!Array.isArray(checks) || checks.length > 0) {
    return;
  }
  const isWritten = isPlain(condition) && 'vulnerabilities' in condition;
  add({
    code: 'no-checks',
    message:
      'the rule has no checks, so it only keeps rules below from applying: add checks, or remove the rule',
    ...(isWritten ? { path: checksPath, mark: 'key' } : keyOrName(rule, 'condition')),
  });
}

function repeated(earlier: WrittenCheck, check: WrittenCheck): Finding {
  const { id, path } = check;
  const finding = { code: 'duplicate-check', path: [...path, 'id'] } as const;
  if (earlier.block === check.block) {
    const fixes = [removeFix(`Remove the repeated check ${id}`, path)];
    return { ...finding, message: `check ${id} is already listed`, tags: ['unnecessary'], fixes };
  }
  const [blocks, alerts] = earlier.block ? [earlier, check] : [check, earlier];
  return {
    ...finding,
    message: `check ${id} is already listed with another \`block\`, and the service does not define which entry counts`,
    fixes: [
      choice(removeFix(`Keep check ${id} that blocks, and remove the one that alerts`, alerts.path)),
      choice(removeFix(`Keep check ${id} that alerts, and remove the one that blocks`, blocks.path)),
    ],
  };
}

/** The result is true when the check of the catalog applies to the objects of the policy. */
export function isMadeOn({ checks }: PolicyKind, id: number, type: string | undefined): boolean {
  const custom = type === 'custom' || id >= firstCustomCheck;
  return isOfType(checks, type) && (custom || checks?.only?.includes(id) !== false);
}

function isOfType(checks: PolicyKind['checks'], type: string | undefined): boolean {
  return type === undefined || checks?.types.includes(type) !== false;
}
