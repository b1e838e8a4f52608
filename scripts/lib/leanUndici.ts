import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves out of a bundle what undici carries for cases that cannot occur in it: its experimental second parser, the
 * parser for processors without SIMD instructions (no VS Code runs on one), HTTP/2 (switched off, see
 * `src/console/dispatcher.ts`), and form data as a body. Without this the bundle is twice as large.
 */
export const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(work) {
    // undici's own switch for bundles.
    work.initialOptions.define = { ...work.initialOptions.define, esbuildDetection: '1' };
    work.onResolve({ filter: /\/llhttp-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp_simd-wasm.js'),
    }));
    work.onResolve({ filter: /\/web\/(fetch\/(body(\.js)?|formdata)|webidl)$/ }, ({ path }) => ({
      path,
      namespace: 'lean-undici',
    }));
    work.onResolve({ filter: /\/client-h2(\.js)?$/ }, ({ path }) => ({ path, namespace: 'lean-undici-h2' }));
    work.onLoad({ filter: /.*/, namespace: 'lean-undici-h2' }, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is switched off'); };",
    }));
    work.onLoad({ filter: /.*/, namespace: 'lean-undici' }, () => ({
      contents: 'module.exports = { webidl: { is: { FormData: () => false } } };',
    }));
  },
};
