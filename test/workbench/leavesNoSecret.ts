import assert from 'node:assert/strict';
import type { Dirent } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Step } from './mainJob.ts';
import { until } from './until.ts';

/** The editor is at work still: a file that was listed may be gone by now. */
function unlessGone(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
    throw error;
  }
  return '';
}

/** Of all folders below. A folder may go while it is listed; then it is listed again. */
async function filesIn(folder: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    unlessGone(error);
    return undefined;
  }
}

/** The last step of a job: what was typed as a secret is in no file, be it of the workspace, the profile or a log. */
export const leavesNoSecret: Step = {
  name: 'leaves the secret in no file and nowhere on the screen',
  async run({ sandbox, workspace, dataFolder, page }) {
    const { id, secret } = sandbox.accessKey;
    const forms = [secret, Buffer.from(`${id}:${secret}`).toString('base64'), encodeURIComponent(secret)];
    let files = 0;
    for (const folder of [workspace, dataFolder]) {
      for (const entry of await until('a list of files', () => filesIn(folder))) {
        if (entry.isFile()) {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path, 'latin1').catch(unlessGone);
          files += content === '' ? 0 : 1;
          assert.ok(!forms.some((form) => content.includes(form)), relative(folder, path));
        }
      }
    }
    assert.ok(files > 0);
    const shown = await page.locator('body').innerText();
    assert.ok(!forms.some((form) => shown.includes(form)), 'the window shows it');
  },
};
