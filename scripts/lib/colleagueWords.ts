import type { Done } from '../../src/sandbox/favor.ts';

/** What was done on the console, in a line: first the rule that is another one now. */
export function colleagueWords({ deed, policy, rule, detail }: Done): string {
  const words: Readonly<Record<Done['deed'], string>> = {
    add: `added "${detail}", made like "${rule}"`,
    move: `moved "${rule}": ${detail}`,
    edit: `edited ${detail} of "${rule}"`,
    delete: `deleted "${rule}", which was rule ${detail}`,
  };
  return `${policy}: ${words[deed]}`;
}
