import type { Disposable } from '../../core/util/disposable.ts';
import type { Commands } from '../targets/commands.ts';
import { readCollections } from '../targets/readCollections.ts';
import {
  countAffectedOfPlan,
  countAffectedResources,
  type CountingServices,
} from './countAffectedResources.ts';
import { PicturePages, type PicturePageServices } from './picture/picturePages.ts';
import { showApplyingRule, type OrderServices } from './whichRuleApplies.ts';

/** What the order of rules decides: asked for one resource, counted for all that a push affects, and as a picture. */
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
      // What can be known is asked for; the picture follows.
      void readCollections(services, policy.console);
      await pages.show(policy);
    },
  });
  return pictures;
}
