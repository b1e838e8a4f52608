import * as fc from 'fast-check';

/** Loaded into every test process: the seed of all properties that do not name their own. */
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
