import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { setMember } from '../../core/document/ruleEdits.ts';
import { applyEdits } from '../../core/document/text.ts';
import { isJsonObject, type JsonObject } from '../../core/json/json.ts';
import type { NewConsole } from '../connection/consoleConnections.ts';
import { ExpectedError } from '../../core/util/errors.ts';

const heading = `# The consoles of this folder. Access keys are never written here: they are asked for at sign-in.\n`;

/**
 * The text of an `ordinance.yaml` with one more console. The edit is verified as those of policy files are: other consoles keep
 * their text and what they say, and every comment stays. Throws ExpectedError where that cannot be.
 */
export function withConsole(text: string | undefined, console: NewConsole): string {
  const given = text ?? '';
  // Nothing but comments and space, perhaps a mark or the start of a document.
  if (/^\ufeff?(?:---)?(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:#.*)?$/.test(given)) {
    const lineBreak = given.includes('\r\n') ? '\r\n' : '\n';
    const lines = given === '' || given.endsWith('\n') ? given : given + lineBreak;
    const above = lines.includes('#') ? lines : lines + heading.replace('\n', lineBreak);
    return withConsole(`${above}consoles:${lineBreak}`, console);
  }
  const document = readable(given);
  return applyEdits(given, setMember(document, undefined, ['consoles', console.name], membersOf(console)));
}

/** The text with another API version of one console. The edit is verified, too. */
export function withApiVersion(text: string, name: string, apiVersion: string): string {
  const document = readable(text);
  const consoles = document.value()?.get('consoles');
  const entry = isJsonObject(consoles) ? consoles.get(name) : undefined;
  if (!isJsonObject(entry)) {
    throw new ExpectedError('broken-console-file', `ordinance.yaml does not name ${name}.`);
  }
  // Quoted, because a plain 34.10 would be the number 34.1.
  return applyEdits(text, setMember(document, undefined, ['consoles', name, 'apiVersion'], apiVersion));
}

function readable(text: string): PolicyDocument {
  const document = PolicyDocument.read(text, 'yaml');
  const value = document.value();
  const consoles = value?.get('consoles') ?? null;
  if (!value || (consoles !== null && !isJsonObject(consoles))) {
    throw new ExpectedError('broken-console-file', 'ordinance.yaml is not readable.', {
      advice: 'Resolve the errors shown in the file first.',
    });
  }
  return document;
}

function membersOf({ url, loginUrl, auth, project }: NewConsole): JsonObject {
  return new Map([
    ['url', url],
    ...(loginUrl === undefined || loginUrl === url ? [] : ([['loginUrl', loginUrl]] as const)),
    ...(project === undefined ? [] : ([['project', project]] as const)),
    ...(auth === undefined || auth === 'basic' ? [] : ([['auth', auth]] as const)),
  ]);
}
