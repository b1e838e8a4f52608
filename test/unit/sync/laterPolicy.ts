import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sealedLine } from '../../../src/core/sync/store/seal.ts';
import { testSeal } from './testSeal.ts';

/** Makes the record of a push one of a policy that only a later version knows, and returns the file. `until` is its last event. */
export async function makeLaterPolicy(storeFolder: string, pushId: string, until?: string): Promise<string> {
  const file = path.join(storeFolder, 'journal', 'test', `${pushId}.jsonl`);
  let text = '';
  let before = `test\n${pushId}`;
  for (const line of (await readFile(file, 'utf8')).split('\n').filter((one) => one !== '')) {
    const { mark: _mark, ...event } = JSON.parse(line) as { event: string; mark: string };
    const later = event.event === 'opened' ? { ...event, policy: 'later/policy' } : event;
    const sealed = await sealedLine(testSeal, later, before);
    before = sealed.mark;
    text += `${sealed.line}\n`;
    if (event.event === until) {
      break;
    }
  }
  await writeFile(file, text);
  return file;
}
