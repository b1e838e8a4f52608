/**
 * Does tasks in a process of its own, one after the other, each up to its n-th step: the n-th call to the file system or to the
 * console is not made. With the last of them the process kills itself, when any stopped. Argument: the tasks (JSON). Prints
 * for each, as JSON, how many steps there were, whether it stopped, and how it ended.
 *
 * - `pull`, `push`, `merge`: the policy `vulnerability/images`, or those that are named
 * - `restore`, and a hash: pushes a snapshot back, and lets the file follow
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { LivePolicies } from '../../../src/core/sync/ports.ts';
import type { Ended, Task } from './runChild.ts';
import { countSteps, live as liveUpTo, step } from './steps.ts';
import { testDestination } from '../../unit/sync/testDestination.ts';

/** To load what is behind `fetch` would take as long as all the rest of this process. */
async function asked(method: string, address: string, body?: string): Promise<string> {
  const sent = request(address, { method, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return text(answer);
}

async function main(): Promise<void> {
  await countSteps();
  // What takes the functions of a module when it is loaded takes those that count.
  const { syncContextOf } = await import('../../../src/core/sync/syncContext.ts');
  const { pullPolicies } = await import('../../../src/core/sync/pull.ts');
  const { mergeWithLive, saveMerge } = await import('../../../src/core/sync/merge.ts');
  const { planRestore } = await import('../../../src/core/sync/planRestore.ts');
  const { planOne, pushOne } = await import('../../unit/sync/planAndPush.ts');
  const { DiskWorkingCopies } = await import('../../../src/core/sync/diskWorkingCopies.ts');
  const { testSeal } = await import('../../unit/sync/testSeal.ts');
  const { silentLogger } = await import('../../../src/core/util/logger.ts');
  const { policyKind } = await import('../../../src/core/policy/families.ts');
  const { isExpected } = await import('../../../src/core/util/errors.ts');

  const kindNamed = (name: string) => {
    const kind = policyKind(name);
    if (!kind) {
      throw new Error(`no policy ${name}`);
    }
    return kind;
  };
  const images = 'vulnerability/images';
  const work = async ({ root, url, what, about = [] }: Task, ends: string[]): Promise<void> => {
    const call = async (method: string, path: string, body?: string): Promise<string> => {
      await step();
      const answer = await asked(method, `${url}${path}`, body);
      await step();
      return answer;
    };
    const live: LivePolicies = {
      readPolicy: async (kind) => ({
        text: await call('GET', `/${kind.name}`),
        replace: async (body) => void (await call('PUT', `/${kind.name}`, body)),
      }),
      destination: testDestination,
      collectionNames: async () => new Set(JSON.parse(await call('GET', '/collections')) as string[]),
    };
    const policyFolder = `${root}/policies/test`;
    const sync = syncContextOf({
      seal: testSeal,
      console: 'test',
      live,
      whereabouts: testDestination,
      copies: new DiskWorkingCopies(policyFolder, root),
      paths: { policyFolder, storeFolder: `${root}/.ordinance` },
      logger: silentLogger,
      pause: () => Promise.resolve(),
    });
    if (what === 'restore') {
      const [snapshot = ''] = about;
      const outcome = await planRestore(sync, kindNamed(images), snapshot);
      if (outcome.kind === 'plan') {
        const { verdict, file } = await pushOne(sync, outcome.plan);
        ends.push(verdict, file ?? 'left');
      }
      return;
    }
    for (const kind of (about.length > 0 ? about : [images]).map(kindNamed)) {
      try {
        if (what === 'pull') {
          const chooseOverwrite = () => Promise.resolve('keep' as const);
          const { failed } = await pullPolicies(sync, [kind], { format: 'yaml', chooseOverwrite });
          ends.push(failed[0] ? String(failed[0].error) : 'pulled');
        } else if (what === 'merge') {
          const merge = await mergeWithLive(sync, kind);
          ends.push(merge.kind);
          if (merge.kind === 'merge') {
            await saveMerge(sync, kind, new Map(), merge.seen);
          }
        } else {
          const outcome = await planOne(sync, kind);
          ends.push(outcome.kind === 'plan' ? (await pushOne(sync, outcome.plan)).verdict : outcome.kind);
        }
      } catch (error) {
        ends.push(isExpected(error) ? error.code : String(error));
      }
    }
  };

  const all: Ended[] = [];
  for (const task of JSON.parse(process.argv[2] ?? '[]') as readonly Task[]) {
    const ends: string[] = [];
    const { steps, stopped } = await liveUpTo(task.stopAt ?? 0, () => work(task, ends));
    all.push({ steps, killed: stopped, ends });
  }
  writeSync(1, JSON.stringify(all));
  if (all.some(({ killed }) => killed)) {
    process.kill(process.pid, 'SIGKILL');
  }
}

void main();
