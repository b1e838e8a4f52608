import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from './durableFile.ts';
import { lockName } from './lockFile.ts';

/** Lock files lie in the folders of consoles; nobody has them deeper than this. */
const deepest = 8;

/** See `ObjectStore.prune`. */
export async function pruneObjects(
  folder: string,
  root: string,
  needed: ReadonlySet<string | undefined>,
  olderThan: number,
): Promise<number> {
  const locked = new Set<string>();
  await collectBases(root, deepest, locked);
  const kept = new Set(needed);
  const bases = path.join(folder, 'bases');
  for (const name of await filesIn(bases)) {
    const file = path.join(bases, name);
    if (locked.has(name) || !(await isOlder(file, olderThan))) {
      kept.add(await readIfThere(file));
    } else {
      await rm(file, { force: true });
    }
  }
  let removed = 0;
  const objects = path.join(folder, 'objects');
  for (const shelf of await filesIn(objects)) {
    for (const hash of await filesIn(path.join(objects, shelf))) {
      const file = path.join(objects, shelf, hash);
      if (!kept.has(hash) && (await isOlder(file, olderThan))) {
        await rm(file, { force: true });
        removed++;
      }
    }
  }
  return removed;
}

async function isOlder(file: string, than: number): Promise<boolean> {
  try {
    return (await stat(file)).mtimeMs < than;
  } catch {
    return false;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Every hash in every lock file; also in one that cannot be read as such, or that has conflicts. */
async function collectBases(folder: string, depth: number, into: Set<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && !['.git', '.ordinance', 'node_modules'].includes(entry.name)) {
      await collectBases(place, depth - 1, into);
    } else if (entry.name === lockName) {
      for (const [hash] of ((await readIfThere(place)) ?? '').matchAll(/[0-9a-f]{64}/g)) {
        into.add(hash);
      }
    }
  }
}
