import type { RemoteEdit } from '../../src/sandbox/remoteEdit.ts';

/** Describes an edit on the console in one line, with the edited rule first. */
export function describeColleagueEdit({ kind, policy, rule, detail }: RemoteEdit): string {
  const words: Readonly<Record<RemoteEdit['kind'], string>> = {
    add: `added "${detail}", made like "${rule}"`,
    move: `moved "${rule}": ${detail}`,
    edit: `edited ${detail} of "${rule}"`,
    delete: `deleted "${rule}", which was rule ${detail}`,
  };
  return `${policy}: ${words[kind]}`;
}
