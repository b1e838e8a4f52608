import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, rule, runtime, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';
import { planOne } from '../../unit/sync/planAndPush.ts';

const first = withRules((rules) => [rule('Mine'), ...rules]);

test('pull, plan, push, status and restore, with their exit codes', async (t) => {
  const { work, run, held } = await cliWorkspace(t);
  const before = held(images);
  assert.equal((await run('pull', 'vulnerability/images', 'runtime')).code, 0);
  assert.equal((await run('status')).code, 0);
  assert.equal((await run('plan')).code, 0);
  await work.edit(images, first);
  assert.equal((await run('status')).code, 2);
  const plan = await run('plan');
  assert.equal(plan.code, 2);
  assert.match(plan.out, /^Added "Mine" as rule 1$/m);
  const pushed = await run('push', '--json');
  assert.equal(pushed.code, 0, pushed.error);
  const { verdicts } = JSON.parse(pushed.out) as { verdicts: { pushId: string; verdict: string }[] };
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['applied'],
  );
  assert.deepEqual(held(images), ['Mine', ...before]);
  assert.equal((await work.sync.journal.all())[0]?.author, 'pipeline 7');
  const id = verdicts[0]?.pushId ?? '';
  assert.equal((await run('restore', '--dry-run', id)).code, 2);
  const restored = await run('restore', id);
  assert.equal(restored.code, 0, restored.error);
  assert.deepEqual(held(images), before);
  assert.equal((await run('status')).code, 0);
});

test('status names what a push would be refused for, in text and in JSON', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images', 'waas/host');
  await work.write(
    images,
    (await work.text(images)).replace(/^( *)- name: (.*)$/m, '$1- name: $2\n$1  disabled: perhaps'),
  );
  const status = await run('status');
  assert.equal(status.code, 1);
  assert.match(status.out, /^vulnerability\/images: edited \(has a problem: .*disabled.*\)$/m);
  assert.match(status.out, /^waas\/host: in sync$/m);
  const { policies } = JSON.parse((await run('status', '--json')).out) as {
    policies: { policy: string; state: string; problems?: string[] }[];
  };
  assert.equal(policies[0]?.state, 'edited', 'the state is spelled as ever');
  assert.equal(policies[0].problems?.length, 1);
  assert.equal(policies[1]?.problems, undefined);
});

test('a pull says of what it overwrote that it could not be read: nothing of that is left, and its comments, too, are gone', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images', 'waas/host');
  const file = path.join(work.root, 'policies/test/vulnerability/images.policy.yaml');
  const text = await readFile(file, 'utf8');
  const broken = `# why\n${text}  - name: "not closed\n`;
  await writeFile(file, broken);
  assert.match((await run('pull')).out, /^vulnerability\/images: kept because/m);
  assert.equal(await readFile(file, 'utf8'), broken);
  const { out } = await run('pull', '--overwrite', 'vulnerability/images');
  assert.match(out, /^vulnerability\/images: written; .*could not be read.*comments included$/m);
  await writeFile(file, broken);
  const { replaced } = JSON.parse((await run('pull', '--overwrite', '--json')).out) as { replaced: string[] };
  assert.deepEqual(replaced, ['vulnerability/images']);

  await writeFile(file, `# why\n${text.replace(/^( +- name: ).*/m, '$1another')}`);
  const readable = await run('pull', '--overwrite', 'vulnerability/images');
  assert.match(readable.out, /^vulnerability\/images: written$/m);
  assert.match(await readFile(file, 'utf8'), /^# why\n/);
});

test('a file that is not UTF-8 is said as such, is not sent, and keeps no other policy from being looked at', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images', 'waas/host');
  const file = path.join(work.root, 'policies/test/vulnerability/images.policy.yaml');
  const text = await readFile(file, 'utf8');
  const latin = Buffer.from(text.replace('name: ', 'name: \u00dcber '), 'latin1');
  await writeFile(file, latin);
  const status = await run('status');
  assert.equal(status.code, 1);
  assert.match(status.out, /vulnerability\/images: failed \(.* is not UTF-8 text\.\)\n.*waas\/host: in sync/);
  for (const args of [['plan'], ['push'], ['pull', '--overwrite'], ['validate', file]]) {
    const end = await run(...args);
    assert.equal(end.code, 1, args.join(' '));
    assert.match(end.error, /is not UTF-8 text/, args.join(' '));
  }
  assert.equal(puts(), 0);
  assert.deepEqual(await readFile(file), latin, 'nobody wrote over it');
});

test('a document that would wipe the policy by mistake is never sent, whatever is allowed; null is sent as what it is', async (t) => {
  const { work, run, puts, held } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  const before = held(images);
  const file = path.join(work.root, 'policies/test/vulnerability/images.policy.yaml');
  const text = await readFile(file, 'utf8');
  for (const wrong of [
    'name: one\ncollections:\n  - name: All\n',
    `policy:\n${text.replaceAll(/^(?=.)/gm, '  ')}`,
    text.replace(/^rules:/m, 'rule:'),
  ]) {
    await writeFile(file, wrong);
    const end = await run('push', '--allow-empty', 'vulnerability/images', '--allow-removals');
    assert.notEqual(end.code, 0, wrong.slice(0, 20));
    assert.match(`${end.out}${end.error}`, /a push would remove every rule/);
    assert.equal((await run('validate', file)).code, 1);
  }
  assert.equal(puts(), 0);
  assert.deepEqual(held(images), before);
  await writeFile(
    file,
    // The first rule that has no message of its own.
    text.replace(
      /^( +)(?:- )?name: .*(?=\n(?:(?!\1- | +blockMsg:).*\n)*\1- )/m,
      (line, space: string) => `${line}\n${space}  blockMsg:`,
    ),
  );
  assert.equal((await run('validate', file)).code, 0);
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('policyType:', 'changedBy: nobody\npolicyType:'),
  );
  assert.equal((await run('push')).code, 0);
  assert.equal(puts(), 1);
});

test('a policy with a file in each spelling is not guessed at', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images', 'waas/host');
  await work.edit(images, first);
  const twin = path.join(work.root, 'policies/test/vulnerability/images.policy.json');
  await writeFile(twin, '{"rules": []}');
  const status = await run('status');
  assert.equal(status.code, 1);
  assert.match(status.out, /has more than one file: images\.policy\.yaml, images\.policy\.json/);
  assert.match(status.out, /waas\/host: in sync/);
  for (const command of ['plan', 'push', 'pull']) {
    const end = await run(command);
    assert.equal(end.code, 1, command);
    assert.match(end.error, /more than one file/, command);
  }
  assert.equal(puts(), 0);
  await rm(twin);
  assert.equal((await run('push')).code, 0);
});

test('drift is 3, and nothing is sent', async (t) => {
  const { work, run, colleague, puts, held } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, first);
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  for (const command of ['status', 'plan', 'push', 'pull']) {
    assert.equal((await run(command, 'vulnerability/images')).code, 3, command);
  }
  assert.equal(puts(), 0);
  const named =
    /drift: the live policy differed from the base of the file: "Theirs" added; run "ordinance merge vulnerability\/images"$/m;
  assert.match((await run('plan')).error, named);
  assert.match((await run('push')).error, named);
  for (const command of ['plan', 'push']) {
    const { refused } = JSON.parse((await run(command, '--json')).out) as { refused: object[] };
    const at = (await planOne(work.sync, images)).kind === 'drift' ? held(images).length - 1 : -1;
    assert.deepEqual(refused, [
      {
        policy: 'vulnerability/images',
        why: 'drift',
        messages: [
          'the live policy differed from the base of the file: "Theirs" added; run "ordinance merge vulnerability/images"',
        ],
        changes: [{ kind: 'add', array: 'rules', rule: 'Theirs', to: at }],
      },
    ]);
  }
});

test('a plan on file is pushed as it is or not at all', async (t) => {
  const { work, run, colleague, puts, held } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, first);
  assert.equal((await run('plan', '--out', 'plan.json')).code, 2);
  const text = await work.text(images);
  await work.edit(
    images,
    withRules((rules) => [rule('Later'), ...rules]),
  );
  const edited = await run('push', 'plan.json');
  assert.deepEqual([edited.code, puts()], [3, 0]);
  assert.match(edited.error, /the file changed/);
  await work.write(images, text);
  colleague(images, (rules) => rules.toReversed());
  assert.deepEqual([(await run('push', 'plan.json')).code, puts()], [3, 0]);
  colleague(images, (rules) => rules.toReversed());
  assert.equal((await run('push', 'plan.json')).code, 0);
  assert.equal(held(images)[0], 'Mine');
  const again = await run('push', 'plan.json');
  assert.deepEqual([again.code, puts()], [3, 1]);
  const plan = await readFile(path.join(work.root, 'plan.json'), 'utf8');
  await writeFile(path.join(work.root, 'plan.json'), plan.replace(/"body": "./, '"body": "x'));
  assert.equal((await run('push', 'plan.json')).code, 1);
});

test('a plan on file is for one address, and names a policy once', async (t) => {
  const { work, run, puts, sandbox, variables } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, first);
  await run('plan', '--out', 'plan.json');
  const file = path.join(work.root, 'ordinance.yaml');
  const elsewhere = sandbox.url.replace('127.0.0.1', 'localhost');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(sandbox.url, elsewhere));
  variables['ORDINANCE_TEST_ORIGINS'] = `${sandbox.url} ${elsewhere}`;
  const moved = await run('push', 'plan.json');
  assert.deepEqual([moved.code, puts()], [3, 0], moved.error);
  assert.match(moved.error, /was made for http:\/\/127/);
  for (const [what, line] of Object.entries({
    project: 'project: projA',
    login: `loginUrl: ${elsewhere}`,
    'API version': 'apiVersion: "34.04"',
    auth: 'auth: login',
    path: 'paths: { vulnerability/images: /policies/other }',
  })) {
    await writeFile(file, `${text}    ${line}\n`);
    const other = await run('push', 'plan.json');
    assert.deepEqual([other.code, puts()], [3, 0], `${what}: ${other.error}`);
    assert.match(other.error, /The plan was made for/, what);
  }
  await writeFile(file, text);
  const plan = JSON.parse(await readFile(path.join(work.root, 'plan.json'), 'utf8')) as {
    policies: unknown[];
  };
  plan.policies.push(plan.policies[0]);
  await writeFile(path.join(work.root, 'twice.json'), JSON.stringify(plan));
  assert.deepEqual([(await run('push', 'twice.json')).code, puts()], [1, 0]);
  assert.equal((await run('push', 'plan.json')).code, 0);
});

test('a plan on file shows all of its steps, and nothing else', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), rule('Hidden'), ...rules]),
  );
  await run('plan', '--out', 'plan.json');
  const file = path.join(work.root, 'plan.json');
  const text = await readFile(file, 'utf8');
  assert.match(text, /"url": "http:\/\/127/);
  const made = JSON.parse(text) as { policies: [{ steps: string[]; counts: object }] };
  const [policy] = made.policies;
  const shorter = {
    ...policy,
    steps: policy.steps.slice(
      0,
      policy.steps.findIndex((line) => /Hidden/.test(line)),
    ),
  };
  const tampered: readonly (readonly [object, number])[] = [
    [{ ...made, policies: [shorter] }, 3],
    [
      {
        ...made,
        policies: [{ ...policy, steps: policy.steps.map((line) => line.replace('Hidden', 'Mine')) }],
      },
      3,
    ],
    [{ ...made, policies: [{ ...policy, counts: { ...policy.counts, added: 1 } }] }, 3],
    // What changes hands is shown as well, or nothing was.
    [{ ...made, policies: [{ ...policy, decisions: undefined }] }, 3],
    [{ ...made, policies: [{ ...policy, decisions: [] }] }, 3],
    [{ ...made, policies: [{ ...policy, summary: '1 added' }] }, 1],
    [{ ...made, summary: 'nothing of note' }, 1],
    [{ ...made, destination: undefined }, 1],
    [{ ...made, ordinancePlan: 1 }, 1],
  ];
  for (const [plan, code] of tampered) {
    await writeFile(file, JSON.stringify(plan));
    const pushed = await run('push', 'plan.json');
    assert.deepEqual([pushed.code, puts()], [code, 0], pushed.error);
  }
  await writeFile(file, text);
  const pushed = await run('push', 'plan.json');
  assert.equal(pushed.code, 0, pushed.error);
  assert.match(pushed.out, /pushing to http:\/\/127/);
});

const emptying = ['--allow-empty', 'runtime/container'];

test('what a person would be asked needs an option', async (t) => {
  const { work, run, puts, held } = await cliWorkspace(t, '    protected: true\n');
  await run('pull', 'vulnerability/images', 'runtime/container');
  await work.edit(images, first);
  const refused = await run('push', 'vulnerability/images');
  assert.deepEqual([refused.code, puts()], [1, 0]);
  assert.match(refused.error, /--confirm test/);
  assert.equal((await run('push', '--confirm', 'test', 'vulnerability/images')).code, 0);
  await work.edit(
    images,
    withRules((rules) => rules.slice(0, 1)),
  );
  const many = await run('push', '--confirm', 'test', 'vulnerability/images');
  assert.match(many.error, /--allow-removals/);
  assert.deepEqual([many.code, puts()], [1, 1]);
  await work.edit(
    images,
    withRules((rules) => rules.map((one) => new Map(one).set('disabled', true))),
  );
  const off = await run('push', '--confirm', 'test', 'vulnerability/images');
  assert.match(off.error, /Remove, disable or replace \d+ of \d+ rules of .*\n(?:.*\n)* {2}Disabled: "Mine"/);
  assert.deepEqual([off.code, puts()], [1, 1]);
  await work.edit(
    runtime,
    withRules(() => []),
  );
  assert.deepEqual([(await run('push', '--confirm', 'test', 'runtime/container')).code, puts()], [1, 1]);
  const emptied = await run('push', '--confirm', 'test', ...emptying, 'runtime/container');
  assert.equal(emptied.code, 0, emptied.error);
  assert.deepEqual(held(runtime), []);
});

test('what is allowed by name is the console that is pushed to, and a policy that there is', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, first);
  await run('plan', 'vulnerability/images', '--out', 'plan.json');
  for (const what of ['vulnerability/images', 'plan.json']) {
    for (const given of [
      [1, '--confirm', 'other'],
      [1, '--confirm', ''],
      [64, '--allow-empty', 'vulnerability/image'],
      [64, '--allow-failing-tests', 'vulnerability'],
    ] as const) {
      const [expected, ...options] = given;
      const { code, error } = await run('push', what, ...options);
      assert.deepEqual([code, puts()], [expected, 0], given.join(' '));
      assert.match(error, /The push goes to test, but --confirm names (?:other)?\.|no policy is called/);
    }
  }
  const { code, out } = await run('push', 'plan.json', '--confirm', 'test', ...emptying);
  assert.deepEqual([code, puts()], [0, 1]);
  const [, id = ''] = /\(push (.*)\)/.exec(out) ?? [];
  assert.equal((await run('restore', id, '--confirm', 'other')).code, 1);
  assert.equal(puts(), 1);
});

test('a key goes to no origin that is not named beside it, and comes from variables only', async (t) => {
  const { run, variables, sandbox } = await cliWorkspace(t);
  const seen = sandbox.requests.of('GET').length;
  variables['ORDINANCE_TEST_ORIGINS'] = 'https://console.example';
  const elsewhere = await run('status', 'vulnerability/images');
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.error, /ORDINANCE_TEST_ORIGINS/);
  delete variables['ORDINANCE_TEST_ACCESS_KEY_SECRET'];
  const without = await run('plan', 'vulnerability/images');
  assert.equal(without.code, 1);
  assert.match(without.error, /ORDINANCE_TEST_ACCESS_KEY_SECRET/);
  assert.equal(sandbox.requests.of('GET').length, seen);
});

test('wrong use has a code of its own', async (t) => {
  const { run } = await cliWorkspace(t);
  for (const args of [
    ['plan', '--nonsense'],
    ['plan', 'no/such'],
    ['restore'],
    ['push', 'a.json', 'b.json'],
  ]) {
    assert.equal((await run(...args)).code, 64, args.join(' '));
  }
});

test('what a console and a colleague write is text in a terminal and in a pipeline', async (t) => {
  const { sandbox, work, run, colleague } = await cliWorkspace(t);
  const hostile = 'x\u001b[2J\r\n::error::\u202e##[error]y';
  const runs = [await run('pull', 'vulnerability/images')];
  for (const json of [[], ['--json']]) {
    const body = JSON.stringify({ err: hostile });
    sandbox.faults.next({ path: '/policies/' }, { kind: 'status', status: 400, when: 'before', body });
    runs.push(await run('status', ...json));
  }
  await work.edit(
    images,
    withRules((rules) => [rule(hostile), ...rules]),
  );
  runs.push(await run('plan'), await run('plan', '--json'), await run('push'));
  colleague(images, (rules) => [rule(`${hostile}2`), ...rules]);
  await work.edit(
    images,
    withRules((rules) => [rule(`${hostile}3`), ...rules]),
  );
  runs.push(await run('push'), await run('push', '--json'));
  const all = runs.map(({ out, error }) => `${out}\n${error}`);
  assert.equal(all.filter((text) => text.includes('::error::')).length, 6, 'the text came along');
  for (const text of all) {
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    assert.doesNotMatch(text, /^\s*::|##\w*\[/m);
  }
});

test('status says once why a file cannot be read', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  for (const [text, words] of [
    ['rules:\n  - name: [\n', 'closing `]` is missing'],
    ['rules:\n  - name: a\n    name: b\n', 'occurs twice'],
    ['- 1\n', 'is an object with a list of rules'],
  ] as const) {
    await work.write(images, text);
    const { code, out } = await run('status');
    assert.equal(code, 1);
    assert.match(out, /^vulnerability\/images: file is not a complete policy \(line \d: .*\)$/);
    assert.equal(out.split(words).length, 2, `said once: ${out}`);
  }
});
