import path from 'node:path';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { PolicyReadings } from '../document/policyReadings.ts';
import { textAfter, type TextUpdate } from '../document/updatedText.ts';
import { policyKind } from '../policy/families.ts';
import { fileName, fileNames, spellingOf, type PolicyRef, type Spelling } from '../policy/policyFile.ts';
import { severalFilesError } from '../policy/severalFilesError.ts';
import { FreshFlight } from '../util/concurrency.ts';
import { ExpectedError } from '../util/errors.ts';
import type { WorkingCopies } from './ports.ts';
import { readUtf8IfThere, writeDurably } from './store/durableFile.ts';
import { checkInside, isLink } from './store/insideWorkspace.ts';

interface Found {
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
  async read(ref: PolicyRef): Promise<PolicyDocument | undefined> {
    const found = await this.#find(ref);
    return found && this.#readings.read(found.file, found.text, found.spelling, policyKind(ref.policy));
  }

  /** Throws the errors of `read`. */
  async text(ref: PolicyRef): Promise<string | undefined> {
    return (await this.#find(ref))?.text;
  }

  async #find(ref: PolicyRef): Promise<Found | undefined> {
    const kind = policyKind(ref.policy);
    if (!kind) {
      return undefined;
    }
    const found: Found[] = [];
    const folder = path.join(this.#folder, kind.family);
    // A file outside the workspace must not be read or sent.
    await checkInside(this.#root, folder);
    for (const name of fileNames(kind.target)) {
      const file = path.join(folder, name);
      const link = isLink(file);
      if (link) {
        await checkInside(this.#root, file);
      }
      const text = link === undefined ? undefined : await readUtf8IfThere(file);
      if (text !== undefined) {
        found.push({ file, text, spelling: spellingOf(name) ?? 'yaml' });
      }
    }
    if (found.length > 1) {
      throw severalFilesError(
        ref.policy,
        found.map(({ file }) => path.basename(file)),
      );
    }
    return found[0];
  }

  async write(
    ref: PolicyRef,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void> {
    const existing = await this.#find(ref);
    const refusal = (): ExpectedError =>
      new ExpectedError('file-changed', `${existing?.file ?? ref.policy} changed.`, {
        advice: 'Nothing was written. Try again.',
      });
    if (existing?.text !== expected) {
      throw refusal();
    }
    const kind = policyKind(ref.policy);
    const place =
      existing && existing.spelling === spelling
        ? existing.file
        : path.join(this.#folder, kind?.family ?? '', fileName(kind?.target ?? '', spelling));
    const still = async (): Promise<boolean> => (await this.text(ref)) === expected;
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
