import path from 'node:path';
import type { AccessKeyProvider } from '../../core/console/authenticator.ts';
import { originsOf, type ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Environment } from '../command.ts';
import { isUtf8 } from 'node:buffer';
import { machineKeyVariable } from '../../core/sync/store/seal.ts';
import { readRegularFile } from '../../core/sync/store/regularFile.ts';
import { bareSecret, hasInvisibleCharacters } from '../../core/util/bareSecret.ts';

/** `ORDINANCE_PROD_EU` for the console `prod-eu`. */
export function variablePrefix(console: string): string {
  return `ORDINANCE_${console.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/**
 * The access key of one console, from variables or from files that they name. `…_ORIGINS` lists the origins
 * that may receive it, because `ordinance.yaml` comes with the repository: a changed address there must not
 * get the key. Throws ExpectedError `no-credentials` and `other-origin`.
 */
export async function accessKeys(
  entry: ConsoleEntry,
  all: readonly ConsoleEntry[],
  environment: Environment,
): Promise<AccessKeyProvider> {
  const prefix = variablePrefix(entry.name);
  const clash = all.find(({ name }) => name !== entry.name && variablePrefix(name) === prefix);
  if (clash) {
    throw new ExpectedError(
      'ambiguous-console',
      `${entry.name} and ${clash.name} would use the same variables, ${prefix}_….`,
      { advice: 'Rename one of them.' },
    );
  }
  const names = { id: `${prefix}_ACCESS_KEY_ID`, secret: `${prefix}_ACCESS_KEY_SECRET` };
  const id = await secretOf(names.id, environment);
  const secret = await secretOf(names.secret, environment);
  if (!id || !secret) {
    throw new ExpectedError('no-credentials', `There is no access key for ${entry.name}.`, {
      advice: `Set ${names.id} and ${names.secret}, or name files that hold them in ${names.id}_FILE and ${names.secret}_FILE.`,
    });
  }
  const allowed = new Set(
    (environment.variables[`${prefix}_ORIGINS`] ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((address) => URL.parse(address)?.origin ?? address),
  );
  const other = originsOf(entry).find((origin) => !allowed.has(origin));
  if (other !== undefined) {
    throw new ExpectedError('other-origin', `The access key of ${entry.name} is not allowed for ${other}.`, {
      advice: `List every allowed origin in ${prefix}_ORIGINS, separated by spaces.`,
    });
  }
  checkPaths(entry, prefix, environment);
  return { accessKey: (origin) => Promise.resolve(allowed.has(origin) ? { id, secret } : undefined) };
}

/**
 * `paths` also comes with the repository. A path outside of `/policies/` could save any object of the console
 * in a file. `…_PATHS` allows single paths, separated by spaces. Throws ExpectedError `other-path`.
 */
function checkPaths({ name, paths = {} }: ConsoleEntry, prefix: string, { variables }: Environment): void {
  const variable = `${prefix}_PATHS`;
  const allowed = new Set((variables[variable] ?? '').split(/[\s,]+/));
  const other = Object.values(paths).find((path) => !path.startsWith('/policies/') && !allowed.has(path));
  if (other !== undefined) {
    throw new ExpectedError(
      'other-path',
      `The access key of ${name} may not read ${other}: ordinance.yaml names this path, and it is not below /policies/.`,
      { advice: `If the path is right, name it in ${variable}, separated by spaces.` },
    );
  }
}

/**
 * `…_AUTHORITY` names the certificate authority to trust. `caFile` also comes with the repository, and the
 * owner of another authority could read all requests. Throws ExpectedError `other-authority`.
 */
export function checkAuthority(
  { name, caFile }: ConsoleEntry,
  authority: string | undefined,
  { variables }: Environment,
): void {
  const variable = `${variablePrefix(name)}_AUTHORITY`;
  const allowed = variables[variable]
    ?.trim()
    .replace(/^sha-?256( fingerprint)?[:=]/i, '')
    .replaceAll(/[:\s]/g, '')
    .toLowerCase();
  if ((allowed || undefined) === authority) {
    return;
  }
  throw authority === undefined
    ? new ExpectedError(
        'other-authority',
        `${variable} names a certificate authority, but ${name} has none of its own in ordinance.yaml.`,
        { advice: `Restore its caFile, or remove ${variable}.` },
      )
    : new ExpectedError(
        'other-authority',
        `The certificates of ${caFile} would be trusted with the access key of ${name}, and ${variable} does not name them.`,
        { advice: `If they are right, set ${variable} to ${authority}.` },
      );
}

const MAX_BYTES = 64 * 1024;

/**
 * Reads a secret from a variable, or from the file that `…_FILE` names, without white space around it.
 * Undefined when both are empty. Throws ExpectedError `secret` and `secret-file`.
 */
async function secretOf(
  name: string,
  { variables, folder }: Pick<Environment, 'variables' | 'folder'>,
): Promise<string | undefined> {
  const value = bareSecret(variables[name] ?? '');
  const file = variables[`${name}_FILE`]?.trim();
  if (hasInvisibleCharacters(value)) {
    throw new ExpectedError(
      'secret',
      `The value of ${name} contains a line break or another invisible character.`,
      { advice: 'Set it to the secret only.' },
    );
  }
  if (!file) {
    return value || undefined;
  }
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('secret-file', `The file in ${name}_FILE ${why}.`, {
      advice: `Name a file that contains only the secret, or set ${name}.`,
    });
  if (value) {
    throw refuse(`and ${name} are both set`);
  }
  let bytes: Buffer | undefined;
  try {
    bytes = await readRegularFile(path.resolve(folder, file), MAX_BYTES);
  } catch (error) {
    // The message of the system repeats the variable, which may contain the secret itself by mistake.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw refuse(/^E[A-Z0-9]+$/.test(code) ? `cannot be read (${code})` : 'cannot be read');
  }
  const text = bytes && isUtf8(bytes) ? bareSecret(bytes.toString()) : undefined;
  if (!text || hasInvisibleCharacters(text)) {
    throw refuse(bytes ? 'is not one line of text' : 'does not exist');
  }
  return text;
}

/** Returns the variables, with the machine key from its file if there is one. Throws ExpectedError. */
export async function withMachineKey(environment: Environment): Promise<Environment['variables']> {
  return {
    ...environment.variables,
    [machineKeyVariable]: await secretOf(machineKeyVariable, environment),
  };
}
