import path from 'node:path';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { PolicyReadings } from '../document/policyReadings.ts';
import { textAfter, type TextUpdate } from '../document/updatedText.ts';
import type { PolicyKind } from '../policy/families.ts';
import { fileName, fileNames, spellingOf, type Spelling, severalFilesError } from '../policy/policyFile.ts';
import { FreshFlight } from '../util/concurrency.ts';
import { ExpectedError } from '../util/errors.ts';
import type { WorkingCopies } from './ports.ts';
import { readUtf8IfThere, writeDurably } from './store/durableFile.ts';
import { insideWorkspace } from './store/insideWorkspace.ts';

interface PolicyText {
  readonly file: string;
  readonly text: string;
  readonly spelling: Spelling;
}

/** The policy files of one console on disk, for the command line and tests, without an editor. */
export class DiskWorkingCopies implements WorkingCopies {
  readonly #folder: string;
  readonly #root: string;
  readonly #readings = new PolicyReadings();
  readonly #folders = new FreshFlight<void>();

  /** `folder` is the console's policy folder; nothing is written outside `root`. */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** Throws ExpectedError `several-files`, and `not-utf-8` because a damaged text must not be sent. */
  async read(kind: PolicyKind): Promise<PolicyDocument | undefined> {
    const copy = await this.#find(kind);
    return copy && this.#readings.read(copy.file, copy.text, copy.spelling, kind);
  }

  /** Throws the errors of `read`. */
  async text(kind: PolicyKind): Promise<string | undefined> {
    return (await this.#find(kind))?.text;
  }

  async #find(kind: PolicyKind): Promise<PolicyText | undefined> {
    const files: PolicyText[] = [];
    for (const name of fileNames(kind.target)) {
      const file = path.join(this.#folder, kind.family, name);
      // A file outside the workspace must not be read or sent.
      const text = await readUtf8IfThere(insideWorkspace(this.#root, file));
      if (text !== undefined) {
        files.push({ file, text, spelling: spellingOf(name) ?? 'yaml' });
      }
    }
    if (files.length > 1) {
      throw severalFilesError(
        kind.name,
        files.map(({ file }) => path.basename(file)),
      );
    }
    return files[0];
  }

  async write(
    kind: PolicyKind,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void> {
    const existing = await this.#find(kind);
    const refusal = (): ExpectedError =>
      new ExpectedError('file-changed', `${existing?.file ?? kind.name} changed.`, {
        advice: 'Nothing was written. Try again.',
      });
    if (existing?.text !== expected) {
      throw refusal();
    }
    const place =
      existing && existing.spelling === spelling
        ? existing.file
        : path.join(this.#folder, kind.family, fileName(kind.target, spelling));
    const still = async (): Promise<boolean> => (await this.text(kind)) === expected;
    if (
      !(await writeDurably(this.#root, place, textAfter(expected ?? '', update), {
        still,
        folders: this.#folders,
      }))
    ) {
      throw refusal();
    }
  }
}
