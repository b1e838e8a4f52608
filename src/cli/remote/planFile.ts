import { writeFile } from 'node:fs/promises';
import { policyKind, type PolicyKind } from '../../model/families.ts';
import type { ConsoleEntry } from '../../model/consoleFile.ts';
import type { PushPlan } from '../../sync/outcomes.ts';
import { planDocument } from '../../sync/planDocument.ts';
import { readIfThere } from '../../sync/store/durableFile.ts';
import { ExpectedError, messageOf } from '../../util/errors.ts';
import { escapedInJson } from '../../util/inertText.ts';

/** A plan on file names what it was made from and what it sends by hash; it holds no policy. */
export interface PlannedPolicy {
  readonly kind: PolicyKind;
  /** Canonical hash of live, which was the base. */
  readonly base: string;
  /** SHA-256 of the bytes of the PUT. */
  readonly body: string;
}

export interface PlanFile {
  readonly console: string;
  /** Address of the console that was planned for. */
  readonly address: string;
  readonly policies: readonly PlannedPolicy[];
}

const version = 1;

export async function writePlanFile(
  file: string,
  { name: console, url: address }: Pick<ConsoleEntry, 'name' | 'url'>,
  plans: readonly PushPlan[],
): Promise<void> {
  const policies = plans.map((plan) => ({
    policy: plan.ref.policy,
    base: plan.liveHash,
    body: plan.bodyHash,
    steps: planDocument(plan).trimEnd().split('\n'),
  }));
  await writeFile(
    file,
    `${escapedInJson(JSON.stringify({ ordinancePlan: version, console, address, policies }, null, 2))}\n`,
  );
}

/** Throws ExpectedError `plan-file`. */
export async function readPlanFile(file: string): Promise<PlanFile> {
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('plan-file', `${file} is not a plan: ${why}.`, {
      advice: 'Make one with "ordinance plan --out FILE".',
    });
  let plain: { ordinancePlan?: unknown; console?: unknown; address?: unknown; policies?: unknown };
  try {
    plain = (JSON.parse((await readIfThere(file)) ?? '') ?? {}) as typeof plain;
  } catch (error) {
    throw refuse(messageOf(error));
  }
  if (
    plain.ordinancePlan !== version ||
    typeof plain.console !== 'string' ||
    typeof plain.address !== 'string' ||
    !Array.isArray(plain.policies)
  ) {
    throw refuse('its form is not known');
  }
  const policies = plain.policies.map((one: unknown): PlannedPolicy => {
    const { policy, base, body } = (one ?? {}) as Record<string, unknown>;
    const kind = typeof policy === 'string' ? policyKind(policy) : undefined;
    if (!kind || !isHash(base) || !isHash(body)) {
      throw refuse('one of its policies cannot be read');
    }
    return { kind, base, body };
  });
  if (new Set(policies.map(({ kind }) => kind)).size < policies.length) {
    throw refuse('it names a policy twice');
  }
  return { console: plain.console, address: plain.address, policies };
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
