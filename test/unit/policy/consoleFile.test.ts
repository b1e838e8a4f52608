import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountOrigin,
  addressProblem,
  consoleNameProblem,
  normalAddress,
  originsOf,
  withoutApiPath,
} from '../../../src/core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../../src/core/consoleFile/consoleFile.ts';

const url = 'https://console.example:8083';

test('an address is all a console needs', () => {
  const entry = {
    name: 'production',
    url,
    apiVersion: '1',
    auth: 'basic',
    authHeader: 'x-service-auth',
    folder: 'policies/production',
    protected: false,
  };
  assert.deepEqual(readConsoleFile({ consoles: { production: { url: `${url}/` } } }), {
    consoles: [entry],
    usable: [{ entry, isFlawed: false }],
    format: 'yaml',
    problems: [],
  });
});

test('every member is read', () => {
  const written = {
    url,
    loginUrl: 'https://login.example',
    sspmUrl: 'https://sspm.example/base',
    apiVersion: 34.04,
    project: 'blue',
    auth: 'login',
    authHeader: 'x-other',
    folder: './shared\\policies/',
    protected: true,
    caFile: 'ca.pem',
    paths: { 'runtime/host': '/policies/elsewhere' },
    timeoutSeconds: 5,
  };
  const { consoles, format, problems } = readConsoleFile({ format: 'json', consoles: { a: written } });
  assert.deepEqual(problems, []);
  assert.equal(format, 'json');
  assert.deepEqual(consoles, [{ name: 'a', ...written, apiVersion: '34.04', folder: 'shared/policies' }]);
});

test('white space around what every request carries is no part of it', () => {
  const read = (more: object) => readConsoleFile({ consoles: { a: { url: ` ${url} `, ...more } } });
  const { consoles, problems } = read({ project: ' blue ', sspmScope: 'tsg_id:1 ' });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [consoles[0]?.url, consoles[0]?.project, consoles[0]?.sspmScope],
    [url, 'blue', 'tsg_id:1'],
  );
  assert.deepEqual(read({ project: ' ' }).problems, [
    { message: '"project" must be a text.', path: ['consoles', 'a', 'project'] },
  ]);
});

test('an empty file names no console and has no problem', () => {
  for (const plain of [null, undefined, {}, { consoles: null }, { consoles: {} }]) {
    assert.deepEqual(readConsoleFile(plain), { consoles: [], usable: [], format: 'yaml', problems: [] });
  }
});

test('something else than a file of consoles is a problem, never an exception', () => {
  for (const plain of [
    'text',
    3,
    true,
    [],
    [{ url }],
    { consoles: [] },
    { consoles: 'x' },
    { consoles: { a: null } },
  ]) {
    const read = readConsoleFile(plain);
    assert.deepEqual(read.consoles, []);
    assert.equal(read.problems.length, 1, JSON.stringify(plain));
  }
});

test('a console with a problem is left out and the others stay', () => {
  const { consoles, problems } = readConsoleFile({ consoles: { bad: { url: 'nowhere' }, good: { url } } });
  assert.deepEqual(
    consoles.map((entry) => entry.name),
    ['good'],
  );
  assert.deepEqual(
    problems.map((problem) => problem.path),
    [['consoles', 'bad', 'url']],
  );
});

const wrongMembers: Record<string, unknown> = {
  url: 7,
  loginUrl: 'ftp://login.example',
  sspmUrl: 'x',
  apiVersion: 'latest',
  project: [],
  auth: 'digest',
  authHeader: 'two words',
  folder: '../outside',
  protected: 'yes',
  caFile: 1,
  timeoutSeconds: -1,
};
for (const [key, value] of Object.entries(wrongMembers)) {
  test(`a wrong ${key} is a problem at its place`, () => {
    const { consoles, problems } = readConsoleFile({ consoles: { a: { url, [key]: value } } });
    assert.deepEqual(consoles, []);
    assert.deepEqual(
      problems.map((problem) => problem.path),
      [['consoles', 'a', key]],
    );
  });
}

test('a wrong path is a problem at its place', () => {
  const { problems } = readConsoleFile({ consoles: { a: { url, paths: { x: 'no-slash' } } } });
  assert.deepEqual(problems[0]?.path, ['consoles', 'a', 'paths', 'x']);
});

test('folders stay inside the workspace', () => {
  for (const folder of ['/etc', 'C:\\x', '..', 'a/../../b', 'a//b', 'a/./b']) {
    assert.equal(readConsoleFile({ consoles: { a: { url, folder } } }).problems.length, 1, folder);
  }
});

test('two consoles never share a folder', () => {
  for (const folder of ['policies', 'policies/a', 'Policies/A/inner']) {
    const { consoles, problems } = readConsoleFile({ consoles: { a: { url }, b: { url, folder } } });
    assert.deepEqual(
      consoles.map((entry) => entry.name),
      ['a'],
    );
    assert.deepEqual(problems[0]?.path, ['consoles', 'b', 'folder']);
  }
});

test('an address never carries credentials and is encrypted unless it is this machine', () => {
  for (const wrong of [
    'https://me:secret@console.example',
    'https://console.example/?a=b',
    'https://console.example/#x',
    'http://console.example',
    'http://127.0.0.1.example',
  ]) {
    assert.ok(addressProblem(wrong), wrong);
  }
  for (const bare of ['console.example', 'console.example:8083', 'console.example/base', '127.0.0.1:8083']) {
    assert.match(addressProblem(bare) ?? '', /^https:\/\/ is missing/, bare);
  }
  assert.doesNotMatch(addressProblem('me:secret@console.example') ?? '', /secret/);
  for (const right of [
    'https://console.example/base',
    'http://127.0.0.1:1234',
    'http://[::1]:80',
    'http://localhost',
  ]) {
    assert.equal(addressProblem(right), undefined, right);
  }
});

test('addresses are compared in one form', () => {
  assert.equal(normalAddress('HTTPS://Console.Example:443/base//'), 'https://console.example/base');
});

test('the path of the API is no part of an address', () => {
  for (const path of ['', '/', '/api/v1', '/api/v1/', '/api/v34.04']) {
    assert.equal(withoutApiPath(`${url}${path}`), url);
  }
  assert.equal(withoutApiPath(`${url}/base/api/v1`), `${url}/base`);
  assert.equal(withoutApiPath(`${url}/api/v1/base`), `${url}/api/v1/base`);
  assert.equal(withoutApiPath(`${url}/api/version`), `${url}/api/version`);
});

test('an access key goes to the origins of the console and of its login service', () => {
  assert.deepEqual(originsOf({ url: `${url}/base` }), [url]);
  assert.deepEqual(originsOf({ url, loginUrl: `${url}/login` }), [url]);
  assert.deepEqual(originsOf({ url, loginUrl: 'https://login.example/x' }), [url, 'https://login.example']);
});

test('console names are folder names', () => {
  for (const name of ['', '..', 'a/b', 'a b', '-a', 'a.', 'x'.repeat(65), 'é']) {
    assert.ok(consoleNameProblem(name), name);
  }
  for (const name of ['production', 'eu-1', 'a.b_c']) {
    assert.equal(consoleNameProblem(name), undefined, name);
  }
});

test('the SSPM service of a console has addresses, a scope and headers of its own', () => {
  const read = (more: object) => readConsoleFile({ consoles: { a: { url: 'https://c.example', ...more } } });
  const { consoles, problems } = read({
    sspmUrl: 'https://sspm.example/',
    sspmTokenUrl: 'https://login.example/oauth2/access_token',
    sspmScope: 'tsg_id:1',
    sspmHeaders: { 'X-Service-Region': 'eu' },
  });
  assert.deepEqual(problems, []);
  const { sspmUrl, sspmTokenUrl, sspmScope, sspmHeaders } = consoles[0] ?? {};
  assert.deepEqual(
    { sspmUrl, sspmTokenUrl, sspmScope, sspmHeaders },
    {
      sspmUrl: 'https://sspm.example',
      sspmTokenUrl: 'https://login.example/oauth2/access_token',
      sspmScope: 'tsg_id:1',
      sspmHeaders: { 'x-service-region': 'eu' },
    },
  );
  for (const wrong of [
    { sspmUrl: 'http://sspm.example' },
    { sspmTokenUrl: 'https://me:hush@login.example' },
    { sspmScope: 7 },
    { sspmHeaders: 'x' },
    { sspmHeaders: { authorization: 'Bearer x' } },
    { sspmHeaders: { Host: 'x' } },
    { sspmHeaders: { 'x y': 'z' } },
    { sspmHeaders: { 'x-a': 'two\nlines' } },
    { sspmHeaders: { 'x-a': 7 } },
  ]) {
    const { consoles, problems } = read(wrong);
    assert.equal(consoles.length, 0, JSON.stringify(wrong));
    assert.ok(problems.length > 0);
  }
});

test('a member nobody knows is a problem, as it may have been meant to protect', () => {
  const typo = readConsoleFile({ consoles: { a: { url, protcted: true }, b: { url, folder: 'b' } } });
  assert.deepEqual(
    typo.consoles.map(({ name }) => name),
    ['b'],
  );
  assert.deepEqual(typo.problems, [
    {
      message: 'There is no field "protcted", did you mean "protected"?',
      path: ['consoles', 'a', 'protcted'],
    },
  ]);
  const beside = readConsoleFile({ protected: true, consoles: { a: { url } } });
  assert.deepEqual(beside.consoles, []);
  assert.deepEqual(beside.problems[0]?.path, ['protected']);
});

const strayPaths = [
  '/../../x',
  '/policies/../../x',
  '/policies/..',
  '/./x',
  '/%2e%2e/x',
  '/.%2E/x',
  '/%252e%252e/x',
  '/..;/x',
  '/x\\..\\y',
  '//other.example/x',
  '/x//y',
  '/x?y',
  '/x#y',
  '/x%2f..%2fy',
  '/x y',
  '/\u202ex',
  'x',
  '',
  7,
];
for (const path of strayPaths) {
  test(`the path ${JSON.stringify(path)} is refused`, () => {
    const { consoles, problems } = readConsoleFile({ consoles: { a: { url, paths: { login: path } } } });
    assert.deepEqual(consoles, []);
    assert.deepEqual(problems[0]?.path, ['consoles', 'a', 'paths', 'login']);
  });
}

test('a path of a policy that there is not is a mistake', () => {
  const paths = { 'vulnerability/imagse': '/policies/elsewhere', 'a/b': '/x' };
  const { consoles, problems } = readConsoleFile({ consoles: { a: { url, paths } } });
  assert.deepEqual(consoles, []);
  assert.deepEqual(problems, [
    {
      message: 'No policy is called "vulnerability/imagse", did you mean "vulnerability/images"?',
      path: ['consoles', 'a', 'paths', 'vulnerability/imagse'],
    },
    { message: 'No policy is called "a/b".', path: ['consoles', 'a', 'paths', 'a/b'] },
  ]);
});

test('paths with a place for a name, and below another prefix, are fine', () => {
  const paths = { 'runtime/host': '/policies/runtime/host-v2', 'collections.delete': '/collections/{name}' };
  assert.deepEqual(readConsoleFile({ consoles: { a: { url, paths } } }).problems, []);
});

test('folders of tools, and names that not every system has, are refused', () => {
  for (const folder of [
    '.git',
    '.git/hooks',
    '.GIT/hooks',
    'GIT~1/hooks',
    '.ordinance/objects',
    'a/.vscode',
    'policies/con',
    'a/b:c',
    'a/b ',
    'a/b.',
    'a/\u200cb',
    'x'.repeat(201),
  ]) {
    const { problems } = readConsoleFile({ consoles: { a: { url, folder } } });
    assert.deepEqual(problems[0]?.path, ['consoles', 'a', 'folder'], folder);
  }
});

test('an authority file is inside the workspace', () => {
  for (const caFile of ['/etc/ssl/ca.pem', '../ca.pem', 'a/../../ca.pem', 'C:\\ca.pem', '..\\ca.pem', '']) {
    const { problems } = readConsoleFile({ consoles: { a: { url, caFile } } });
    assert.deepEqual(problems[0]?.path, ['consoles', 'a', 'caFile'], caFile);
  }
  const { consoles } = readConsoleFile({ consoles: { a: { url, caFile: './certificates\\ca.pem' } } });
  assert.equal(consoles[0]?.caFile, 'certificates/ca.pem');
});

for (const name of [
  'host',
  'Cookie',
  'content-length',
  'Content-Type',
  'authorization',
  'transfer-encoding',
  'connection',
  'te',
  'upgrade',
  'proxy-authorization',
  'expect',
  'x-forwarded-host',
  'X-HTTP-Method-Override',
  ':path',
  'two words',
  '',
]) {
  test(`the header ${JSON.stringify(name)} is the connection's own`, () => {
    const token = readConsoleFile({ consoles: { a: { url, authHeader: name } } });
    assert.deepEqual(token.problems[0]?.path, ['consoles', 'a', 'authHeader']);
    const sspm = readConsoleFile({ consoles: { a: { url, sspmHeaders: { [name]: 'x' } } } });
    assert.deepEqual(sspm.problems[0]?.path, ['consoles', 'a', 'sspmHeaders', name]);
  });
}

test('what is shown to a person who confirms holds nothing unseen', () => {
  for (const project of ['a\u202eb', 'a\nb', 'a\u001b[2Jb', 'a\u200bb', 'x'.repeat(501)]) {
    assert.equal(readConsoleFile({ consoles: { a: { url, project } } }).problems.length, 1, project);
  }
});

test('the account is that whose key counts for policies: of the login service where a token of it is sent', () => {
  const loginUrl = 'https://login.example/x';
  assert.equal(accountOrigin({ auth: 'login', url, loginUrl }), 'https://login.example');
  assert.equal(accountOrigin({ auth: 'login', url }), url);
  for (const auth of ['basic', 'bearer'] as const) {
    assert.equal(accountOrigin({ auth, url, loginUrl }), url);
  }
});

test('thousands of consoles are refused at once', () => {
  const names = Array.from({ length: 201 }, (_, index) => [`c${index}`, { url }]);
  const { consoles, problems } = readConsoleFile({ consoles: Object.fromEntries(names) });
  assert.deepEqual(consoles, []);
  assert.deepEqual(problems, [{ message: 'The file names more than 200 consoles.', path: ['consoles'] }]);
});

test('a name below localhost is what a name server says, not this machine', () => {
  for (const wrong of ['http://x.localhost', 'http://localhost.', 'http://localhost.example']) {
    assert.ok(addressProblem(wrong), wrong);
  }
});

test('a console with a mistake keeps its place, unless its name, address or folder cannot be used', () => {
  const usable = (file: object) =>
    readConsoleFile(file).usable.map(({ entry, isFlawed }) => `${entry.name}${isFlawed ? ' flawed' : ''}`);
  const good = { url };
  for (const flaw of [{ protcted: true }, { timeoutSeconds: -1 }, { project: null }, { paths: 7 }]) {
    assert.deepEqual(usable({ consoles: { a: { url, ...flaw }, b: good } }), ['a flawed', 'b']);
  }
  for (const unusable of [{ url: 'x' }, { folder: '..' }, { folder: 'policies/b' }, {}, 7]) {
    const a =
      typeof unusable === 'number' || Object.keys(unusable).length === 0 ? unusable : { url, ...unusable };
    assert.deepEqual(usable({ consoles: { b: good, a } }), ['b']);
  }
  assert.deepEqual(usable({ protected: true, consoles: { a: good } }), ['a flawed'], 'meant for all of them');
});
