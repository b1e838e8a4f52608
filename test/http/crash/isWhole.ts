import { images, type TestWorkspace } from '../../unit/sync/workspace.ts';

/** Neither in part nor unreadable: reading the file again is enough. */
export const isWhole = (work: TestWorkspace): Promise<void> => work.value(images).then(() => undefined);
