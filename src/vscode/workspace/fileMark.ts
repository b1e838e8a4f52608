import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import type { L10n } from '../platform/l10n.ts';
import { fileState } from './fileState.ts';
import { shownState, stateLooks } from './shownState.ts';

export interface FileMark {
  readonly badge: string;
  readonly tooltip: string;
  readonly color?: string;
}

/** The badge of a policy file in the explorer and on its tab; none when it is as it should be. While it is being checked its color stays, as that is the color of its name. */
export function fileMark(
  status: PolicyStatus,
  isBeingChecked: boolean,
  console: string,
  l10n: L10n,
): FileMark | undefined {
  const look = stateLooks[shownState(status) === 'problems' ? 'problems' : fileState(status)];
  const mark = look.mark?.(console, l10n);
  const color = mark && { color: look.color };
  if (isBeingChecked && status.state !== 'failed') {
    return { badge: '…', tooltip: l10n.t('Being checked'), ...color };
  }
  return mark && { badge: mark[0], tooltip: mark[1], ...color };
}
