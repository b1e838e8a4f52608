import type { Plugin } from 'esbuild';

/**
 * What is loaded when it is first needed: a bundle of its own in `dist`, so that starting neither reads nor compiles it.
 * By the name of the bundle: what `src` asks for, by `require` or `import()`, and where the bundle begins. Classes of a part are
 * its own, also those of rooms that the extension holds too: no object crosses between them whose class anybody asks for.
 */
export const lateParts = {
  'httpClient.cjs': { asked: /\/httpClient\.ts$/, entry: 'src/core/console/httpClient.ts' },
  'sandbox.cjs': { asked: /\/sandboxConsole\.ts$/, entry: 'src/sandbox/sandboxConsole.ts' },
  'schemas.cjs': { asked: /\/jsonSchema\.ts$/, entry: 'src/core/assist/schema/jsonSchema.ts' },
  'validators.cjs': { asked: /\/generated\/validators\.js$/, entry: 'src/generated/validators.js' },
  'yaml.cjs': { asked: /^yaml$/, entry: 'yaml' },
} as const;

/** Lets a bundle ask for the late parts beside it. Whoever imports one of them in any other way has it in the bundle itself. */
export const leaveLateParts: Plugin = {
  name: 'leave-late-parts',
  setup(work) {
    for (const [file, { asked }] of Object.entries(lateParts)) {
      work.onResolve({ filter: asked }, ({ kind }) =>
        kind === 'require-call' || kind === 'dynamic-import'
          ? { path: `./${file}`, external: true }
          : undefined,
      );
    }
  },
};
