import { command, type Call, type End, type Options } from '../command.ts';
import { exitCode } from '../output.ts';
import { placeOptions } from './arguments.ts';
import { localSync } from './sides.ts';

const options = {
  ...placeOptions,
  format: { argument: 'FORMAT', values: ['markdown', 'json'], description: 'the format (default: markdown)' },
} as const satisfies Options;

/** The report of one push, for a change ticket. Makes no request. */
export const evidence = command({
  name: 'evidence',
  summary: 'prints the report of one push, for a change ticket; needs no console',
  takes: '<PUSH>',
  means: 'PUSH is the id of a push, from "ordinance push" or "ordinance history".',
  options,
  examples: [
    ['ordinance evidence PUSH', 'the report of one push; "ordinance history" lists the pushes'],
    ['ordinance evidence --json PUSH', 'the same report as data'],
  ],
  run: tellPush,
});

async function tellPush({ values, positionals, output, environment }: Call<typeof options>): Promise<End> {
  const [push = ''] = positionals;
  const { sync } = await localSync(values, environment, output);
  const { markdown, json } = await sync.evidence(push);
  // The report was asked for by its name, also with --quiet.
  markdown
    .trimEnd()
    .split('\n')
    .forEach((line) => output.found(line));
  return { code: exitCode.ok, document: JSON.parse(json) as object };
}
