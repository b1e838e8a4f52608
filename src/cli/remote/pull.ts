import { policyKinds } from '../../core/policy/families.ts';
import { CancelledError } from '../../core/util/errors.ts';
import { exitCode, type Output } from '../output.ts';
import { kindsNamed, parseCommand, placeOptions, placeUsage } from './arguments.ts';
import type { Environment } from './environment.ts';
import { openConsole } from './openConsole.ts';
import { keepCollections, textToKeep } from '../../core/sync/store/collectionsFile.ts';
import { trySettleOpen } from './settleOpen.ts';

export const pullUsage = `ordinance pull ${placeUsage} [--full] [--overwrite] [--collections] [POLICY|FAMILY]…`;

const options = {
  ...placeOptions,
  full: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  collections: { type: 'boolean', default: false },
} as const;

/** Brings live into the files. Local edits are kept unless `--overwrite` is given; kept edits over another live are a conflict. */
export async function pull(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { values, positionals } = parseCommand(args, options);
  const kinds = positionals.length === 0 ? policyKinds : kindsNamed(positionals);
  const { signal } = environment;
  const console = await openConsole(values, environment, output);
  try {
    await trySettleOpen(console, values.json, output, environment);
    // Before anything is written: what cannot be read, or kept, keeps nothing half done.
    const collections = values.collections ? await console.collections(signal) : undefined;
    const text = collections && textToKeep(console.policyFolder, collections);
    const report = await console.sync.pull(kinds, {
      format: console.format,
      full: values.full,
      chooseOverwrite: () => Promise.resolve(values.overwrite ? 'overwrite' : 'keep'),
      ...(environment.signal === undefined ? {} : { signal: environment.signal }),
    });
    if (report.cancelled) {
      throw new CancelledError();
    }
    const kept =
      text === undefined ? undefined : await keepCollections(console.root, console.policyFolder, text);
    const names = (refs: typeof report.written): string[] => refs.map(({ policy }) => policy);
    const failed = report.failed.map(({ ref, error }) => ({ policy: ref.policy, message: error.message }));
    if (values.json) {
      const { written, unchanged } = report;
      output.json({
        console: console.entry.name,
        written: names(written),
        unchanged: names(unchanged),
        kept: names(report.kept),
        failed,
        ...(kept !== undefined && { collections: kept ? 'written' : 'unchanged' }),
      });
    } else {
      names(report.written).forEach((name) => output.out(`${name}: written`));
      names(report.unchanged).forEach((name) => output.out(`${name}: unchanged`));
      names(report.kept).forEach((name) => output.out(`${name}: kept, it has edits of its own`));
      if (kept !== undefined) {
        output.out(`collections: ${kept ? 'written' : 'unchanged'}`);
      }
      failed.forEach(({ policy, message }) => output.error(`${policy}: ${message}`));
    }
    if (failed.length > 0) {
      return exitCode.problems;
    }
    return report.kept.length > 0 ? exitCode.drift : exitCode.ok;
  } finally {
    console.dispose();
  }
}
