import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicyText } from '../../core/document/reading/readPolicy.ts';
import { setMember } from '../../core/document/ruleEdits.ts';
import { applyEdits } from '../../core/document/text.ts';
import { isJsonObject, type JsonObject } from '../../core/json/json.ts';
import type { NewConsole } from '../connection/consoleConnections.ts';
import { ExpectedError } from '../../core/util/errors.ts';

const heading = `# The consoles of this folder. Access keys are never written here: they are asked for at sign-in.\n`;

/**
 * Adds a console to the text of an `ordinance.yaml`. The edit is verified like an edit of a policy file: all
 * other consoles and comments stay. Throws ExpectedError when this is impossible.
 */
export function withConsole(text: string | undefined, console: NewConsole): string {
  const current = text ?? '';
  // The text has only comments and white space, perhaps after a byte order mark or `---`.
  if (/^\ufeff?(?:---)?(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:#.*)?$/.test(current)) {
    const lineBreak = current.includes('\r\n') ? '\r\n' : '\n';
    const lines = current === '' || current.endsWith('\n') ? current : current + lineBreak;
    const above = lines.includes('#') ? lines : lines + heading.replace('\n', lineBreak);
    return withConsole(`${above}consoles:${lineBreak}`, console);
  }
  const document = readable(current);
  return applyEdits(current, setMember(document, undefined, ['consoles', console.name], membersOf(console)));
}

/** Changes the API version of one console, with the same verification. */
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
  const document = readPolicyText(text, 'yaml');
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
