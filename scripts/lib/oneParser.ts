import type { Plugin } from 'esbuild';

/**
 * undici holds its HTTP parser twice: once for processors with SIMD, once for all others. It falls back to the second where the first does
 * not load, so leaving the first out saves a tenth of the package, and the second serves every processor.
 */
export const oneParser: Plugin = {
  name: 'one-parser',
  setup(work) {
    work.onLoad({ filter: /[\\/]llhttp_simd-wasm\.js$/ }, () => ({ contents: '' }));
  },
};
