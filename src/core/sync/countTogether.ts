import { isWeaker as isWeakerChange } from '../order/effect/change.ts';
import type { PolicyKind } from '../policy/families.ts';
import { throwIfCanceled } from '../util/errors.ts';
import {
  countAffected,
  MAX_RESOURCES,
  MAX_RULES,
  type AffectedReport,
  type AffectedQuery,
} from './countAffected.ts';

export interface CountTogether extends Pick<AffectedQuery, 'collections' | 'impacted' | 'limits' | 'signal'> {
  readonly policies: readonly Pick<AffectedQuery, 'kind' | 'plan'>[];
  /** Progress of one policy; see `AffectedQuery`. */
  readonly onProgress?: (
    kind: PolicyKind,
    ...told: Parameters<NonNullable<AffectedQuery['onProgress']>>
  ) => void;
}

export interface ReportOfPolicy {
  readonly kind: PolicyKind;
  readonly report: AffectedReport;
}

/**
 * Counts the resources that the plans of several policies affect, each policy by itself. The limits apply to
 * all policies together. Policies with weaker decisions come first; the report lists the rest as left out.
 * Throws the errors of `countAffected`.
 */
export async function countTogether(count: CountTogether): Promise<readonly ReportOfPolicy[]> {
  const { policies, limits = { rules: MAX_RULES, resources: MAX_RESOURCES }, onProgress, ...rest } = count;
  const isWeaker = ({ plan }: (typeof policies)[number]): boolean =>
    [...(plan.decisionChanges?.decisions ?? []), ...(plan.decisionChanges?.actions ?? [])].some(
      isWeakerChange,
    );
  let left = limits;
  const reports: ReportOfPolicy[] = [];
  for (const { kind, plan } of policies.toSorted((a, b) => Number(isWeaker(b)) - Number(isWeaker(a)))) {
    throwIfCanceled(rest.signal);
    const report = await countAffected({
      ...rest,
      kind,
      plan,
      // Zero limits prevent every query, also for a rule that covers everything.
      limits: left.rules > 0 ? left : { rules: 0, resources: 0 },
      ...(onProgress && { onProgress: (...told) => onProgress(kind, ...told) }),
    });
    reports.push({ kind, report });
    left = {
      rules: Math.max(0, left.rules - report.asked),
      resources: Math.max(0, left.resources - report.looked - report.leftOut.others),
    };
  }
  return reports;
}
