import type { Uri } from 'vscode';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { PartWords, PlanSheet, SheetText } from './planSheet.ts';
import type { PushPurpose } from './pushPurpose.ts';

/** What can be done with a sheet, by whoever had it made. `from` is its token: what comes of it takes the place of no other. */
export interface SheetActs {
  /** Makes its plans again, and shows them. */
  again(from: string): Promise<unknown>;
  /** Makes them again in the background, in place of these. Resolves with why there are none. */
  follow?(from: string): Promise<string | undefined>;
  /** Pushes exactly these plans; shows others, and sends nothing, when these would not be made any more. */
  push(shown: readonly PushPlan[], from: string): Promise<unknown>;
}

export interface NewSheet extends Omit<PlanSheet, 'parts'> {
  readonly isSeveral: boolean;
  readonly purpose: PushPurpose;
  readonly acts: SheetActs;
  readonly parts: readonly { readonly plan: PushPlan; readonly words: PartWords }[];
}

export interface ShownSheet extends PlanSheet, SheetText, Pick<NewSheet, 'isSeveral' | 'purpose' | 'acts'> {
  readonly uri: Uri;
  /** Names these plans and no others: a button that was made for others does nothing. */
  readonly token: string;
  /** Since when they can be looked at and pressed, when they came in place of others that somebody may be about to push. */
  readonly replacedAt?: number;
}
