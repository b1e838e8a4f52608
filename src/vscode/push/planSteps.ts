import { policyKind } from '../../core/policy/families.ts';
import type { PlanStep } from '../../core/policy/planStep.ts';
import { planDocument } from '../../core/sync/planDocument.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';

/** A step and the zero-based line of the plan document it begins on. */
export interface PlanLine {
  readonly line: number;
  readonly step: PlanStep;
}

/** The text of a plan below the lines of `heading`, and where its steps stand in it. */
export function planLines(
  plan: PushPlan,
  heading: readonly string[] = [],
): { readonly text: string; readonly lines: readonly PlanLine[] } {
  const text = `${heading.map((line) => `${line}\n`).join('')}${planDocument(plan)}`;
  const steps = inOrderOfText(plan);
  const lines: PlanLine[] = [];
  for (const [line, content] of text.split('\n').entries()) {
    const step = /^[-+>=~] /.test(content) ? steps[lines.length] : undefined;
    if (step) {
      lines.push({ line, step });
    }
  }
  return { text, lines };
}

/** Members of the document first, then the arrays as the family table has them. */
function inOrderOfText({ ref, steps }: PushPlan): PlanStep[] {
  const arrays = policyKind(ref.policy)?.arrays ?? [];
  return [
    ...steps.filter((step) => step.kind === 'document'),
    ...arrays.flatMap(({ key }) => steps.filter((step) => step.kind !== 'document' && step.array === key)),
  ];
}
