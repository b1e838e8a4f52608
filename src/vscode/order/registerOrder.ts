import type { Commands } from '../targets/commands.ts';
import { whichDecides, type OrderServices } from './whichDecides.ts';

/** What the order of rules decides, asked for one resource. */
export function registerOrder(services: OrderServices & { readonly commands: Commands }): void {
  services.commands.onRow(services, { 'ordinance.rule.whichDecides': whichDecides });
}
