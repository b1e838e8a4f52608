import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, Uri, window, workspace } from 'vscode';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import type { Opening } from '../../../src/core/sync/journalEvent.ts';
import { Journal } from '../../../src/core/sync/store/journal.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, policy, run } from '../mainJob.ts';
import { SafetyWorld } from '../safety/world.ts';
import { surroundings } from '../surroundings.ts';
import { machineKey, Seal } from '../../../src/core/sync/store/seal.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { testDestination } from '../../unit/sync/testDestination.ts';

/** Of this machine, as the extension has it. */
const seal = new Seal(() => machineKey({ variables: process.env, workspaces: [], logger: silentLogger }));

const name = 'vulnerability/host';
const day = 24 * 60 * 60 * 1000;

suite('recovery', () => {
  let world: SafetyWorld;
  let original: string;
  const root = surroundings().folder;
  const consoleFile = Uri.joinPath(root, 'ordinance.yaml');
  const store = join(root.fsPath, '.ordinance');
  const sandboxUrl = (): string => /url: (\S+)/.exec(original)?.[1] ?? '';
  const opening = (console: string, policy: Opening['policy']): Opening => ({
    console,
    policy,
    destination: { ...testDestination, url: sandboxUrl() },
    live: 'a'.repeat(64),
    next: 'b'.repeat(64),
    body: 'c',
    document: 'c'.repeat(64),
    counts: { added: 0, removed: 0, changed: 0, moved: 0, renamed: 0 },
  });
  /** A console that this window has not seen yet: it is treated as after a start. */
  const addConsole = async (console: string): Promise<void> => {
    const text = Buffer.from(await workspace.fs.readFile(consoleFile)).toString();
    await workspace.fs.writeFile(
      consoleFile,
      Buffer.from(`${text}  ${console}:\n    url: ${sandboxUrl()}\n    apiVersion: "34.04"\n`),
    );
    await run('ordinance.policies.refresh');
  };
  const said = (pattern: RegExp): number =>
    world.messages.shown.filter(({ text }) => pattern.test(text)).length;

  before(async () => {
    world = await SafetyWorld.open(name);
    original = Buffer.from(await workspace.fs.readFile(consoleFile)).toString();
  });

  after(async () => {
    const settings = workspace.getConfiguration('ordinance');
    for (const setting of ['refresh.intervalMinutes', 'history.retentionDays']) {
      await settings.update(setting, undefined, ConfigurationTarget.Global);
    }
    await workspace.fs.writeFile(consoleFile, Buffer.from(original));
    await world.close();
  });

  test('live is read in the background, and neither the base nor the file moves', async () => {
    await window.showTextDocument(fileOf(name));
    const lock = Uri.joinPath(root, 'policies/sandbox/ordinance.lock.json');
    const read = async (): Promise<string[]> =>
      Promise.all(
        [lock, fileOf(name)].map(async (uri) => Buffer.from(await workspace.fs.readFile(uri)).toString()),
      );
    const before = await read();
    world.colleague(name, 0, 'by a colleague');
    world.sandbox.requests.clear();
    await waitFor('the focus, without which nothing is read', () => window.state.focused);
    await workspace
      .getConfiguration('ordinance')
      .update('refresh.intervalMinutes', 0.5, ConfigurationTarget.Global);
    await waitFor('a reading', () => world.sandbox.requests.of('GET', name).length > 0);
    await workspace
      .getConfiguration('ordinance')
      .update('refresh.intervalMinutes', 0, ConfigurationTarget.Global);
    assert.deepEqual(await read(), before);
    assert.deepEqual(world.messages.shown, [], 'nobody is disturbed');
    await world.annotate(name, 1, 'by me');
    const refused = await run<{ kind: string }>('ordinance.policy.push', policy(name));
    assert.equal(refused?.kind, 'drift', JSON.stringify(world.messages.last));
  });

  test('a push that a crash left open is settled at the start, and told once', async () => {
    // So long ago that nothing may arrive any more.
    const at = new Date(Date.now() - day);
    const journal = new Journal(store, 'crashed', seal, { now: () => at });
    const entry = await journal.open(opening('crashed', name), at);
    await entry.append({ event: 'sending', object: 'd'.repeat(64) }, true);
    await entry.close();
    world.messages.clear();
    await addConsole('crashed');
    const notice = /interrupted push of vulnerability\/host to crashed/;
    await waitFor('the notice', () => said(notice) > 0);
    assert.deepEqual(world.messages.shown.find(({ text }) => notice.test(text))?.actions, ['Show History']);
    assert.equal(world.puts, 0, 'nothing is sent again');
    await run('ordinance.policies.refresh');
    await run('ordinance.policies.refresh');
    assert.equal(said(notice), 1);
    const [record] = await journal.records();
    assert.equal(record?.closed, true);
  });

  test('a push that was refused, and is in force all the same, is told once', async () => {
    const kind = policyKind(name);
    assert.ok(kind);
    const now = new Date();
    const journal = new Journal(store, 'corrected', seal, { now: () => now });
    const next = canonicalHash(kind, world.sandbox.state.policies.get(name));
    const entry = await journal.open({ ...opening('corrected', name), next }, now);
    await entry.append({ event: 'sending', object: 'd'.repeat(64) });
    await entry.append({ event: 'answered', answer: 'refused' });
    await entry.append({ event: 'read-back', live: 'a'.repeat(64), object: 'd'.repeat(64) });
    await entry.append({ event: 'verdict', verdict: 'not-applied', reason: 'It was locked.' });
    await entry.append({ event: 'closed' }, true);
    await entry.close();
    world.messages.clear();
    await addConsole('corrected');
    const notice =
      /the push of vulnerability\/host to corrected, recorded as "not applied", is on the console/;
    await waitFor('the notice', () => said(notice) > 0);
    await run('ordinance.policies.refresh');
    assert.equal(said(notice), 1);
    const [record] = await journal.records();
    assert.deepEqual(
      [record?.verdict, record?.corrected?.verdict, record?.closed],
      ['applied', 'not-applied', true],
    );
  });

  test('the retention removes old pushes, and nothing that is not verified', async () => {
    const push = async (age: number, verdict: 'applied' | 'unknown', closed: boolean): Promise<string> => {
      const at = new Date(Date.now() - age * day);
      const journal = new Journal(store, 'old', seal, { now: () => at });
      const entry = await journal.open(opening('old', 'compliance/host'), at);
      await entry.append({ event: 'verdict', verdict }, true);
      if (closed) {
        await entry.append({ event: 'closed' }, true);
      }
      await entry.close();
      return entry.id;
    };
    const gone = [await push(403, 'applied', true), await push(402, 'applied', true)];
    const kept = [await push(401, 'unknown', true)];
    for (let age = 400; age > 380; age--) {
      kept.push(await push(age, 'applied', true));
    }
    await workspace
      .getConfiguration('ordinance')
      .update('history.retentionDays', 30, ConfigurationTarget.Global);
    await addConsole('old');
    const folder = join(store, 'journal', 'old');
    const left = (): string[] => readdirSync(folder).map((file) => file.replace('.jsonl', ''));
    await waitFor('the old ones to go', () => !left().includes(gone[0] ?? ''));
    await waitFor('all of them to go', () => left().length === kept.length);
    assert.deepEqual(left().toSorted(), kept.toSorted(), 'the last 20, and what is not known');
    assert.match(readFileSync(join(folder, `${kept[0]}.jsonl`), 'utf8'), /"unknown"/);
  });
});
