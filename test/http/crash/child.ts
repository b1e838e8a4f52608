/**
 * Works in a process of its own and kills itself at the n-th step: before the n-th call to the file system or to the
 * console. Arguments: root, address of the console, task, n (0: never), and what the task is about. Prints how many steps
 * there were, then how it ended.
 *
 * - `pull`, `push`: the policy `vulnerability/images`, or those that are named
 * - `restore HASH`: pushes a snapshot back, and lets the file follow
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { LivePolicies } from '../../../src/core/sync/ports.ts';

const [root = '', url = '', task = '', at = '0', ...about] = process.argv.slice(2);
let steps = 0;
const step = (): void => {
  if (++steps === Number(at)) {
    process.kill(process.pid, 'SIGKILL');
  }
};

type Calls = Record<string, (...args: never[]) => unknown>;
const require = createRequire(process.argv[1] ?? '');
const files = require('node:fs/promises') as Calls;
const wrapped = (target: Calls, names: readonly string[]): void => {
  for (const name of names) {
    const real = target[name];
    target[name] = function (this: unknown, ...args: never[]) {
      step();
      return real?.apply(this, args);
    };
  }
};
/** To load what is behind `fetch` would take as long as all the rest of this process. */
async function asked(method: string, address: string, body?: string): Promise<string> {
  const sent = request(address, { method, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return text(answer);
}

async function main(): Promise<void> {
  const probe = (await files['open']?.(...(['/dev/null', 'r'] as never[]))) as { close(): Promise<void> };
  wrapped(Object.getPrototypeOf(probe) as Calls, ['sync', 'writeFile', 'appendFile']);
  await probe.close();
  wrapped(files, ['open', 'rm', 'mkdir']);
  wrapped(require('node:fs') as Calls, ['renameSync']);
  // What takes the functions of a module when it is loaded takes these.
  const { ConsoleSync } = await import('../../../src/core/sync/consoleSync.ts');
  const { DiskWorkingCopies } = await import('../../../src/core/sync/diskWorkingCopies.ts');
  const { testSeal } = await import('../../unit/sync/testSeal.ts');
  const { silentLogger } = await import('../../../src/core/util/logger.ts');
  const { policyKind } = await import('../../../src/core/policy/families.ts');
  const { isExpected } = await import('../../../src/core/util/errors.ts');

  const call = async (method: string, path: string, body?: string): Promise<string> => {
    step();
    const answer = await asked(method, `${url}${path}`, body);
    step();
    return answer;
  };
  const live: LivePolicies = {
    read: (kind) => call('GET', `/${kind.name}`),
    replace: async (kind, body) => void (await call('PUT', `/${kind.name}`, body.toString())),
    collectionNames: async () => new Set(JSON.parse(await call('GET', '/collections')) as string[]),
  };
  const kindNamed = (name: string) => {
    const kind = policyKind(name);
    if (!kind) {
      throw new Error(`no policy ${name}`);
    }
    return kind;
  };
  const images = 'vulnerability/images';
  const policyFolder = `${root}/policies/test`;
  const sync = new ConsoleSync({
    seal: testSeal,
    console: 'test',
    live,
    copies: new DiskWorkingCopies(policyFolder, root),
    paths: { policyFolder, storeFolder: `${root}/.ordinance` },
    logger: silentLogger,
    pause: () => Promise.resolve(),
  });
  const ends: string[] = [];
  if (task === 'restore') {
    const [snapshot = ''] = about;
    const outcome = await sync.planRestore(kindNamed(images), snapshot);
    if (outcome.kind === 'plan') {
      ends.push((await sync.push(outcome.plan)).verdict);
      ends.push(await sync.applyRestore(kindNamed(images), snapshot));
    }
  } else {
    for (const kind of (about.length > 0 ? about : [images]).map(kindNamed)) {
      try {
        if (task === 'pull') {
          const chooseOverwrite = () => Promise.resolve('keep' as const);
          const { failed } = await sync.pull([kind], { format: 'yaml', chooseOverwrite });
          ends.push(failed[0] ? String(failed[0].error) : 'pulled');
        } else {
          const outcome = await sync.plan(kind);
          ends.push(outcome.kind === 'plan' ? (await sync.push(outcome.plan)).verdict : outcome.kind);
        }
      } catch (error) {
        ends.push(isExpected(error) ? error.code : String(error));
      }
    }
  }
  console.log(steps);
  console.log(ends.join('\n'));
}

void main();
