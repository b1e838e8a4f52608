import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { FakeConsole } from './fakeConsole.ts';
import { addRule, kindOf, TestWorkspace } from './workspace.ts';
import { policyStatus, refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { baseDocument } from '../../../src/core/sync/pull.ts';

const images = kindOf('vulnerability/images');
const host = kindOf('runtime/host');
const network = kindOf('cnns/network');

test('pulls every policy into files that are in sync', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const progress: string[] = [];
  const report = await work.pull(policyKinds, {
    onProgress: (done, total, ref) => progress.push(`${done}/${total} ${ref.policy}`),
  });
  assert.equal(report.written.length, 21);
  assert.deepEqual([report.unchanged, report.kept, report.failed, report.canceled], [[], [], [], false]);
  assert.equal(progress.length, 21);
  assert.match(progress.at(-1) ?? '', /^21\/21 /);
  for (const kind of policyKinds) {
    assert.equal((await policyStatus(work.sync, kind)).state, 'in-sync', kind.name);
  }
  assert.match(
    await readFile(path.join(work.policyFolder, 'vulnerability/images.policy.yaml'), 'utf8'),
    /name: All/,
  );
  assert.equal(await readFile(path.join(work.storeFolder, '.gitignore'), 'utf8'), '*\n');
});

test('writes JSON when asked, and keeps the spelling of a file that is there', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images], { format: 'json' });
  assert.equal(
    writeJson(
      parseJson(await readFile(path.join(work.policyFolder, 'vulnerability/images.policy.json'), 'utf8')),
    ),
    '{"policyType":"containerVulnerability","rules":[{"name":"a","collections":[{"name":"All"}],"note":1.0,"graceDays":0},{"name":"b","collections":[{"name":"prod"}],"graceDays":0}]}',
  );
  live.set(images, '{"rules":[]}');
  await work.pull([images], { format: 'yaml' });
  assert.deepEqual(
    (await work.files(work.policyFolder)).filter((file) => file.includes('policy.')).length,
    1,
  );
  assert.match(await work.text(images), /^\{/);
});

test('in full, a file holds what the console answered', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images], { full: true, format: 'json' });
  assert.equal(writeJson(await work.value(images)), live.text(images));
});

test('a second pull finds nothing to write and leaves the bytes alone', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  const text = `# mine\n${await work.text(images)}`;
  await work.write(images, text);
  const report = await work.pull([images]);
  assert.deepEqual(
    report.unchanged.map((ref) => ref.policy),
    [images.name],
  );
  assert.equal(await work.text(images), text);
});

test('what changed on the console is brought in where nothing was edited', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  assert.equal((await refreshStatus(work.sync, images)).state, 'live-changed');
  const report = await work.pull([images]);
  assert.deepEqual(
    report.written.map((ref) => ref.policy),
    [images.name],
  );
  assert.match(await work.text(images), /theirs/);
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
});

for (const choice of ['keep', 'overwrite', 'cancel'] as const) {
  test(`local edits are asked about: ${choice}`, async (t) => {
    const live = new FakeConsole();
    const work = await TestWorkspace.make(t, live);
    await work.pull([images, host]);
    const edited = (await work.text(images)).replace('name: b', 'name: mine');
    assert.match(edited, /mine/);
    await work.write(images, edited);
    live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
    const asked: unknown[] = [];
    const report = await work.pull([images], {
      chooseOverwrite: async (ref, lost, canMerge) => {
        assert.ok(canMerge);
        asked.push([ref.policy, (await lost())?.map(({ name, change }) => [name, change])]);
        return choice;
      },
    });
    assert.deepEqual(asked, [[images.name, [['rules/mine', 'rename']]]]);
    assert.equal(report.canceled, choice === 'cancel');
    assert.equal(report.kept.length, choice === 'keep' ? 1 : 0);
    assert.equal((await work.text(images)) === edited, choice !== 'overwrite');
    assert.equal(
      (await policyStatus(work.sync, images)).state,
      choice === 'overwrite' ? 'in-sync' : 'conflict',
    );
  });
}

test('a merge is possible where live was changed, too, and the file can be read', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  const said: boolean[] = [];
  const pulled = () =>
    work.pull([images], {
      chooseOverwrite: async (_ref, _lost, canMerge) => {
        said.push(canMerge);
        return 'keep';
      },
    });
  const text = await work.text(images);
  await work.write(images, text.replace('name: b', 'name: mine'));
  await pulled();
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  await pulled();
  await work.write(images, 'rules: [\n');
  await pulled();
  assert.deepEqual(said, [false, true, false]);
});

test('a file without a base, or one that cannot be read, is not overwritten without asking', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.write(images, 'rules:\n- name: found here\n');
  await work.write(host, 'rules: [\n');
  const asked = new Map<string, unknown>();
  const report = await work.pull([images, host], {
    chooseOverwrite: async ({ policy }, lost) => {
      asked.set(
        policy,
        (await lost())?.map(({ name, change }) => `${change} ${name}`),
      );
      return 'keep';
    },
  });
  assert.deepEqual(
    asked,
    new Map<string, unknown>([
      [images.name, ['unknown rules/found here', 'perhaps-removed rules/a', 'perhaps-removed rules/b']],
      [host.name, undefined],
    ]),
  );
  assert.equal(report.kept.length, 2);
  assert.equal((await policyStatus(work.sync, images)).state, 'unknown');
  assert.equal((await policyStatus(work.sync, host)).state, 'invalid');
  assert.match((await policyStatus(work.sync, host)).reason ?? '', /line \d+/);
});

test('questions come one at a time', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  for (const kind of policyKinds) {
    await work.write(kind, 'rules: [{name: local}]\n');
  }
  let open = 0;
  let most = 0;
  await work.pull(policyKinds, {
    chooseOverwrite: async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return 'keep';
    },
  });
  assert.equal(most, 1);
});

test('failures are listed together and lose nothing', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull(policyKinds);
  const before = await work.everything();
  live.readFault = () => new Error('no route');
  const report = await work.pull(policyKinds);
  assert.equal(report.failed.length, 21);
  assert.equal(report.failed[0]?.error.message, 'no route');
  assert.equal(await work.everything(), before);
  assert.equal((await policyStatus(work.sync, images)).state, 'failed');
  assert.equal((await policyStatus(work.sync, images)).reason, 'no route');
  assert.equal((await policyStatus(work.sync, images)).known, 'in-sync');
  await work.edit(images, addRule);
  assert.equal(
    (await policyStatus(work.sync, images)).known,
    'edited',
    'edits are known without the console',
  );
  live.readFault = undefined;
  await refreshStatus(work.sync, images);
  assert.equal((await policyStatus(work.sync, images)).state, 'edited');
});

test('one failure concerns one policy', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  live.readFault = (count) => (count === 3 ? new Error('hiccup') : undefined);
  const report = await work.pull(policyKinds);
  assert.equal(report.failed.length, 1);
  assert.equal(report.written.length, 20);
});

for (const [what, answer] of [
  ['an array', '[]'],
  ['a number', '1'],
  ['a page', '<html></html>'],
  ['a truncated document', '{"rules":[{"name":'],
  ['another policy', '{"policyType":"hostCompliance","rules":[]}'],
  ['nesting without end', '{"rules":'.repeat(5000)],
] as const) {
  test(`an answer that is ${what} fails this policy only and writes nothing`, async (t) => {
    const live = new FakeConsole();
    const read = live.read.bind(live);
    live.read = async (kind, signal) => (kind === images ? answer : read(kind, signal));
    const work = await TestWorkspace.make(t, live);
    const report = await work.pull([images, host]);
    assert.deepEqual(
      report.failed.map(({ ref }) => ref.policy),
      [images.name],
    );
    assert.ok(isExpected(report.failed[0]?.error));
    assert.deepEqual(
      report.written.map((ref) => ref.policy),
      [host.name],
    );
    assert.equal(
      (await work.files(work.policyFolder)).some((file) => file.includes('images')),
      false,
    );
  });
}

test('null documents and null lists are empty policies', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  live.read = (kind) =>
    Promise.resolve(kind === network ? '{"networkEntities":null,"hostRules":null}' : 'null');
  const report = await work.pull([images, network]);
  assert.deepEqual(report.failed, []);
  assert.match(await work.text(images), /rules: \[\]/);
  assert.match(await work.text(network), /containerRules: \[\]/);
});

test('a canceled pull keeps what was done and does nothing more', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const controller = new AbortController();
  const report = await work.pull(policyKinds, {
    concurrency: 1,
    signal: controller.signal,
    onProgress: (done) => {
      if (done === 5) {
        controller.abort();
      }
    },
  });
  assert.equal(report.canceled, true);
  // Three were on their way to the disk at most, and one was being read.
  assert.ok(report.written.length >= 5 && report.written.length <= 8, `${report.written.length} written`);
  assert.deepEqual(report.failed, []);
  assert.ok(live.requests.length <= 9, `${live.requests.length} requests`);
  for (const kind of policyKinds) {
    const written = report.written.some(({ policy }) => policy === kind.name);
    assert.equal((await work.copies.read(kind)) !== undefined, written, kind.name);
  }
});

test('a disk that is slow keeps no request waiting', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const allAsked = Promise.withResolvers<void>();
  const read = live.read.bind(live);
  let asked = 0;
  live.read = (kind, signal) => {
    if (++asked === policyKinds.length) {
      allAsked.resolve();
    }
    return read(kind, signal);
  };
  const write = work.copies.write.bind(work.copies);
  work.copies.write = async (...what) => {
    await allAsked.promise;
    return write(...what);
  };
  const report = await work.pull(policyKinds, { concurrency: 6 });
  assert.equal(report.written.length, policyKinds.length);
});

test('no more requests run at the same time than asked for, and never more than eight', async (t) => {
  for (const [asked, most] of [
    [3, 3],
    [100, 8],
    [0, 1],
  ] as const) {
    const live = new FakeConsole();
    const read = live.read.bind(live);
    const full = Promise.withResolvers<void>();
    let open = 0;
    let seen = 0;
    live.read = async (kind, signal) => {
      seen = Math.max(seen, ++open);
      if (open === most) {
        full.resolve();
      }
      await full.promise;
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return read(kind, signal);
    };
    const work = await TestWorkspace.make(t, live);
    await work.pull(policyKinds, { concurrency: asked });
    assert.equal(seen, most);
  }
});

test('a policy folder that leads out of the workspace is refused', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  const outside = await TestWorkspace.make(t, live);
  await mkdir(path.dirname(work.policyFolder), { recursive: true });
  await symlink(outside.root, work.policyFolder);
  const report = await work.pull([images]);
  assert.ok(isExpected(report.failed[0]?.error) && report.failed[0].error.code === 'outside-workspace');
  assert.deepEqual(await outside.files(outside.root), []);
});

test('a refresh shows drift and never moves the base', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  const base = writeJson((await baseDocument(work.sync, images)) ?? null);
  live.set(images, '{"rules":[{"name":"theirs","collections":[{"name":"All"}]}]}');
  for (let times = 0; times < 3; times++) {
    assert.equal((await refreshStatus(work.sync, images)).state, 'live-changed');
  }
  assert.equal(writeJson((await baseDocument(work.sync, images)) ?? null), base);
  assert.match(work.sync.known.answer(images.name)?.text ?? '', /theirs/);
  assert.equal((await policyStatus(work.restarted(), images)).state, 'in-sync');
});

test('a lock file that came through git is the base without the store', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  await rm(work.storeFolder, { recursive: true });
  const clone = work.restarted();
  assert.equal((await policyStatus(clone, images)).state, 'in-sync');
  assert.equal(writeJson((await baseDocument(clone, images)) ?? null), writeJson(await work.value(images)));
  await work.write(images, 'rules: []\n');
  assert.equal(await baseDocument(clone, images), undefined);
  assert.equal((await policyStatus(clone, images)).state, 'edited');
});

test('comments and formatting survive a pull that brings changes', async (t) => {
  const live = new FakeConsole();
  const work = await TestWorkspace.make(t, live);
  await work.write(
    images,
    [
      '# owned by the platform team',
      'policyType: containerVulnerability',
      'rules:',
      '# first of all',
      '- {name: a, collections: [{name: All}], note: 1}   # flow style',
      '- name:   "b"    # odd spaces',
      '  collections: [{name: prod}]',
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    (await work.pull([images])).unchanged.map((ref) => ref.policy),
    [images.name],
  );
  live.set(
    images,
    '{"rules":[{"name":"new","collections":[{"name":"All"}]},{"name":"b","collections":[{"name":"prod"}],"notes":"x"},{"name":"a","collections":[{"name":"All"}],"note":1}]}',
  );
  await work.pull([images]);
  const text = await work.text(images);
  for (const kept of [
    '# owned by the platform team\n',
    '- {name: a, collections: [{name: All}], note: 1}   # flow style\n',
    '- name:   "b"    # odd spaces\n',
    'notes: x',
  ]) {
    assert.ok(text.includes(kept), text);
  }
  assert.equal((await policyStatus(work.sync, images)).state, 'in-sync');
});
