import { userInfo } from 'node:os';

/** The account of this machine, for the journal of pushes; nothing where it has no name. */
export function authorOfPushes(): { readonly author?: string } {
  try {
    const { username } = userInfo();
    return username === '' ? {} : { author: username };
  } catch {
    return {};
  }
}
