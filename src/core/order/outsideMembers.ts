import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/planStep.ts';

/** Members outside the rules of the network by which it is known what is decided. */
const readMembers = /^(?:networkEntities|containerEnabled|hostEnabled)(?:$|[.[])/;

/** Paths of members outside the rules that a change concerns and of which it is not known what they do to decisions. */
export function outsideMembers({ isNetwork }: PolicyKind, steps: readonly PlanStep[]): readonly string[] {
  return steps
    .flatMap((step) => (step.kind === 'document' ? step.fields.map(({ path }) => path) : []))
    .filter((path) => !isNetwork || !readMembers.test(path));
}

export function outsideWords(path: string): string {
  return `The effect of ${path}, outside the rules, on decisions is unknown.`;
}
