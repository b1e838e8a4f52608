import type { ChosenPolicy } from '../targets/targets.ts';
import { BaseTexts, type ChangeServices } from './baseTexts.ts';
import { showChangeLenses } from './changeLenses.ts';
import { showChangeMarks } from './changeMarks.ts';
import { compareRule, compareWithBase, compareWithLive, openLive } from './compareWithLive.ts';
import { discardEdits } from './discardEdits.ts';
import { SourceControls } from './sourceControls.ts';

/** Local edits and changes on the console: source control, comparisons, and discarding edits. */
export function registerChanges(shared: Omit<ChangeServices, 'baseTexts'>): void {
  const { disposables, commands } = shared;
  const services = { ...shared, baseTexts: disposables.add(new BaseTexts(shared)) };
  disposables.addAll(new SourceControls(services), showChangeLenses(services), showChangeMarks(services));
  commands.onPolicy(services, {
    'ordinance.policy.compareBase': compareWithBase,
    'ordinance.policy.compareLive': compareWithLive,
    'ordinance.policy.openLive': openLive,
  });
  commands.onPolicies(
    { ...services, compare: (policy: ChosenPolicy) => compareWithBase(services, policy) },
    { 'ordinance.policy.discard': discardEdits },
  );
  commands.onRules(services, { 'ordinance.rule.compare': compareRule });
}
