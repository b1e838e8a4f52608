import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { assertDocument } from './outputSchema.ts';

interface Workspace {
  readonly folder: string;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly run: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number; readonly out: string; readonly error: string }>;
}

const policy = `policyType: ciImagesVulnerability
rules:
  - name: payments
    collections: [{ name: payments }]
    blockThreshold: { enabled: true, value: 7 }
  - name: rest
    collections: [{ name: All }]
`;
const collections = `collections:
  - name: payments
    images: [registry.example/payments/*]
`;
const good = `policy: vulnerability/ci-images
tests:
  - name: payments blocks
    resource: { image: registry.example/payments/api:1.4, label: '' }
    expect: { rule: payments, blocks: high }
  - name: all of payments blocks
    every: { images: [registry.example/payments/*] }
    expect: { blocks: at least high }
  - name: the order stays
    order: [payments, rest]
`;
const bad = `policy: vulnerability/ci-images
tests:
  - name: everything blocks
    every: { images: ['*'] }
    expect: { blocks: at least high }
`;

async function workspace(t: TestContext): Promise<Workspace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-tests-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  await write(
    'ordinance.yaml',
    'consoles:\n  one:\n    url: https://one.example\n  two:\n    url: https://two.example\n',
  );
  await write('policies/one/vulnerability/ci-images.policy.yaml', policy);
  await write('policies/one/collections.yaml', collections);
  return {
    folder,
    write,
    run: async (...args) => {
      const [out, error]: [string[], string[]] = [[], []];
      const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
      const code = await runCommand(['test', ...args], streams, { variables: {}, folder });
      return { code, out: out.join('\n'), error: error.join('\n') };
    },
  };
}

test('tests that hold end with 0 and are counted, without a console', async (t) => {
  const { write, run } = await workspace(t);
  await write('policies/one/vulnerability/ci-images.policy-test.yaml', good);
  assert.deepEqual(await run(), { code: 0, out: '3 passed', error: '' });
});

test('a failing test is told with its place, what is expected, what is so and an example', async (t) => {
  const { write, run } = await workspace(t);
  await write('policies/one/deep/below/a.policy-test.yaml', bad);
  await write(
    'policies/one/b.policy-test.json',
    JSON.stringify({ policy: 'vulnerability/ci-images', tests: [] }),
  );
  const { code, out } = await run();
  assert.equal(code, 1);
  assert.match(
    out,
    /^policies\/one\/deep\/below\/a\.policy-test\.yaml:3:11: failed: everything blocks\. Expected: blocks from high or stricter\. Instead: "rest" \(#2\) applies: alerts on everything\. For example: /m,
  );
  assert.match(out, /^policies\/one\/b\.policy-test\.json:1:1: invalid: the file contains no tests$/m);
  assert.match(out, /^0 passed, 1 failed, 1 cannot be run$/m);
});

test('JSON is one document, and the report of JUnit says the same', async (t) => {
  const { write, run, folder } = await workspace(t);
  await write(
    'policies/one/a.policy-test.yaml',
    `${bad}${good.slice(good.indexOf('  - name'))}  - order: [a]\n    <x>: 1\n`,
  );
  const { code, out } = await run('--json', '--junit', 'report.xml');
  assert.equal(code, 1);
  const document = assertDocument('test', [out]) as unknown as {
    tests: { name: string; outcome: string; holds: boolean }[];
    invalid: number;
  };
  assert.deepEqual(
    document.tests
      .filter(({ outcome }) => outcome !== 'invalid')
      .map(({ name, outcome, holds }) => [name, outcome, holds]),
    [
      ['everything blocks', 'failed', false],
      ['payments blocks', 'passed', true],
      ['all of payments blocks', 'passed', true],
      ['the order stays', 'passed', true],
    ],
  );
  assert.equal(document.invalid, 1);
  const xml = await readFile(path.join(folder, 'report.xml'), 'utf8');
  assert.match(
    xml,
    /<testsuite name="policies\/one\/a\.policy-test\.yaml" tests="7" failures="1" errors="3">/,
  );
  assert.match(
    xml,
    /<testcase classname="[^"]+" name="everything blocks">\n\s*<failure message="[^"]+&quot;rest&quot; \(#2\)/,
  );
  assert.doesNotMatch(xml, /<x>/);
});

test('as many are said not to be run as are not', async (t) => {
  const { write, run } = await workspace(t);
  const counted = async (text: string, said: string): Promise<void> => {
    await write('policies/one/a.policy-test.yaml', text);
    const { code, out } = await run();
    assert.equal(code, 1);
    assert.equal(out.split('\n').at(-1), said, out);
    const [, invalid] = /(\d+) cannot be run/.exec(said) ?? [];
    assert.equal(assertDocument('test', [(await run('--json')).out])['invalid'], Number(invalid));
  };
  await counted(`${good}  - order: [a]\n    x: 1\n    y: 2\n`, '3 passed, 1 cannot be run');
  await counted(`${good}x: 1\n`, '0 passed, 3 cannot be run');
  await counted(good.replace('ci-images', 'images'), '0 passed, 3 cannot be run');
  await counted(`${good}  - name: more\n    name: twice\n`, '0 passed, 4 cannot be run');
  await counted('# nothing\n', '0 passed, 1 cannot be run');
});

test('files and folders are named, and what is not there is wrong use', async (t) => {
  const { write, run } = await workspace(t);
  await write('policies/one/a.policy-test.yaml', good);
  await write('policies/one/b/b.policy-test.yaml', bad);
  assert.equal((await run('policies/one/a.policy-test.yaml')).out, '3 passed');
  assert.equal((await run('policies/one/b')).code, 1);
  assert.equal((await run('policies')).code, 1);
  assert.equal((await run('--console', 'two')).code, 0);
  for (const args of [['gone'], ['policies/two'], ['ordinance.yaml'], ['--what']]) {
    const { code, error } = await run(...args);
    assert.equal(code, 64, args.join(' '));
    assert.match(error, /ordinance test/);
  }
  const nothing = await workspace(t);
  const { code, out, error } = await nothing.run('--json');
  assert.equal(code, 0);
  assert.match(error, /there are no tests here/);
  assertDocument('test', [out]);
});

test('what cannot be run is told and fails: no policy, no single meaning, a link that leads away, text that is none', async (t) => {
  const { write, run, folder } = await workspace(t);
  const failing = async (name: string, text: string, what: RegExp): Promise<void> => {
    await write(`policies/one/${name}`, text);
    const { code, out } = await run(`policies/one/${name}`);
    assert.equal(code, 1);
    assert.match(out, what);
  };
  await failing(
    'a.policy-test.yaml',
    good.replace('ci-images', 'images'),
    /There is no file for vulnerability\/images/,
  );
  await failing('b.policy-test.yaml', `${good}policy: x\n`, /The key "policy" occurs twice/);
  await failing('c.policy-test.json', '{"policy": ', /:1:1[0-9]: invalid: /);
  await failing('d.policy-test.yaml', '\u0000', /invalid/);
  await failing('e.policy-test.yaml', '# nothing\n', /invalid: /);
  await writeFile(path.join(folder, '..', 'outside.policy-test.yaml'), good);
  t.after(() => rm(path.join(folder, '..', 'outside.policy-test.yaml')));
  await symlink(
    path.join(folder, '..', 'outside.policy-test.yaml'),
    path.join(folder, 'policies/one/f.policy-test.yaml'),
  );
  const { out } = await run('policies/one/f.policy-test.yaml');
  assert.match(out, /is outside the workspace/);
});

test('names are text, whatever they say', async (t) => {
  const { write, run } = await workspace(t);
  await write('policies/one/a.policy-test.yaml', bad.replace('everything blocks', '"::error::a\\u001b[2J"'));
  const { out } = await run();
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(out, /\u001b|^::/m);
});

test('a report is not written through a link out of the workspace', async (t) => {
  const { folder, write, run } = await workspace(t);
  await write('policies/one/a.policy-test.yaml', good);
  await symlink(
    path.join(folder, '..', `${path.basename(folder)}-elsewhere.xml`),
    path.join(folder, 'report.xml'),
  );
  const { code, error } = await run('--junit', 'report.xml');
  assert.equal(code, 1);
  assert.match(error, /report\.xml is outside the workspace: it links to .*-elsewhere\.xml\./);
});
