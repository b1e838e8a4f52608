import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { projectRoot } from '../../scripts/lib/paths.ts';

const text = (file: string): Promise<string> => readFile(path.join(projectRoot, file), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly concurrency: { readonly group: string };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

test('the workflow of the documentation gives the action what it takes', async () => {
  const page = await text('docs/pipelines.md');
  const section = page.slice(page.indexOf('### With GitHub'), page.indexOf('### With GitLab'));
  const [, workflow = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
  const { inputs, outputs } = parse(await text('action.yml')) as Action;
  const steps = Object.values((parse(workflow) as Workflow).jobs).flatMap((one) => one.steps);
  const ours = steps.filter(({ uses }) => uses?.includes('/ordinance@'));
  assert.deepEqual(
    ours.map((step) => step.with?.['run']),
    ['check', 'plan', 'push'],
  );
  for (const name of ours.flatMap((step) => Object.keys(step.with ?? {}))) {
    assert.ok(name in inputs, name);
  }
  const [, expression = ''] =
    /^[\w-]+\$\{\{ (.+) \}\}$/.exec((parse(workflow) as Workflow).concurrency.group) ?? [];
  // All pushes wait for each other, and a pull request takes the place of no push.
  assert.equal(expression, "github.event_name == 'push' && 'push' || github.ref");
  const asked = [...workflow.matchAll(/steps\.plan\.outputs\.(\w+)/g)].map(([, name = '']) => name);
  assert.ok(asked.length > 0 && asked.every((name) => name in outputs));
});

test('the sample of pre-commit names the hooks that there are', async () => {
  const hooks = parse(await text('.pre-commit-hooks.yaml')) as readonly { readonly id: string }[];
  const page = await text('docs/pipelines.md');
  const [, sample = ''] = /`\.pre-commit-config\.yaml`[^`]*```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { repos } = parse(sample) as { readonly repos: readonly { readonly hooks: typeof hooks }[] };
  assert.deepEqual(
    repos.flatMap((repo) => repo.hooks),
    hooks.map(({ id }) => ({ id })),
  );
});

test('the image holds what the package of the command line has, and runs as nobody', async () => {
  const lines = (await text('Dockerfile')).split('\n').filter((line) => /^[A-Z]/.test(line));
  assert.match(lines[0] ?? '', /^FROM node:24-/);
  for (const line of lines.filter((one) => one.startsWith('COPY '))) {
    const sources = line
      .split(' ')
      .slice(1, -1)
      .filter((word) => !word.startsWith('--'));
    assert.ok(sources.length > 0);
    for (const source of sources) {
      assert.ok(await stat(path.join(projectRoot, source)), source);
    }
  }
  assert.ok(lines.includes('ENTRYPOINT ["ordinance"]'));
  const user = lines.find((line) => line.startsWith('USER '));
  assert.match(user ?? '', /^USER [1-9]\d*:[1-9]\d*$/);
  const ignored = await text('.dockerignore');
  assert.deepEqual(ignored.trim().split('\n'), ['*', '!dist/cli-package']);
});
