import path from 'node:path';
import { parseConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { placeInNode } from '../../core/assist/findings/placedFinding.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import {
  consoleFileName,
  type ConsoleFile,
  type ConsoleFileProblem,
} from '../../core/consoleFile/consoleFile.ts';
import { LineIndex } from '../../core/document/text.ts';
import { readWholeFile } from '../../core/document/reading/readPolicy.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { consoleFileText, namesOnDisk } from '../../core/sync/store/consoleFileText.ts';
import { diskFailure, ExpectedError } from '../../core/util/errors.ts';
import type { Environment } from '../command.ts';

export interface Place {
  /** The folder of `ordinance.yaml`; the current folder by default. */
  readonly root?: string;
  /** The name of the console; required when there are several. */
  readonly console?: string;
}

/** A console of `ordinance.yaml`, with the place of its files. */
export interface ConsolePlace {
  readonly root: string;
  readonly entry: ConsoleEntry;
  readonly all: readonly ConsoleEntry[];
  readonly policyFolder: string;
  /** The format of new files. */
  readonly format: Spelling;
}

/** The named console, else the only one. Throws ExpectedError. */
export async function consolePlace(place: Place, environment: Environment): Promise<ConsolePlace> {
  const places = await consolePlaces(place, environment);
  const [first] = places;
  if (!first || places.length > 1) {
    throw first
      ? new ExpectedError('no-console', 'There are several consoles.', {
          advice: `Name one with --console: ${namesOf(places.map(({ entry }) => entry))}.`,
        })
      : new ExpectedError('no-console', `${consoleFileName} names no console.`, {
          advice: `Add a console to ${consoleFileName}.`,
        });
  }
  return first;
}

/** The named console, else all consoles. Throws ExpectedError. */
export async function consolePlaces(place: Place, { folder }: Environment): Promise<readonly ConsolePlace[]> {
  const root = path.resolve(folder, place.root ?? '.');
  const { consoles: all, format } = await consoleFileIn(root, place.console);
  const entries = all.filter(({ name }) => place.console === undefined || name === place.console);
  if (place.console !== undefined && entries.length === 0) {
    throw new ExpectedError('no-console', `There is no console ${place.console}.`, {
      advice: `Name one with --console: ${namesOf(all) || 'ordinance.yaml names none'}.`,
    });
  }
  return Promise.all(
    entries.map(async (entry) => {
      // The editor uses the same path, so a lock of one of the two programs also works for the other.
      const names = await namesOnDisk(root, entry.folder.split('/'));
      return { root, entry, all, format, policyFolder: path.join(root, ...names) };
    }),
  );
}

function namesOf(entries: readonly ConsoleEntry[]): string {
  return entries.map(({ name }) => name).join(', ');
}

async function consoleFileIn(root: string, name: string | undefined): Promise<ConsoleFile> {
  const file = path.join(root, consoleFileName);
  const text = await consoleFileText(root).catch((error: unknown) => {
    throw diskFailure(error, file, 'read');
  });
  if (text === undefined) {
    throw new ExpectedError('no-console-file', `There is no ${file}.`, {
      advice: 'Run this in the folder of ordinance.yaml, or name it with --root.',
    });
  }
  const content = parseConsoleFile(text);
  // A mistake in one console does not affect a command about another one.
  const problem = content.problems.find(
    ({ path: [first, of] }) => first !== 'consoles' || of === undefined || name === undefined || of === name,
  );
  if (problem) {
    throw new ExpectedError(
      'console-file',
      [
        `${file}${lineOf(text, problem)}`,
        ...(problem.path.length > 0 ? [problem.path.join('.')] : []),
        problem.message,
      ].join(': '),
    );
  }
  return content;
}

function lineOf(text: string, { path: to }: ConsoleFileProblem): string {
  const { root } = readWholeFile(text, 'yaml', '`ordinance.yaml`');
  return root && to.length > 0
    ? `:${new LineIndex(text).position(placeInNode(root, to, 'value').start).line + 1}`
    : '';
}
