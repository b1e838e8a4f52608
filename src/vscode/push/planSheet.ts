import { l10n } from '../../core/util/l10n.ts';
import { sameDestination } from '../../core/consoles/destination.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { reviewText, type ReviewEntry, type Told } from '../../core/sync/reviewText.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { standingLines, type PlanStanding, type StandingWords } from './planStanding.ts';

/** A plan of a document, and what it is by now. */
export interface PlanPart {
  readonly plan: PushPlan;
  readonly words: PartWords;
  standing: PlanStanding;
}

export interface PartWords extends StandingWords {
  /** What is pushed where; the counts stand behind it. */
  readonly headline: string;
}

/** What a document of one plan, or of several, consists of. */
export interface PlanSheet {
  readonly consoleId: string;
  readonly parts: readonly PlanPart[];
  /** Lines that stand above the plans: what was chosen and is not among them. */
  readonly heading: readonly string[];
}

/** A rule of a plan, and where it stands in the document. */
export interface SheetEntry extends ReviewEntry {
  readonly plan: PushPlan;
}

export interface SheetText {
  readonly text: string;
  readonly entries: readonly SheetEntry[];
  /** By lines: what a line tells of that says what is decided or done otherwise. */
  readonly told: ReadonlyMap<number, { readonly plan: PushPlan; readonly of: Told }>;
  /** Lines of what is folded at first. */
  readonly details: readonly number[];
}

/** The text of a sheet as it stands, and where its rules are. */
export function sheetText(sheet: PlanSheet, time: (at: Date) => string): SheetText {
  const parts = madeTogether(sheet.parts);
  const hasEnded = parts.some(({ standing }) => standing.kind === 'ended');
  const heading = [
    ...parts.flatMap(({ plan, standing, words }) =>
      parts.length > 1 && hasEnded && standing.kind === 'current'
        ? [l10n.t('{0} was not pushed.', plan.ref.policy)]
        : standingLines({ plan, standing, words }, time),
    ),
    ...sheet.heading,
  ];
  // Several plans are out of date for one reason each.
  const lines = heading.filter((line, at) => heading.indexOf(line) === at).map(onLine);
  const entries: SheetEntry[] = [];
  const told = new Map<number, { readonly plan: PushPlan; readonly of: Told }>();
  const details: number[] = [];
  for (const { plan, words } of parts) {
    if (lines.length > 0) {
      lines.push('');
    }
    const review = reviewText(plan, words.headline);
    const top = lines.length;
    for (const { line, end, steps } of review.entries) {
      entries.push({ line: line + top, end: end + top, steps, plan });
    }
    review.told.forEach((of, line) => told.set(line + top, { plan, of }));
    details.push(review.details + top);
    lines.push(...review.lines);
  }
  return { text: `${lines.join('\n')}\n`, entries, told, details };
}

/** Plans that are made again at once are so at one moment, and one that differs is what is said of them. */
function madeTogether(parts: readonly PlanPart[]): readonly PlanPart[] {
  const again = parts.flatMap(({ standing }) =>
    standing.kind === 'current' && standing.again ? [standing.again] : [],
  );
  const isSame = again.every((one) => one.isSame);
  const at = new Date(Math.max(...again.map((one) => one.at.getTime())));
  return parts.map((part) =>
    part.standing.kind === 'current' && part.standing.again
      ? { ...part, standing: { ...part.standing, again: { at, isSame } } }
      : part,
  );
}

/** Whether a person who agreed to these plans agreed to those: the same bytes, to the same place, for the same reasons. */
export function samePlans(some: readonly PushPlan[], others: readonly PushPlan[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        sameDestination(one.destination, other.destination) &&
        spelled(one) === spelled(other)
      );
    })
  );
}

/** Everything a plan is agreed to for; when it was made is no part of that. */
function spelled(plan: PushPlan): string {
  const { ref, bodyHash, liveHash, nextHash, restores, overrides, unpulled, earlier, tests } = plan;
  return JSON.stringify([
    [ref.console, ref.policy],
    [bodyHash, liveHash, nextHash, restores ?? null, plan.restoresForeign ?? false, plan.emptiesPolicy],
    [overrides ?? null, unpulled ?? null, earlier ?? null, tests ?? null],
    reviewText(plan, '').lines,
  ]);
}

/** Names and reasons that are not ours stay on their line, and hide nothing. */
function onLine(line: string): string {
  return escapedInJson(line.replaceAll(/\s+/g, ' ').trim());
}
