import path from 'node:path';
import { syncContextOf, type SyncContext } from '../../../src/core/sync/syncContext.ts';
import type { SyncDeps } from '../../../src/core/sync/ports.ts';
import { DiskWorkingCopies } from '../../../src/core/sync/diskWorkingCopies.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { FakeConsole } from './fakeConsole.ts';
import { MemoryDisk } from './memoryDisk.ts';
import { testSeal } from './testSeal.ts';
import { testDestination } from './testDestination.ts';

/** One console, and its folder on a disk that fails or loses power as a test wants. */
export class DiskConsole {
  readonly disk = new MemoryDisk();
  readonly live = new FakeConsole();
  readonly folder = path.join(this.disk.root, 'policies');
  readonly copies = new DiskWorkingCopies(this.folder, this.disk.root);

  /** What a process that starts now has. */
  started(more: Partial<SyncDeps> = {}): SyncContext {
    return syncContextOf({
      seal: testSeal,
      whereabouts: testDestination,
      console: 'test',
      live: this.live,
      copies: this.copies,
      paths: { policyFolder: this.folder, storeFolder: path.join(this.disk.root, '.ordinance') },
      logger: silentLogger,
      pause: () => Promise.resolve(),
      baseHistory: { async *versions() {} },
      ...more,
    });
  }
}
