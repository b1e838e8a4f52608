import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { machineKeyVariable } from '../../core/sync/machineKey.ts';
import { readRegularFile } from '../../core/sync/store/regularFile.ts';
import { bareSecret, hasInvisibleCharacters } from '../../core/util/bareSecret.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Environment } from '../command.ts';

const MAX_BYTES = 64 * 1024;

/**
 * Reads a secret from a variable, or from the file that `…_FILE` names, without white space around it.
 * Undefined when both are empty. Throws ExpectedError `secret` and `secret-file`.
 */
export async function secretOf(
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
