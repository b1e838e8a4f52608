import assert from 'node:assert/strict';
import { ChildProcess } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commands, extensions, languages, Uri, window, workspace } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, fileOf, Messages, policy, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

type Spawn = (
  this: ChildProcess,
  options: { readonly file: string; readonly args: readonly string[] },
) => unknown;

/** What Ordinance runs from now on, by whichever function of Node. */
class Programs {
  readonly run: string[] = [];
  readonly #prototype = ChildProcess.prototype as unknown as { spawn: Spawn };
  readonly #spawn = this.#prototype.spawn;

  constructor() {
    const { run } = this;
    const spawn = this.#spawn;
    this.#prototype.spawn = function (options) {
      // VS Code and its own extensions run some, too.
      if (/[\\/]dist[\\/]\w+\.cjs/.test(new Error().stack ?? '')) {
        run.push(options.args.join(' '));
      }
      return spawn.call(this, options);
    };
  }

  restore(): void {
    this.#prototype.spawn = this.#spawn;
  }
}

suite('an untrusted workspace', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  const programs = new Programs();
  let began = 0;

  before(async () => {
    began = Date.now();
    sandbox = await startSandbox();
    messages = new Messages();
    await waitFor('activation', () => extensions.getExtension('ordinance.ordinance')?.isActive);
  });

  after(async () => {
    messages.restore();
    programs.restore();
    await sandbox.close();
  });

  test('checks files of tests, and runs none', async () => {
    const folder = Uri.joinPath(surroundings().folder, 'policies/sandbox');
    const files = [
      Uri.joinPath(folder, 'vulnerability/ci-serverless.policy.yaml'),
      Uri.joinPath(folder, 'intent.policy-test.yaml'),
    ] as const;
    const rules = 'rules:\n  - name: rest\n    collections:\n      - name: All\n';
    await workspace.fs.writeFile(files[0], Buffer.from(`policyType: ciServerlessVulnerability\n${rules}`));
    const tests =
      'policy: vulnerability/ci-serverless\ntests:\n  - name: a\n    every: { collections: [All] }\n    expect: { blocks: high }\n  - name: b\n';
    await workspace.fs.writeFile(files[1], Buffer.from(tests));
    try {
      await workspace.openTextDocument(files[1]);
      const codes = (): readonly unknown[] =>
        languages.getDiagnostics(files[1]).map(({ code }) => (typeof code === 'object' ? code.value : code));
      await waitFor('a mistake', () => codes().includes('policy-test'));
      await commands.executeCommand('testing.runAll').then(undefined, () => undefined);
      // Whoever ran tests would have done it by then.
      await delay(1500);
      assert.deepEqual(codes(), ['policy-test']);
    } finally {
      for (const uri of files) {
        await workspace.fs.delete(uri).then(undefined, () => undefined);
      }
    }
  });

  test('is one', () => {
    assert.equal(workspace.isTrusted, false);
  });

  for (const [what, replace, reason] of [
    [
      'is a link out of the workspace',
      (file: string, outside: string) => symlinkSync(outside, file),
      /outside the workspace/,
    ],
    [
      'leads there by the folder of a link',
      (file: string, outside: string) => {
        const folder = join(file, '../linked');
        symlinkSync(join(outside, '..'), folder);
        symlinkSync(join(folder, basename(outside)), file);
      },
      /outside the workspace/,
    ],
    [
      'is larger than it may be',
      (file: string) => writeFileSync(file, `# ${'x'.repeat(300 * 1024)}\n`),
      /larger than 256 KiB/,
    ],
  ] as const) {
    test(`does not read an ordinance.yaml that ${what}, and says so as a problem`, async () => {
      const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
      const outside = join(surroundings().folder.fsPath, '../elsewhere.yaml');
      const problems = () =>
        languages.getDiagnostics(file).filter(({ message }) => /outside|larger/.test(message));
      renameSync(file.fsPath, outside);
      try {
        replace(file.fsPath, outside);
        const [problem] = await waitFor('the problem', () => problems().length > 0 && problems());
        assert.match(problem?.message ?? '', reason);
        messages.clear();
        await commands.executeCommand('ordinance.console.pull', { kind: 'console', consoleId: consoleId() });
        assert.doesNotMatch(messages.last?.text ?? '', /not trusted/, 'there is no such console');
      } finally {
        rmSync(file.fsPath);
        rmSync(join(file.fsPath, '../linked'), { force: true });
        renameSync(outside, file.fsPath);
      }
      await waitFor('no problem', () => problems().length === 0);
    });
  }

  test('runs no program when a policy file is opened', async () => {
    const file = fileOf('vulnerability/images');
    // A lock line whose content is not at hand sends whoever may look to the history of git.
    const lock = Uri.joinPath(file, '../../ordinance.lock.json');
    const line = JSON.stringify({ base: 'a'.repeat(64), at: '2026-01-01T00:00:00Z' });
    const write = (uri: Uri, text: string) => workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await write(lock, `{\n  "vulnerability/images": ${line},\n  "version": 1\n}\n`);
    await write(file, 'rules: []\n');
    await window.showTextDocument(file);
    await commands.executeCommand('workbench.view.scm');
    await commands.executeCommand('ordinance.policy.compareBase', policy('vulnerability/images'));
    // There is nothing to wait for: what must not happen has had its time.
    await delay(3000);
    assert.deepEqual(programs.run, []);
  });

  test('makes no request, whatever is run', async () => {
    const console = { kind: 'console', consoleId: consoleId() };
    await commands.executeCommand('ordinance.console.pull', console);
    await commands.executeCommand('ordinance.policies.refresh', console);
    await commands.executeCommand('ordinance.policies.refresh');
    await commands.executeCommand('ordinance.console.signIn', console);
    await commands.executeCommand('ordinance.console.add');
    for (const id of ['pull', 'openLive', 'push', 'retry']) {
      await commands.executeCommand(`ordinance.policy.${id}`, policy('vulnerability/ci-images'));
    }
    const posture = { sourceId: consoleId(), kind: 'catalog' };
    for (const id of ['signIn', 'openJson', 'showTable', 'showOverview', 'saveSnapshot', 'refresh']) {
      await commands.executeCommand(`ordinance.posture.${id}`, posture);
    }
    assert.deepEqual(sandbox.requests.all(), []);
    assert.ok(
      messages.shown.some(({ text }) => text.includes('not trusted')),
      'and says why',
    );
  });

  test('reads nothing in the background', async () => {
    const name = 'vulnerability/ci-images';
    await workspace.fs.writeFile(fileOf(name), Buffer.from('policyType: ciImagesVulnerability\nrules: []\n'));
    await window.showTextDocument(fileOf(name));
    // The shortest interval there is would be over by then.
    await delay(Math.max(0, began + 45_000 - Date.now()));
    assert.deepEqual(sandbox.requests.all(), []);
  });

  test('offers to manage trust', async () => {
    const name = 'vulnerability/ci-images';
    const file = fileOf(name);
    await workspace.fs.writeFile(
      file,
      Buffer.from('policyType: ciImagesVulnerability\nrules:\n  - name: a\n    collections: [{name: All}]\n'),
    );
    for (const id of ['push', 'openLive', 'pull', 'retry', 'merge', 'override']) {
      messages.clear();
      await commands.executeCommand(`ordinance.policy.${id}`, policy(name));
      assert.match(messages.last?.text ?? '', /not trusted/, id);
      assert.equal(messages.last?.actions[0], 'Manage Workspace Trust', id);
    }
  });
});
