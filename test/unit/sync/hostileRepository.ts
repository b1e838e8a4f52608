import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example', '-c', 'commit.gpgsign=false'];

/**
 * A repository whose settings, attributes and hooks have programs run wherever git can be made to run one. Each program leaves
 * a mark with its name.
 */
export class HostileRepository {
  readonly root: string;
  readonly #marks: string;

  private constructor(root: string, marks: string) {
    this.root = root;
    this.#marks = marks;
  }

  static async make(t: TestContext): Promise<HostileRepository> {
    const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-hostile-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const repository = new HostileRepository(path.join(folder, 'work'), path.join(folder, 'marks'));
    await mkdir(repository.root);
    await mkdir(repository.#marks);
    return repository;
  }

  /** A program that leaves a mark, then ends. */
  async program(name: string, folder = path.join(this.root, 'bin')): Promise<string> {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, name);
    await writeFile(file, `#!/bin/sh\n: > '${path.join(this.#marks, name)}'\nexit 0\n`);
    await chmod(file, 0o755);
    return file;
  }

  /** What was run. */
  async marks(): Promise<string[]> {
    return (await readdir(this.#marks)).toSorted();
  }

  async forget(): Promise<void> {
    for (const name of await this.marks()) {
      await rm(path.join(this.#marks, name));
    }
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', [...identity, ...args], {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], HOME: this.root, GIT_CONFIG_NOSYSTEM: '1' },
    }).trim();
  }

  commit(files: readonly string[], message: string): void {
    this.git('add', ...files);
    this.git('commit', '--no-verify', '-m', message);
  }

  /** A commit that claims to be signed, so that git would have the signature looked at. */
  async commitSigned(): Promise<void> {
    const text = `${this.git('cat-file', 'commit', 'HEAD')}\n`;
    const [head = '', ...body] = text.split('\n\n');
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----';
    const file = path.join(this.root, 'signed');
    await writeFile(file, [`${head}\n${signature}`, ...body].join('\n\n'));
    const id = this.git('hash-object', '-t', 'commit', '-w', 'signed');
    await rm(file);
    this.git('update-ref', 'HEAD', id);
  }

  /** Plants everything. From here on git itself runs what it is told to. */
  async plant(): Promise<void> {
    const planted = async (name: string): Promise<string> => this.program(name);
    const hooks = path.join(this.root, 'hooks');
    for (const hook of [
      'post-checkout',
      'post-index-change',
      'reference-transaction',
      'fsmonitor-watchman',
    ]) {
      await this.program(hook, hooks);
    }
    const settings = `
[core]
  fsmonitor = ${await planted('fsmonitor')}
  hooksPath = ${hooks}
  pager = ${await planted('pager')}
  editor = ${await planted('editor')}
  sshCommand = ${await planted('ssh')}
  gitProxy = ${await planted('proxy')}
  askPass = ${await planted('ask')}
  alternateRefsCommand = ${await planted('alternate')}
  worktree = ${this.root}
  attributesFile = ${path.join(this.root, 'attributes')}
[pager]
  log = ${await planted('pager-log')}
[alias]
  log = !${await planted('alias')}
  rev-parse = !${await planted('alias')}
  cat-file = !${await planted('alias')}
[log]
  showSignature = true
  follow = true
[gpg]
  program = ${await planted('gpg')}
[diff]
  external = ${await planted('diff')}
[diff "planted"]
  textconv = ${await planted('textconv')}
  command = ${await planted('driver')}
[filter "planted"]
  smudge = ${await planted('smudge')}
  clean = ${await planted('clean')}
  process = ${await planted('process')}
  required = true
[credential]
  helper = !${await planted('credential')}
[remote "origin"]
  url = ${this.root}
  promisor = true
  partialclonefilter = blob:none
  uploadpack = ${await planted('uploadpack')}
[extensions]
  partialClone = origin
[include]
  path = ${path.join(this.root, 'more.config')}
`;
    await writeFile(path.join(this.root, 'attributes'), '* diff=planted filter=planted\n');
    await writeFile(path.join(this.root, '.gitattributes'), '* diff=planted filter=planted\n');
    await writeFile(
      path.join(this.root, 'more.config'),
      `[core]\n  fsmonitor = ${await planted('included')}\n`,
    );
    await writeFile(path.join(this.root, '.git', 'config'), settings, { flag: 'a' });
    this.git('config', 'core.repositoryformatversion', '1');
  }

  /** Takes the content of a committed file away, as in a partial clone: git would fetch it. */
  async lose(file: string): Promise<void> {
    const id = this.git('rev-parse', `HEAD:${file}`);
    await rm(path.join(this.root, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  }
}
