import type { Done } from '../../src/sandbox/favor.ts';

/** Describes an edit on the console in one line, with the edited rule first. */
export function colleagueWords({ deed, policy, rule, detail }: Done): string {
  const words: Readonly<Record<Done['deed'], string>> = {
    add: `added "${detail}", made like "${rule}"`,
    move: `moved "${rule}": ${detail}`,
    edit: `edited ${detail} of "${rule}"`,
    delete: `deleted "${rule}", which was rule ${detail}`,
  };
  return `${policy}: ${words[deed]}`;
}
