import type { Family } from '../policy/families.ts';

/** Lists a console holds beside its policies. */
export const listNames = [
  'base-images',
  'network-lists',
  'collections',
  'checks',
  'custom-checks',
  'custom-rules',
  'tags',
] as const;

export type ListName = (typeof listNames)[number];

/** Lists that stand beside the policies of a family; all others are of the whole console. */
export const familyOfList: Readonly<Partial<Record<ListName, Family>>> = {
  'base-images': 'vulnerability',
  'network-lists': 'waas',
};
