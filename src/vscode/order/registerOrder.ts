import type { Disposable } from '../../core/util/disposable.ts';
import type { Commands } from '../targets/commands.ts';
import {
  countAffectedOfPlan,
  countAffectedResources,
  type CountingServices,
} from './countAffectedResources.ts';
import { PicturePages, type PicturePageServices } from './picture/picturePages.ts';
import { showApplyingRule, type OrderServices } from './whichRuleApplies.ts';

/** Commands about the order of rules: the rule for a resource, the resources that a push affects, and the picture. */
export function registerOrder(
  services: OrderServices & CountingServices & PicturePageServices & { readonly commands: Commands },
): Disposable {
  const pictures = new PicturePages(services);
  services.commands.onRow(services, {
    'ordinance.plan.countAffected': countAffectedOfPlan,
    'ordinance.rule.whichRuleApplies': showApplyingRule,
  });
  services.commands.onPolicy(services, { 'ordinance.policy.countAffected': countAffectedResources });
  services.commands.onPolicy(pictures, {
    'ordinance.policy.showPicture': async (pages, policy) => {
      // The picture follows when the collections arrive.
      void services.scopes.load(policy.console);
      await pages.showPolicy(policy);
    },
  });
  return pictures;
}
