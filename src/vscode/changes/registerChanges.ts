import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { BaseTexts } from './baseTexts.ts';
import { ChangeLenses, LiveLenses } from './changeLenses.ts';
import { ChangeMarks } from './changeMarks.ts';
import { compareRule, compareWithBase, compareWithLive, openLive } from './compareWithLive.ts';
import { discardEdits } from './discardEdits.ts';
import { SourceControls } from './sourceControls.ts';
import type { ChangeServices } from './changeServices.ts';

/** Local edits and changes on the console: source control, comparisons, and discarding edits. */
export function registerChanges(services: ChangeServices): Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  const baseTexts = store.add(new BaseTexts(services));
  const comparing = { ...services, baseTexts };
  store.addAll(
    new SourceControls(comparing),
    new ChangeLenses(services),
    new LiveLenses(services),
    new ChangeMarks(services),
  );
  commands.onPolicy(comparing, {
    'ordinance.policy.compareBase': compareWithBase,
    'ordinance.policy.compareLive': compareWithLive,
    'ordinance.policy.openLive': openLive,
  });
  commands.onPolicies(
    { ...comparing, compare: (policy: ChosenPolicy) => compareWithBase(comparing, policy) },
    { 'ordinance.policy.discard': discardEdits },
  );
  commands.onRules(comparing, { 'ordinance.rule.compare': compareRule });
  return store;
}
