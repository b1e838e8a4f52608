import type { L10n } from '../platform/l10n.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { planDocument } from '../../core/sync/planDocument.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { planLines, type PlanLine } from './planSteps.ts';
import { standingLines, type PlanOrigin, type PlanStanding } from './planStanding.ts';

/** A plan of a document, and what it is by now. */
export interface PlanPart {
  readonly plan: PushPlan;
  standing: PlanStanding;
}

/** What a document of one plan, or of several, consists of. */
export interface PlanSheet {
  readonly consoleId: string;
  readonly origin: PlanOrigin;
  readonly parts: readonly PlanPart[];
  /** Lines that stand above the plans. */
  readonly heading: readonly string[];
}

/** The text of a sheet as it stands, and where the steps of its plan are, when it is one plan. */
export function sheetText(
  sheet: PlanSheet,
  l10n: L10n,
  time: (at: Date) => string,
): { readonly text: string; readonly lines: readonly PlanLine[] } {
  const { origin, parts } = sheet;
  const [only] = parts;
  const hasEnded = parts.some(({ standing }) => standing.kind === 'ended');
  const top = [
    ...parts.flatMap(({ plan, standing }) =>
      parts.length > 1 && hasEnded && standing.kind === 'current'
        ? [l10n.t('{0} was not pushed.', plan.ref.policy)]
        : standingLines({ plan, standing, origin }, l10n, time),
    ),
    ...sheet.heading,
  ];
  // Several plans are out of date for one reason each, with one way to make them again.
  const lines = top.filter((line, at) => top.indexOf(line) === at).map(comment);
  if (only && parts.length === 1 && origin !== 'several') {
    return planLines(only.plan, lines);
  }
  const head = lines.length > 0 ? [`${lines.join('\n')}\n`] : [];
  return { text: [...head, ...parts.map(({ plan }) => planDocument(plan))].join('\n'), lines: [] };
}

/** Names and reasons that are not ours stay on their line, and hide nothing. */
function comment(line: string): string {
  return `# ${escapedInJson(line.replaceAll(/\s+/g, ' ').trim())}`;
}
