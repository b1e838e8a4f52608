import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { fromPlain, isJsonObject } from '../../../src/core/json/json.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { assertDocument } from '../../unit/cli/outputSchema.ts';
import { cliWorkspace, type CliWork, type Run } from './cliWorkspace.ts';

const scoped = (name: string, collection: string, more: object = {}) =>
  rule(name, { collections: [{ name: collection }], ...more });

const strict = { blockThreshold: { enabled: true, value: 7 } };

/** Live and the files have the same three rules for images. */
async function prepared(t: TestContext, ...more: readonly string[]): Promise<CliWork> {
  const parts = await cliWorkspace(t);
  parts.colleague(images, () => [
    scoped('pay', 'payments', strict),
    scoped('off', 'payments', { disabled: true }),
    scoped('ns', 'kube-system'),
    scoped('rest', 'All'),
  ]);
  const { code, error } = await parts.run('pull', 'vulnerability/images', ...more);
  assert.equal(code, 0, error);
  return parts;
}

/** By somebody who has no key, and so asks no console. */
async function offline({ work, variables }: CliWork, ...args: readonly string[]): Promise<Run> {
  const [out, error]: [string[], string[]] = [[], []];
  const {
    ORDINANCE_TEST_ACCESS_KEY_ID: _id,
    ORDINANCE_TEST_ACCESS_KEY_SECRET: _secret,
    ...others
  } = variables;
  const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
  const code = await runCommand(args, streams, { variables: others, folder: work.root });
  if (args.includes('--json')) {
    assertDocument(args[0] ?? '', out);
  }
  return { code, out: out.join('\n'), error: error.join('\n') };
}

test('collections are kept for work without the console, and are written only when they say something else', async (t) => {
  const parts = await prepared(t, '--collections');
  const file = path.join(parts.work.root, 'policies/test/collections.yaml');
  const text = await readFile(file, 'utf8');
  assert.match(
    text,
    /\n {2}- name: payments\n {4}images:\n {6}- "\*\/pay-gateway:\*"\n {6}- registry\.example\/payments\/\*\n/,
  );
  assert.doesNotMatch(text, /owner|modified|color|hosts:\n {6}- "\*"\n/);
  const again = await parts.run('pull', '--collections', '--json', 'vulnerability/images');
  assert.equal((JSON.parse(again.out) as { collections: string }).collections, 'unchanged');
  await writeFile(file, '');
  assert.match(
    (await parts.run('pull', '--collections', 'vulnerability/images')).out,
    /^collections: written$/m,
  );
  assert.equal(await readFile(file, 'utf8'), text);
});

test('collections that would not be read again are not written, and nothing else is', async (t) => {
  const parts = await cliWorkspace(t);
  const long = Array.from({ length: 2000 }, (_, at) => `registry.example/${'x'.repeat(1100)}/${at}`);
  const value = fromPlain({ name: 'long', images: long });
  assert.ok(isJsonObject(value));
  parts.sandbox.state.collections.set('long', value, 'somebody', new Date(0).toISOString());
  const { code, error } = await parts.run('pull', '--collections', 'vulnerability/images');
  assert.notEqual(code, 0);
  assert.match(
    error,
    /Could not write \S*collections\.yaml because Ordinance could not read it again: the collections take more than 2 MiB/,
  );
  await assert.rejects(readdir(path.join(parts.work.root, 'policies/test')), { code: 'ENOENT' });
});

test('match names the rule that applies, on each side, and the unknown ones', async (t) => {
  const parts = await prepared(t, '--collections');
  const { work, run, colleague } = parts;
  const matched = async (...args: readonly string[]): Promise<unknown> => {
    const { code, out, error } = await offline(parts, 'match', '--json', ...args);
    assert.equal(code, 0, error);
    return JSON.parse(out);
  };
  const image = 'registry.example/payments/api:1';
  assert.deepEqual(await matched('--image', image), {
    resource: { image },
    policies: [{ policy: 'vulnerability/images', rule: 'pay', index: 0, unknown: [] }],
  });
  assert.deepEqual(await matched('--image', 'other', '--policy', 'vulnerability/images'), {
    resource: { image: 'other' },
    policies: [{ policy: 'vulnerability/images', rule: 'rest', index: 3, unknown: ['ns'] }],
  });
  assert.deepEqual(await matched('--image', 'other', '--namespace', 'dev', '--label', 'a', '--label', 'b'), {
    resource: { image: 'other', label: ['a', 'b'], namespace: 'dev' },
    policies: [{ policy: 'vulnerability/images', rule: 'rest', index: 3, unknown: [] }],
  });
  assert.deepEqual(await matched('--function', 'f'), { resource: { function: 'f' }, policies: [] });

  await work.edit(
    images,
    withRules((rules) => rules.slice(1)),
  );
  colleague(images, (rules) => rules.slice(2));
  const index = async (side: string): Promise<unknown> => {
    const { out, error } = await run(
      'match',
      '--json',
      '--side',
      side,
      '--image',
      image,
      '--namespace',
      'kube-system',
    );
    const { policies } = JSON.parse(out || error) as { policies: { rule: string; index: number }[] };
    return policies.map((one) => `${one.rule} ${one.index}`);
  };
  assert.deepEqual(await index('base'), ['pay 0']);
  assert.deepEqual(await index('file'), ['ns 1']);
  assert.deepEqual(await index('live'), ['ns 0']);
  const text = await offline(parts, 'match', '--side', 'base', '--image', image);
  assert.match(
    text.out,
    /\nvulnerability\/images +#1 "pay" +blocks from high, alerts on everything +next is "rest"$/,
  );
});

test('without collections their names decide, and a key is used to read them', async (t) => {
  const parts = await prepared(t);
  const args = ['match', '--json', '--image', 'registry.example/payments/api'];
  const { out, error } = await offline(parts, ...args);
  const { policies } = JSON.parse(out) as { policies: unknown };
  assert.deepEqual(policies, [
    { policy: 'vulnerability/images', rule: 'rest', index: 3, unknown: ['pay', 'ns'] },
  ]);
  assert.match(error, /no collections\.yaml/);
  const online = JSON.parse((await parts.run(...args)).out) as { policies: { rule: string }[] };
  assert.equal(online.policies[0]?.rule, 'pay');
});

test('match asks for what it understands, and says what is missing', async (t) => {
  const parts = await prepared(t, '--collections');
  for (const args of [
    [],
    ['--policy', 'vulnerability/images'],
    ['--side', 'other'],
    ['--policy', 'cnns/network'],
    ['--policy', 'cnns/network', '--image', 'x'],
    ['--policy', 'nothing'],
    ['x'],
    ['--from', 'image=x'],
    ['--from', 'image=x', '--to', 'y', '--to-domain', 'z'],
    ['--from', 'image=x', '--to-host', 'host=z'],
    ['--from-host', 'host=x', '--to-domain', 'z'],
    ['--from', 'nonsense=x', '--to-address', '10.0.0.1'],
    ['--from', 'image=x', '--to-address', '10.0.0.1', '--port', '65536'],
    ['--from', 'image=x', '--to-address', '10.0.0.1', '--policy', 'waas'],
    ['--from', 'image=x', '--to-address', '10.0.0.0/8'],
    ['--from', 'image=x', '--to-address', '999.0.0.1'],
    ['--from', 'image=x', '--to-address', ''],
    ['--from', 'image=x', '--to-domain', 'https://db.example'],
    ['--from', 'image=x', '--to-domain', ''],
  ]) {
    const { code, error } = await offline(parts, 'match', ...args);
    assert.equal(code, 64);
    assert.match(error, /ordinance match --help/);
  }
  const missing = await offline(parts, 'match', '--policy', 'waas/host', '--host', 'h', '--json');
  assert.equal(missing.code, 1);
  assert.match(missing.error, /There is no file for waas\/host/);
  assert.deepEqual((JSON.parse(missing.out) as { policies: unknown }).policies, []);
  await writeFile(path.join(parts.work.root, 'policies/test/collections.yaml'), 'collections: 1\n');
  const broken = await offline(parts, 'match', '--image', 'x');
  assert.equal(broken.code, 1);
  assert.match(broken.error, /collections\.yaml: there is no list/);
});

test('match names the rule of the network that applies to a connection', async (t) => {
  const parts = await prepared(t, '--collections');
  const file = path.join(parts.work.root, 'policies/test/cnns/network.policy.json');
  await mkdir(path.dirname(file), { recursive: true });
  const entity = (id: number, type: string, more: object): object => ({
    _id: id,
    name: `e${id}`,
    type,
    ...more,
  });
  const ports = [{ start: 443, end: 443, deny: false }];
  const network = {
    containerEnabled: true,
    hostEnabled: true,
    networkEntities: [
      entity(1, 'container', { collections: [{ name: 'payments' }] }),
      entity(2, 'subnet', { subnets: [{ cidr: '10.0.0.0/8', name: 'inner' }] }),
      entity(3, 'host', { collections: [{ name: 'All' }] }),
      entity(4, 'dns', { domains: ['db.example'] }),
    ],
    containerRules: [
      { id: 1, name: 'inner', src: 1, dst: 2, effect: 'alert', ports },
      { id: 2, name: 'name', src: 1, dst: 4, effect: 'prevent', ports },
    ],
    hostRules: [{ id: 3, name: 'hosts', src: 3, dst: 3, effect: 'prevent', ports }],
  };
  await writeFile(file, JSON.stringify(network));
  const asked = async (...args: readonly string[]): Promise<unknown> => {
    const { code, out, error } = await offline(parts, 'match', '--json', ...args);
    assert.equal(code, 0, error);
    return JSON.parse(out);
  };
  const payments = ['--from', 'image=registry.example/payments/api'];
  assert.deepEqual(await asked(...payments, '--to-address', '10.1.2.3', '--port', '443'), {
    connection: {
      source: { image: 'registry.example/payments/api' },
      destination: { address: '10.1.2.3' },
      port: 443,
    },
    policies: [{ policy: 'cnns/network', rule: 'inner', index: 0, unknown: [] }],
  });
  const decided = async (...args: readonly string[]): Promise<unknown> => {
    const { policies } = (await asked(...args)) as { policies: Record<string, unknown>[] };
    return policies.map(({ rule: name, unknown }) => [name, unknown]);
  };
  assert.deepEqual(await decided(...payments, '--to-address', '11.1.2.3', '--port', '443'), [
    [null, ['name']],
  ]);
  assert.deepEqual(await decided(...payments, '--to-domain', 'db.example', '--port', '443'), [
    ['name', ['inner']],
  ]);
  assert.deepEqual(await decided(...payments, '--to-address', '10.1.2.3', '--port', '80'), [[null, []]]);
  assert.deepEqual(await decided(...payments, '--to-address', '10.1.2.3'), [[null, ['inner', 'name']]]);
  assert.deepEqual(await decided('--from-host', '', '--to-host', 'host=web', '--port', '443'), [
    ['hosts', []],
  ]);
  const text = await offline(parts, 'match', ...payments, '--to-address', '10.1.2.3', '--port', '443');
  assert.match(text.out, /\ncnns\/network +#1 "inner" +alerts$/);
});

interface Planned {
  readonly plans: readonly {
    readonly risks: readonly string[];
    readonly notes: readonly string[];
    readonly warnings?: { readonly count: number; readonly first: readonly string[] };
    readonly decisionsChange: boolean | null;
    readonly changedDecisions: readonly {
      readonly from: string | null;
      readonly to: string | null;
      readonly weaker: boolean | null;
      readonly example: { readonly image?: string; readonly namespace?: string };
    }[];
    readonly changedActions: readonly {
      readonly rule: string;
      readonly weaker: boolean | null;
      readonly change: string;
    }[];
  }[];
}

test('a plan tells what another rule decides, with an example, and that nothing changes where it is so', async (t) => {
  const { work, run, sandbox } = await prepared(t);
  const planned = async (): Promise<Planned['plans'][number] | undefined> => {
    const { code, out, error } = await run('plan', '--json');
    assert.equal(code, 2, error);
    return (JSON.parse(out) as Planned).plans[0];
  };
  // What is disabled takes no part, and nothing that is in a team's folder changes hands.
  await work.edit(
    images,
    withRules(([pay, off, ...rest]) => [off, pay, ...rest].filter((one) => one !== undefined)),
  );
  assert.deepEqual(
    (({ decisionsChange, changedDecisions }) => ({ decisionsChange, changedDecisions }))((await planned())!),
    {
      decisionsChange: false,
      changedDecisions: [],
    },
  );
  assert.match((await run('plan')).out, /^Decisions: none changed\.$/m);

  await work.edit(
    images,
    withRules((rules) => [...rules.slice(2), ...rules.slice(0, 2)]),
  );
  const swapped = await planned();
  assert.equal(swapped?.decisionsChange, true);
  assert.deepEqual(
    swapped.changedDecisions.map(({ from, to, weaker }) => [from, to, weaker]),
    [
      ['pay', 'ns', true],
      ['pay', 'rest', true],
    ],
  );
  const [first, second] = swapped.changedDecisions;
  assert.match(first?.example.image ?? '', /^registry\.example\/payments\/|pay-gateway/);
  assert.match(first?.example.namespace ?? '', /^kube-(system|public)$/);
  assert.equal(second?.example.namespace === 'kube-system', false);
  assert.match(
    (await run('plan')).out,
    /^ {2}weaker: "pay" -> "rest": blocks from high, alerts on everything -> alerts on everything. Example: image /m,
  );
  assert.match(
    (await run('plan')).out,
    /^1 warning that this push adds:\n- line \d+: Shadowed: "rest" above matches everything/m,
    'as validate says it',
  );
  assert.equal(swapped.warnings?.count, 1);
  assert.match(swapped.warnings.first[0] ?? '', /^line \d+: Shadowed: /);
  assert.deepEqual([swapped.risks, swapped.notes], [[], []]);

  // Nobody says what the collections name.
  sandbox.faults.next({ path: '/collections', count: 9 }, { kind: 'status', status: 403, when: 'before' });
  const unknown = await planned();
  assert.equal(unknown?.decisionsChange, null);
  sandbox.faults.clear();

  // A block that is switched off where it stands hands nothing over, and is weaker all the same.
  await run('pull', '--overwrite');
  await work.edit(
    images,
    withRules((rules) => [scoped('pay', 'payments'), ...rules.slice(1)]),
  );
  const weakened = await planned();
  assert.equal(weakened?.decisionsChange, false);
  assert.deepEqual(weakened.changedActions, [
    { rule: 'pay', weaker: true, change: 'weaker', restUnknown: false },
  ]);
});

test('where the console does not say what collections name, a plan goes by the file, and says so', async (t) => {
  const parts = await prepared(t, '--collections');
  await parts.work.edit(
    images,
    withRules((rules) => [...rules.slice(2), ...rules.slice(0, 2)]),
  );
  parts.sandbox.faults.next(
    { path: '/collections', count: 9 },
    { kind: 'status', status: 403, when: 'before' },
  );
  const { out, error } = await parts.run('plan');
  assert.match(error, /could not read the collections: /);
  assert.match(out, /^Collections: from collections\.yaml\. The console could not be read: /m);
  assert.match(out, /^Decisions: \d changed: \d weaker/m);
  // A plan on file is made again elsewhere, where the console may say it.
  const plan = path.join(parts.work.root, 'plan.json');
  await parts.run('plan', '--out', plan);
  assert.doesNotMatch(await readFile(plan, 'utf8'), /collections\.yaml/);
});

test('validate finds what order does, with the rule, because of whom, and a witness', async (t) => {
  const parts = await prepared(t, '--collections');
  await parts.work.edit(
    images,
    withRules(() => [
      scoped('pay', 'payments', strict),
      rule('both', { collections: [{ name: 'payments' }, { name: 'kube-system' }] }),
      scoped('again', 'payments', strict),
      scoped('late', 'payments'),
      rule('wide', { collections: [{ name: 'search' }, { name: 'All' }] }),
    ]),
  );
  const file = path.join(parts.work.root, 'policies/test/vulnerability/images.policy.yaml');
  interface Line {
    readonly code: string;
    readonly severity: string;
    readonly rule: string;
    readonly by: readonly string[];
    readonly witness?: { readonly image: string };
  }
  const found = async (...args: readonly string[]): Promise<Line[]> => {
    const { out } = await offline(parts, 'validate', '--json', ...args);
    return (assertDocument('validate', [out])['findings'] as Line[]).filter(
      ({ code }) => /-rule$|covered/.test(code) && code !== 'duplicate-rule',
    );
  };
  const lines = await found(file);
  assert.deepEqual(
    lines.map(({ code, severity, rule: name, by }) => [code, severity, name, by]),
    [
      ['unneeded-rule', 'hint', 'both', ['wide']],
      ['partly-shadowed-rule', 'information', 'both', ['pay']],
      ['redundant-rule', 'hint', 'again', ['pay']],
      ['shadowed-rule', 'warning', 'late', ['pay']],
      ['covered-collection', 'hint', 'wide', ['All']],
    ],
  );
  assert.match(
    lines.find(({ code }) => code === 'shadowed-rule')?.witness?.image ?? '',
    /payments|pay-gateway/,
  );

  // Elsewhere nothing is known of the collections, unless a console is named.
  const elsewhere = path.join(parts.work.root, 'drafts/vulnerability/images.policy.yaml');
  await mkdir(path.dirname(elsewhere), { recursive: true });
  await writeFile(elsewhere, await readFile(file, 'utf8'));
  const codes = (list: readonly Line[]): readonly string[] => list.map(({ code }) => code);
  assert.deepEqual(codes(await found(elsewhere)), [
    'partly-shadowed-rule',
    'redundant-rule',
    'shadowed-rule',
    'covered-collection',
  ]);
  assert.deepEqual(codes(await found('--console', 'test', elsewhere)), codes(lines));
});
