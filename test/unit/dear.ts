/** Of the runs that a property asks for: a third, unless somebody who has the time sets another share. */
const share = Number(process.env['PROPERTY_SHARE'] ?? 1 / 3);

/**
 * How often a property is tried of which a run takes long. With the seed of `npm test` they are the same every time, so they say
 * whether the change at hand broke something, and that shows soon; `npm run soak -- --properties` tries all, with other seeds.
 */
export function dear(runs: number): number {
  return Math.ceil(runs * share);
}
