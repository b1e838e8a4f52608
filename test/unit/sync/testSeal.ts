import { machineKey, Seal } from '../../../src/core/sync/store/seal.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';

/** What makes every process of the tests one machine. */
export const testMachine = { ORDINANCE_MACHINE_KEY: 'the one machine that all tests run on' };

export const testSeal = new Seal(() =>
  machineKey({ variables: testMachine, workspaces: [], logger: silentLogger }),
);
