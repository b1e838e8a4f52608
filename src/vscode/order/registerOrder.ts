import type { Commands } from '../targets/commands.ts';
import { countAffectedResources, type CountingServices } from './countAffectedResources.ts';
import { whichDecides, type OrderServices } from './whichDecides.ts';

/** What the order of rules decides, asked for one resource, or counted for all that a push affects. */
export function registerOrder(
  services: OrderServices & CountingServices & { readonly commands: Commands },
): void {
  services.commands.onRow(services, { 'ordinance.rule.whichDecides': whichDecides });
  services.commands.onPolicy(services, { 'ordinance.policy.countAffected': countAffectedResources });
}
