import { policyKinds } from '../../core/policy/families.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { defineCommand } from '../command.ts';
import { exitCode } from '../output.ts';
import { kindsNamed, placeOptions, policyOperands } from './arguments.ts';
import { openConsole, trySettleOpen } from './openConsole.ts';
import { reportFailures } from './refusal.ts';
import { keepCollections, textToKeep } from '../../core/sync/store/collectionsFile.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { pullPolicies } from '../../core/sync/pull.ts';

/** Writes the live policies into the files. Keeps local edits unless `--overwrite` is given. */
export const pull = defineCommand({
  name: 'pull',
  summary: 'downloads policies into files; keeps local edits',
  ...policyOperands,
  details:
    'A POLICY is family/target, such as vulnerability/images. A FAMILY means all its policies. Without arguments: all policies.',
  options: {
    ...placeOptions,
    full: { description: 'writes all fields of the console' },
    overwrite: {
      description: 'overwrites local edits; comments stay, except in files that cannot be read',
    },
    collections: {
      description: 'also saves the collections of the console in collections.yaml',
    },
  },
  examples: [
    ['ordinance pull', 'all policies of the console'],
    ['ordinance pull --collections vulnerability', 'the policies of one family, and the collections'],
  ],
  async run(call) {
    const { values, positionals, output, environment } = call;
    const kinds = positionals.length === 0 ? policyKinds : kindsNamed(positionals);
    const { signal } = environment;
    return whileOpen(openConsole(call), async (console) => {
      await trySettleOpen(console, call);
      // Read collections before any file is written, so that a failure leaves nothing half done.
      if (values.collections) {
        output.progress('reading collections');
      }
      const collections = values.collections ? await console.collections(signal) : undefined;
      const text = collections && textToKeep(console.policyFolder, collections);
      const unreadable = new Set<string>();
      /** The policies whose edits stay, and whether a merge can add the changes of the console. */
      const kept = new Map<string, boolean>();
      const report = await pullPolicies(console.sync, kinds, {
        format: console.format,
        full: values.full,
        onProgress: (done, total) => output.progress(`reading policies: ${done} of ${total}`),
        chooseOverwrite: async ({ policy }, lost, canMerge) => {
          if (!values.overwrite) {
            kept.set(policy, canMerge);
            return 'keep';
          }
          if ((await lost()) === undefined) {
            unreadable.add(policy);
          }
          return 'overwrite';
        },
        ...(signal && { signal }),
      });
      if (report.canceled) {
        throw new CanceledError();
      }
      const saved =
        text === undefined ? undefined : await keepCollections(console.root, console.policyFolder, text);
      const names = (refs: typeof report.written): string[] => refs.map(({ policy }) => policy);
      const failed = report.failed.map(({ ref, error }) => ({ policy: ref.policy, message: error.message }));
      const replaced = names(report.written).filter((name) => unreadable.has(name));
      names(report.written).forEach((name) =>
        output.out(
          replaced.includes(name)
            ? `${name}: written; the old file could not be read as a policy, so everything in it was replaced, comments included`
            : `${name}: written`,
        ),
      );
      names(report.unchanged).forEach((name) => output.out(`${name}: unchanged`));
      names(report.kept).forEach((name) =>
        output.problem(`${name}: ${describeKept(name, kept.get(name) === true)}`),
      );
      if (saved !== undefined) {
        output.out(`collections: ${saved ? 'written' : 'unchanged'}`);
      }
      reportFailures(failed, output);
      return {
        code: failed.length > 0 ? exitCode.problems : report.kept.length > 0 ? exitCode.drift : exitCode.ok,
        document: {
          console: console.entry.name,
          written: names(report.written),
          unchanged: names(report.unchanged),
          kept: names(report.kept),
          replaced,
          failed,
          ...(saved !== undefined && { collections: saved ? 'written' : 'unchanged' }),
        },
      };
    });
  },
});

function describeKept(policy: string, canMerge: boolean): string {
  return canMerge
    ? `kept because it has local edits; the console changed, too: run "ordinance merge ${policy}"`
    : `kept because it has local edits; run "ordinance plan ${policy}" to see them, or pull with --overwrite to lose them`;
}
