import { Document, isMap, parseDocument, Scalar } from 'yaml';
import type { ConsoleEntry } from '../model/consoleFile.ts';
import { ExpectedError } from '../util/errors.ts';

/** What of a console is written; members that equal their default are left out. */
export type NewConsole = Pick<ConsoleEntry, 'name' | 'url'> &
  Partial<Pick<ConsoleEntry, 'loginUrl' | 'auth' | 'project'>>;

const heading = ` The consoles of this folder. Access keys are never written here: they are asked for at sign-in.`;

/** The text of an `ordinance.yaml` with one more console; comments and formatting of the rest stay. */
export function withConsole(text: string | undefined, console: NewConsole): string {
  const document = parseDocument(text ?? '');
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new ExpectedError('broken-console-file', 'ordinance.yaml is not readable.', {
      advice: 'Resolve the errors shown in the file first.',
    });
  }
  const target = document.contents === null ? new Document({}) : document;
  if (document.contents === null) {
    target.commentBefore = document.commentBefore ?? document.comment ?? heading;
  }
  const consoles = target.get('consoles');
  if (!isMap(consoles)) {
    target.set('consoles', target.createNode({}));
  }
  target.setIn(['consoles', console.name], target.createNode(membersOf(console)));
  const map = target.get('consoles');
  if (isMap(map)) {
    // An empty `{}` in the file would otherwise keep its one-line form.
    map.flow = false;
  }
  return target.toString({ lineWidth: 0 });
}

/** The same text with another API version of one console. */
export function withApiVersion(text: string, name: string, apiVersion: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.getIn(['consoles', name]))) {
    throw new ExpectedError('broken-console-file', `ordinance.yaml does not name ${name}.`);
  }
  const version = new Scalar(apiVersion);
  // A plain 34.10 would be the number 34.1.
  version.type = 'QUOTE_DOUBLE';
  document.setIn(['consoles', name, 'apiVersion'], version);
  return document.toString({ lineWidth: 0 });
}

function membersOf({ url, loginUrl, auth, project }: NewConsole): Record<string, string> {
  return {
    url,
    ...(loginUrl === undefined || loginUrl === url ? {} : { loginUrl }),
    ...(project === undefined ? {} : { project }),
    ...(auth === undefined || auth === 'basic' ? {} : { auth }),
  };
}
