import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../scripts/lib/cleanup.ts';
import type { Spelling } from '../src/core/policy/policyFile.ts';
import type { Case, Measurement } from './case.ts';
import { caseOf } from './caseOf.ts';
import { bundleForHost } from './workbench/bundleForHost.ts';
import { floorManifest } from './workbench/floorManifest.ts';
import { findingsShown, inTypingSession } from './workbench/typing.ts';

const bundle = fileURLToPath(new URL('../dist/extension.mjs', import.meta.url));

/** Every second one makes a finding, the others take it away; the first two warm up. */
const keys = 24;

async function measure(
  engine: 'ordinance' | 'floor',
  spelling: Spelling,
  bytes: number,
): Promise<Measurement> {
  if (!existsSync(bundle)) {
    throw new Error('no bundle: npm run build');
  }
  const folder = await temporaryFolder('bench');
  try {
    const probe = join(folder.path, 'probe.cjs');
    await bundleForHost('hostProbe.ts', probe);
    const extension = join(folder.path, 'floor');
    await mkdir(extension);
    await writeFile(join(extension, 'package.json'), JSON.stringify(floorManifest));
    await bundleForHost('floorExtension.ts', join(extension, 'extension.cjs'));
    return await inTypingSession(
      {
        spelling,
        bytes,
        probe,
        ...(engine === 'floor' ? { extension } : {}),
        say: (line) => console.error(line),
      },
      async (typing) => {
        const shown = await findingsShown(typing, keys);
        const size = (typing.text.length / 1e6).toFixed(typing.text.length < 1e6 ? 2 : 1);
        return { samples: shown.slice(2), note: `${typing.rules} rules, ${size} MB` };
      },
    );
  } finally {
    await folder.dispose();
  }
}

function typing(id: string, spelling: Spelling, bytes: number, size: string): Case {
  return caseOf<'ordinance' | 'floor'>(
    id,
    `key to the finding that is seen in a real workbench, ${spelling.toUpperCase()} of ${size}`,
    { Ordinance: 'ordinance', 'an extension that reports a constant finding at once': 'floor' },
    (engine) => measure(engine, spelling, bytes),
  );
}

export const workbenchCases: readonly Case[] = [
  typing('P17-small', 'json', 30_000, '30 kB'),
  typing('P17-json', 'json', 5_000_000, '5 MB'),
  typing('P17-yaml', 'yaml', 5_000_000, '5 MB'),
  typing('P17-large', 'json', 10_000_000, '10 MB'),
];
