import { defineCommand } from '../command.ts';
import { exitCode } from '../output.ts';
import { placeOptions } from './arguments.ts';
import { openLocal } from './sides.ts';

/** Prints the report of one push, for a change ticket. Makes no request. */
export const evidence = defineCommand({
  name: 'evidence',
  summary: 'prints the report of one push, for a change ticket; needs no console',
  operands: '<PUSH>',
  details: 'PUSH is the id of a push, from "ordinance push" or "ordinance history".',
  options: {
    ...placeOptions,
    format: {
      argument: 'FORMAT',
      values: ['markdown', 'json'],
      description: 'the format (default: markdown)',
    },
  },
  examples: [
    ['ordinance evidence PUSH', 'the report of one push; "ordinance history" lists the pushes'],
    ['ordinance evidence --json PUSH', 'the same report as data'],
  ],
  async run(call) {
    const [push = ''] = call.positionals;
    const { sync } = await openLocal(call);
    const { markdown, json } = await sync.evidence(push);
    call.output.report(markdown.trimEnd());
    return { code: exitCode.ok, document: JSON.parse(json) as object };
  },
});
