import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { temporaryFolder, type TemporaryFolder } from '../../scripts/lib/cleanup.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { packBuiltCommandLine } from '../../scripts/packageCommandLine.ts';
import { cliWorkspace, type CliWork } from '../http/cli/cliWorkspace.ts';
import { images } from '../unit/sync/workspace.ts';

const run = promisify(execFile);

const text = (file: string): Promise<string> => readFile(path.join(projectRoot, file), 'utf8');

let folder: TemporaryFolder;
let tarball: string;

before(async () => {
  folder = await temporaryFolder('pipelines');
  tarball = await packBuiltCommandLine(folder.path);
});

after(() => folder.dispose());

interface Job extends CliWork {
  /** Runs lines as the step of a job does. */
  readonly sh: (
    lines: string,
    more?: Readonly<Record<string, string>>,
  ) => Promise<{ code: number; out: string; error: string }>;
  readonly bin: string;
}

/** A repository on a machine that has the command line on its path, and the variables of a console called `prod-eu`. */
async function job(t: TestContext): Promise<Job> {
  const cli = await cliWorkspace(t);
  const { work, sandbox, variables } = cli;
  const tools = await temporaryFolder('job');
  t.after(() => tools.dispose());
  const bin = path.join(tools.path, 'bin');
  await mkdir(bin, { recursive: true });
  await symlink(path.join(projectRoot, 'dist/ordinance.cjs'), path.join(bin, 'ordinance'));
  const env = {
    HOME: tools.path,
    PATH: [bin, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    npm_config_prefix: tools.path,
    npm_config_cache: path.join(tools.path, 'cache'),
    GIT_CONFIG_GLOBAL: path.join(tools.path, 'gitconfig'),
    ORDINANCE_AUTHOR: 'pipeline',
    ORDINANCE_MACHINE_KEY: variables['ORDINANCE_MACHINE_KEY'] ?? '',
    ORDINANCE_PROD_EU_ACCESS_KEY_ID: sandbox.accessKey.id,
    ORDINANCE_PROD_EU_ACCESS_KEY_SECRET: sandbox.accessKey.secret,
    ORDINANCE_PROD_EU_ORIGINS: sandbox.url,
  };
  const sh: Job['sh'] = async (lines, more = {}) => {
    const { code, stdout, stderr } = await run('sh', ['-euc', lines], {
      cwd: work.root,
      env: { ...env, ...more },
    }).then(
      (end) => ({ ...end, code: 0 }),
      (end: { code: number; stdout: string; stderr: string }) => end,
    );
    return { code, out: stdout, error: stderr };
  };
  await rm(path.join(work.root, 'ordinance.yaml'));
  const made = await sh(
    'git init --quiet --initial-branch main && git config --global user.name A && git config --global user.email a@b.example',
  );
  assert.equal(made.code, 0, made.error);
  return { ...cli, sh, bin };
}

const edited = 'policies/prod-eu/vulnerability/images.policy.yaml';

async function editFile({ work }: Job, change: (text: string) => string): Promise<void> {
  const file = path.join(work.root, edited);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

const withRule = (name: string) => (policy: string) =>
  policy.replace(/^rules:\n/m, `rules:\n  - name: ${name}\n    collections:\n      - name: All\n`);

test('the lines of the documentation lead from nothing to a plan and a push', async (t) => {
  const parts = await job(t);
  const { sh, work, sandbox, held, puts, bin } = parts;
  const page = await text('docs/pipelines.md');
  const section = page.slice(page.indexOf('## From nothing'), page.indexOf('## Run it'));
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
  assert.equal(blocks.length, 5);
  const [install = '', say = '', pull = '', review = '', push = ''] = blocks;

  await rm(path.join(bin, 'ordinance'));
  await cp(tarball, path.join(work.root, path.basename(tarball)));
  const installed = await sh(install);
  assert.equal(installed.code, 0, installed.error);
  assert.match(installed.out, /^\d+\.\d+\.\d+$/m);

  assert.ok(say.includes('https://console.example:8083'));
  const said = await sh(
    `${say.replace('https://console.example:8083', sandbox.url)}echo '    protected: true' >> ordinance.yaml`,
  );
  assert.equal(said.code, 0, said.error);
  const pulled = await sh(pull);
  assert.equal(pulled.code, 0, pulled.error);
  assert.match((await sh('git ls-files')).out, /policies\/prod-eu\/collections\.yaml/);
  assert.doesNotMatch((await sh('git ls-files')).out, /\.ordinance/);

  await editFile(parts, withRule('First of all'));
  const gate = await sh(review);
  assert.equal(gate.code, 4, 'a rule above all of them makes decisions weaker');
  assert.match(await readFile(path.join(work.root, 'plan.md'), 'utf8'), /\*\*(weaker|mixed)\*\*/);
  await sh(`git checkout --quiet -- ${edited}`);
  await editFile(
    parts,
    (policy) => `${policy.trimEnd()}\n  - name: last\n    collections:\n      - name: All\n`,
  );
  const reviewed = await sh(review);
  assert.equal(reviewed.code, 0, reviewed.error);
  assert.match(
    await readFile(path.join(work.root, 'plan.md'), 'utf8'),
    /^### Plan for `prod-eu`: 1 policy to push/,
  );
  assert.equal(puts(), 0);

  assert.doesNotMatch((await sh('git status --porcelain')).out, /\?\? plan/);
  await sh('git commit --quiet --all --message "Add a rule"');
  const pushed = await sh(push);
  assert.equal(pushed.code, 0, pushed.error);
  assert.equal(held(images).at(-1), 'last');
  assert.equal((await sh('git status --porcelain policies')).out, '');
  assert.match((await sh('git log --format=%s -1')).out, /^Pushed to prod-eu$/m);
  const again = await sh(push);
  assert.deepEqual([again.code, puts()], [0, 1], again.error);

  // The shell lines of the reference run as well.
  await sh('git update-ref refs/remotes/origin/main HEAD');
  const reference = await text('docs/pipelines-reference.md');
  const others = [...reference.matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  assert.ok(others.length > 3);
  for (const [, lines = ''] of others) {
    const end = await sh(lines);
    assert.equal(end.code, 0, `${lines}${end.out}${end.error}`);
  }
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly run: string;
      readonly shell: string;
      readonly env: Readonly<Record<string, string>>;
    }[];
  };
}

test('the action checks, plans and pushes, and says how it ended', async (t) => {
  const parts = await job(t);
  const { sh, work, sandbox, held, puts, bin } = parts;
  const action = parse(await text('action.yml')) as Action;
  assert.equal(action.runs.using, 'composite');
  const step = action.runs.steps.at(-1);
  assert.ok(step);
  /** As a runner does: what is given, else the default, into the variables that the step names. */
  const act = async (given: Readonly<Record<string, string>>) => {
    const files = {
      GITHUB_OUTPUT: path.join(bin, '../out'),
      GITHUB_STEP_SUMMARY: path.join(bin, '../summary'),
    };
    await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => {
        const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
        assert.ok(input in action.inputs, `${name} is an input`);
        return [name, given[input] ?? action.inputs[input]?.default ?? ''];
      }),
    );
    const end = await sh(step.run, { ...files, ...env, GITHUB_ACTION_PATH: projectRoot });
    const outputs = Object.fromEntries(
      (await readFile(files.GITHUB_OUTPUT, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=')),
    ) as Record<string, string>;
    Object.keys(outputs).forEach((name) => assert.ok(name in action.outputs, name));
    return { ...end, outputs, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
  };
  await writeFile(path.join(work.root, 'ordinance.yaml'), `consoles:\n  prod-eu:\n    url: ${sandbox.url}\n`);
  assert.equal((await sh('ordinance pull --collections vulnerability/images')).code, 0);

  const checked = await act({});
  assert.deepEqual([checked.code, checked.outputs['code']], [0, '0'], checked.error);
  await editFile(parts, (policy) => policy.replace('name:', 'nome:'));
  const wrong = await act({ run: 'check', console: 'prod-eu' });
  assert.deepEqual([wrong.code, wrong.outputs['code']], [1, '1']);
  assert.match(wrong.out, /^::error file=policies\/prod-eu\/vulnerability\/images\.policy\.yaml,line=/m);
  assert.equal((await sh('ordinance pull --overwrite vulnerability/images')).code, 0);

  const nothing = await act({ run: 'plan' });
  assert.deepEqual([nothing.code, nothing.outputs['changes']], [0, 'false'], nothing.error);
  await editFile(parts, withRule('First of all'));
  const weaker = await act({ run: 'plan', 'fail-on': 'weaker' });
  assert.deepEqual([weaker.code, weaker.outputs['code'], weaker.outputs['changes']], [4, '4', 'true']);
  assert.match(weaker.summary, /\*\*(weaker|mixed)\*\*/, 'the summary of the run says why');
  const failed = await act({ run: 'plan', 'fail-on': 'nothing' });
  assert.equal(failed.code, 64);
  assert.match(failed.summary, /^### Plan: \*\*failed\*\*/, 'no comment of an earlier plan stays');
  const planned = await act({ run: 'plan', plan: 'my plan.json', report: 'my plan.md' });
  assert.deepEqual([planned.code, planned.outputs['changes']], [0, 'true'], planned.error);
  assert.equal(planned.summary, await readFile(path.join(work.root, 'my plan.md'), 'utf8'));
  const elsewhere = `${work.root}-elsewhere`;
  await symlink(elsewhere, path.join(work.root, 'linked'));
  const linked = await act({ run: 'plan', plan: 'other.json', report: 'linked' });
  assert.deepEqual([linked.code, linked.outputs], [1, {}]);
  assert.match(linked.error, /^linked is a symbolic link, which is not followed$/m);
  assert.equal((await act({ run: 'plan', plan: 'linked', report: 'other.md' })).code, 1);
  await assert.rejects(stat(elsewhere), { code: 'ENOENT' });
  await mkdir(elsewhere);
  const behind = await act({ run: 'plan', plan: 'other.json', report: './linked/report.md' });
  assert.deepEqual([behind.code, behind.outputs], [1, {}]);
  assert.deepEqual(await readdir(elsewhere), []);
  await rm(elsewhere, { recursive: true });
  const whole = path.join(work.root, 'whole.md');
  assert.equal((await act({ run: 'plan', plan: 'other.json', report: whole })).code, 0);
  await stat(whole);
  const option = await act({ run: 'push', plan: '--allow-unresolved' });
  assert.deepEqual([option.code, puts()], [1, 0]);
  assert.match(option.error, /--allow-unresolved is not a plan/);
  assert.deepEqual([(await act({ run: 'push', plan: 'my plan.json' })).code, puts()], [1, 0], 'weaker');
  const pushed = await act({ run: 'push', plan: 'my plan.json', 'allow-weaker': 'true' });
  assert.deepEqual([pushed.code, puts()], [0, 1], pushed.error);
  assert.equal(held(images)[0], 'First of all');

  const odd: readonly Readonly<Record<string, string>>[] = [
    { run: '$(touch here)' },
    { run: 'plan', console: '"; touch here' },
  ];
  for (const given of odd) {
    const refused = await act(given);
    assert.notEqual(refused.code, 0);
    await assert.rejects(stat(path.join(work.root, 'here')), { code: 'ENOENT' });
  }
});

/** A bare repository in place of the service. Its branch is the current one. */
async function makeRemote({ sh }: Job): Promise<void> {
  const made = await sh(
    'git init --quiet --initial-branch main --bare "$HOME/remote.git" && git --git-dir "$HOME/remote.git" config receive.advertisePushOptions true && ' +
      'git remote add origin "$HOME/remote.git" && git push --quiet -u origin HEAD',
  );
  assert.equal(made.code, 0, made.error);
}

/** Someone merges another change while the job runs. */
async function commitElsewhere({ sh }: Job): Promise<void> {
  const merged = await sh(
    'git clone --quiet "$HOME/remote.git" "$HOME/other" && cd "$HOME/other" && ' +
      'echo text > other.txt && git add other.txt && git commit --quiet -m Other && git push --quiet',
  );
  assert.equal(merged.code, 0, merged.error);
}

/** A fresh clone has the push of the job as its base, so the next change is a push and no drift. */
async function assertNoDrift({ sh }: Job): Promise<void> {
  const planned = await sh(
    `git clone --quiet "$HOME/remote.git" "$HOME/fresh" && cd "$HOME/fresh" && sed 's/name: last/name: very last/' ${edited} > new && mv new ${edited} && ordinance plan`,
  );
  assert.equal(planned.code, 2, planned.error);
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly run?: string;
}

test('the lines of the workflow comment on a pull request and bring the lock file back, where git knows nobody', async (t) => {
  const parts = await job(t);
  const { sh, work, sandbox, bin, puts } = parts;
  const page = await text('docs/pipelines.md');
  const section = page.slice(page.indexOf('### With GitHub'), page.indexOf('### With GitLab'));
  const [, workflow = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
  const steps = Object.values((parse(workflow) as Workflow).jobs).flatMap((one) => one.steps);
  const [comment = '', commit = '', ...more] = steps.flatMap(({ run: lines }) => lines ?? []);
  assert.deepEqual(more, []);

  await writeFile(path.join(work.root, 'ordinance.yaml'), `consoles:\n  prod-eu:\n    url: ${sandbox.url}\n`);
  const begun = await sh(
    'ordinance pull --collections vulnerability/images && git add ordinance.yaml policies && git commit --quiet -m Pull',
  );
  assert.equal(begun.code, 0, begun.error);
  await makeRemote(parts);
  await editFile(
    parts,
    (policy) => `${policy.trimEnd()}\n  - name: last\n    collections:\n      - name: All\n`,
  );
  assert.equal((await sh('git commit --quiet --all -m "Add a rule" && git push --quiet')).code, 0);
  assert.equal((await sh('ordinance push')).code, 0);
  assert.equal(puts(), 1);
  await commitElsewhere(parts);

  const nobody = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: '1' };
  const strict = { ...nobody, GIT_CONFIG_KEY_0: 'user.useConfigOnly', GIT_CONFIG_VALUE_0: 'true' };
  const committed = await sh(commit, strict);
  assert.equal(committed.code, 0, committed.error);
  assert.equal((await sh('git status --porcelain policies')).out, '');
  assert.match((await sh('git --git-dir "$HOME/remote.git" log --format=%s -1')).out, /^Pushed to prod-eu$/m);
  await assertNoDrift(parts);
  assert.equal((await sh(commit, strict)).code, 0, 'there is nothing left to commit');

  // In place of the command of the service: it says how it was called.
  await writeFile(path.join(bin, 'gh'), '#!/bin/sh\nprintf "%s|" "$@"\n');
  await chmod(path.join(bin, 'gh'), 0o755);
  const values: Readonly<Record<string, string>> = {
    'github.event.number': '7',
    'steps.plan.outputs.report': 'a plan.md',
  };
  const called = await sh(
    comment.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => values[name] ?? assert.fail(name)),
  );
  assert.match(called.out, /^pr\|comment\|7\|.*--body-file\|a plan\.md\|$/);
});

interface GitLab {
  readonly stages: readonly string[];
  readonly [job: string]: unknown;
}

interface GitLabJob {
  readonly stage: string;
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

test('the jobs of the GitLab example do what they say', async (t) => {
  const parts = await job(t);
  const { sh, work, sandbox, held, bin } = parts;
  const example = parse(await text('ci/gitlab-ci.yml')) as GitLab;
  const run = (name: string, source = 'push') => {
    const { stage, script, after_script: after = [] } = example[name] as GitLabJob;
    assert.ok(example.stages.includes(stage));
    return sh([...script, ...after].join('\n'), {
      CI_PIPELINE_SOURCE: source,
      CI_DEFAULT_BRANCH: 'main',
      CI_REPOSITORY_URL: path.join(bin, '../remote.git'),
    });
  };
  /** A runner checks out a commit, without a branch. */
  const merge = async (change: (policy: string) => string): Promise<void> => {
    await editFile(parts, change);
    const merged = await sh(
      'git commit --quiet --all -m Change && git push --quiet origin HEAD:main && git checkout --quiet --detach',
    );
    assert.equal(merged.code, 0, merged.error);
  };
  const lines = async (name: string): Promise<string> => {
    const { code, out, error } = await run(name);
    assert.equal(code, 0, `${name}: ${error}`);
    return out;
  };
  await writeFile(path.join(work.root, 'ordinance.yaml'), `consoles:\n  prod-eu:\n    url: ${sandbox.url}\n`);
  assert.equal((await sh('ordinance pull --collections vulnerability/images')).code, 0);
  const begun = await sh('git add ordinance.yaml policies && git commit --quiet -m Pull');
  assert.equal(begun.code, 0, begun.error);
  await makeRemote(parts);
  await merge((policy) => `${policy.trimEnd()}\n  - name: last\n    collections:\n      - name: All\n`);
  const elsewhere = `${work.root}-elsewhere`;
  t.after(() => rm(elsewhere, { force: true }));
  for (const report of ['code-quality.json', 'plan.md']) {
    await symlink(elsewhere, path.join(work.root, report));
  }
  await lines('check');
  const issues = JSON.parse(await readFile(path.join(work.root, 'code-quality.json'), 'utf8')) as unknown[];
  assert.ok(Array.isArray(issues));
  await lines('plan');
  assert.match(await readFile(path.join(work.root, 'plan.md'), 'utf8'), /^### Plan for/);
  await assert.rejects(stat(elsewhere), { code: 'ENOENT' });
  await commitElsewhere(parts);
  assert.match(await lines('push'), /vulnerability\/images: applied/);
  assert.equal(held(images).at(-1), 'last');
  await assertNoDrift(parts);

  // A weaker decision fails the merge request. The merge accepts the weaker decision.
  await merge(withRule('first'));
  assert.equal((await run('plan', 'merge_request_event')).code, 1);
  await lines('plan');
  assert.match(await lines('push'), /vulnerability\/images: applied/);
  assert.equal(held(images)[0], 'first');
});

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files: string;
  readonly language: string;
  readonly pass_filenames?: boolean;
}

test('the hooks of pre-commit take the files that they are for', async (t) => {
  const { sh, work, sandbox, held } = await job(t);
  await writeFile(path.join(work.root, 'ordinance.yaml'), `consoles:\n  prod-eu:\n    url: ${sandbox.url}\n`);
  assert.equal((await sh('ordinance pull --collections vulnerability/images')).code, 0);
  const hooks = parse(await text('.pre-commit-hooks.yaml')) as readonly Hook[];
  const [validate, tests] = hooks;
  assert.ok(validate && tests && hooks.every(({ language }) => language === 'system'));
  assert.ok(hooks.every(({ files }) => new RegExp(files).test(edited)));
  const taken = ['ordinance.yaml', 'policies/prod-eu/collections.yaml', 'README.md'];
  assert.equal(taken.filter((file) => new RegExp(validate.files).test(file)).length, 2);
  const good = await sh(`${validate.entry} ${edited}`);
  assert.deepEqual([good.code, good.out], [0, ''], good.error);
  await writeFile(path.join(work.root, edited), 'rules:\n  - nome: x\n');
  assert.equal((await sh(`${validate.entry} ${edited}`)).code, 1);
  assert.equal((await sh('ordinance pull --overwrite vulnerability/images')).code, 0);
  // The tests of policies are run as a whole, whichever file of them, of a policy or of collections is in the commit.
  const intent = 'policies/prod-eu/images.policy-test.yaml';
  assert.equal(tests.pass_filenames, false);
  for (const file of [edited, intent, 'policies/prod-eu/collections.yaml']) {
    assert.ok(new RegExp(tests.files).test(file), file);
  }
  assert.ok(!new RegExp(tests.files).test('README.md'));
  const intended = (test: object): Promise<void> =>
    writeFile(
      path.join(work.root, intent),
      JSON.stringify({ policy: 'vulnerability/images', tests: [{ name: 'as it was meant', ...test }] }),
    );
  await intended({ order: held(images).slice(0, 2) });
  const holding = await sh(tests.entry);
  assert.deepEqual([holding.code, holding.out], [0, ''], holding.error);
  await intended({ every: { images: ['*'] }, expect: 'no rule applies' });
  const broken = await sh(tests.entry);
  assert.equal(broken.code, 1, broken.error);
  assert.match(broken.out, /images\.policy-test\.yaml.*as it was meant/);
  // A name of a file is a file, whatever it looks like.
  await writeFile(path.join(work.root, '--root=x.policy.yaml'), 'rules: [\n');
  const odd = await sh(`${validate.entry} --root=x.policy.yaml`);
  assert.match(`${odd.out}\n${odd.error}`, /^--root=x\.policy\.yaml/m);
});
