import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/core/util/errors.ts';
import { remoteEditKinds, requestRemoteEdit } from '../src/sandbox/remoteEdit.ts';
import { describeColleagueEdit } from './lib/describeColleagueEdit.ts';
import { Failure, runScript } from './lib/failure.ts';
import { runningSandboxFile, type RunningSandbox } from './lib/sample.ts';

/**
 * `npm run colleague -- <add|move|edit|delete>` changes a live policy of the sandbox that `npm start` runs,
 * as someone else would.
 */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      policy: { type: 'string', default: 'vulnerability/images' },
      /** The list of rules, for a policy with several lists. */
      array: { type: 'string' },
      /** The name of a rule; by default the first rule. */
      rule: { type: 'string' },
      /** The edited field, such as alertThreshold.value; by default the notes. */
      member: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const usage = `usage: npm run colleague -- <${remoteEditKinds.join('|')}> [--policy POLICY] [--array LIST] [--rule NAME] [--member MEMBER]`;
  if (values.help) {
    console.log(usage);
    return;
  }
  const kind = remoteEditKinds.find((candidate) => candidate === positionals[0]);
  if (kind === undefined || positionals.length > 1) {
    throw new Failure(usage);
  }
  const { url, accessKey } = await runningSandbox();
  const { policy, array, rule, member } = values;
  const edit = await requestRemoteEdit(url, accessKey, {
    policy,
    kind,
    ...(array === undefined ? {} : { array }),
    ...(rule === undefined ? {} : { rule }),
    ...(member === undefined ? {} : { member: member.split('.') }),
  }).catch((error: unknown) => {
    throw new Failure(messageOf(error));
  });
  console.log(describeColleagueEdit(edit));
});

async function runningSandbox(): Promise<RunningSandbox> {
  try {
    return JSON.parse(await readFile(runningSandboxFile, 'utf8')) as RunningSandbox;
  } catch {
    throw new Failure('no sandbox runs: start one with npm start');
  }
}
