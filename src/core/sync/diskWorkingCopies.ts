import path from 'node:path';
import { PolicyReadings } from '../document/policyReadings.ts';
import { textAfter, type TextUpdate } from '../document/updatedText.ts';
import { policyKind } from '../policy/families.ts';
import { fileName, fileNames, spellingOf, type PolicyRef, type Spelling } from '../policy/policyFile.ts';
import { severalFiles } from '../policy/severalFiles.ts';
import { ExpectedError } from '../util/errors.ts';
import type { WorkingCopies, WorkingCopy } from './ports.ts';
import { readUtf8IfThere, writeDurably } from './store/durableFile.ts';
import { fileSays } from './store/fileSays.ts';
import { insideWorkspace, isLink } from './store/insideWorkspace.ts';

/** The policy files of one console on disk, for the command line and tests; no editor is asked. */
export class DiskWorkingCopies implements WorkingCopies {
  readonly #folder: string;
  readonly #root: string;
  readonly #readings = new PolicyReadings();

  /** `folder` is the console's policy folder; nothing is written outside `root`. */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** Throws ExpectedError `several-files`, and `not-utf-8`: what cannot be read is not sent in part. */
  async read(ref: PolicyRef): Promise<WorkingCopy | undefined> {
    const kind = policyKind(ref.policy);
    if (!kind) {
      return undefined;
    }
    const found: { file: string; text: string; spelling: Spelling }[] = [];
    const folder = path.join(this.#folder, kind.family);
    // What lies elsewhere is not this workspace's to read or to send.
    await insideWorkspace(this.#root, folder);
    for (const name of fileNames(kind.target)) {
      const file = path.join(folder, name);
      const link = await isLink(file);
      if (link) {
        await insideWorkspace(this.#root, file);
      }
      const text = link === undefined ? undefined : await this.#textOf(file);
      if (text !== undefined) {
        found.push({ file, text, spelling: spellingOf(name) ?? 'yaml' });
      }
    }
    if (found.length > 1) {
      throw severalFiles(
        ref.policy,
        found.map(({ file }) => path.basename(file)),
      );
    }
    const [only] = found;
    if (!only) {
      return undefined;
    }
    const { file, text, spelling } = only;
    const document = await this.#readings.read(file, text, spelling, kind);
    return { ref, spelling, text, document, path: file, unsaved: false };
  }

  /** Mostly it is what it was when it was read last. */
  async #textOf(file: string): Promise<string | undefined> {
    const known = (await this.#readings.known(file))?.text;
    return known !== undefined && (await fileSays(file, known)) ? known : readUtf8IfThere(file);
  }

  async write(
    ref: PolicyRef,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void> {
    const existing = await this.read(ref);
    const refusal = new ExpectedError(
      'file-changed',
      `${existing?.path ?? ref.policy} was changed meanwhile.`,
      {
        advice: 'Nothing was written. Try again.',
      },
    );
    if (existing?.text !== expected) {
      throw refusal;
    }
    const kind = policyKind(ref.policy);
    const place =
      existing && existing.spelling === spelling
        ? existing.path
        : path.join(this.#folder, kind?.family ?? '', fileName(kind?.target ?? '', spelling));
    const still = async (): Promise<boolean> => (await this.read(ref))?.text === expected;
    if (!(await writeDurably(this.#root, place, textAfter(expected ?? '', update), { still }))) {
      throw refusal;
    }
  }
}
