import { lockName } from '../../core/sync/store/lockFile.ts';
import { defineCommand } from '../command.ts';
import { exitCode } from '../output.ts';
import { kindNamed, placeOptions } from './arguments.ts';
import { openLocal } from './sides.ts';
import { forgetPolicies } from '../../core/sync/policyStatus.ts';

/**
 * Removes policies whose files were deleted on purpose from the lock file. Makes no request, and keeps the
 * history.
 */
export const forget = defineCommand({
  name: 'forget',
  summary: `removes a policy without a file from ${lockName}; needs no console`,
  operands: '<POLICY...>',
  details:
    'A POLICY is family/target, such as vulnerability/images. Delete its file first. The console keeps the policy, and .ordinance/ keeps its history. To get the file back, pull the policy.',
  options: placeOptions,
  examples: [['ordinance forget vulnerability/host', 'after the file was deleted on purpose']],
  async run(call) {
    const kinds = [...new Set(call.positionals.map(kindNamed))];
    const { sync, entry } = await openLocal(call);
    const forgotten = await forgetPolicies(sync, kinds);
    for (const kind of kinds) {
      call.output.out(
        `${kind.name}: ${forgotten.includes(kind) ? 'forgotten' : `${lockName} has no line of it`}`,
      );
    }
    return {
      code: exitCode.ok,
      document: { console: entry.name, forgotten: forgotten.map(({ name }) => name) },
    };
  },
});
