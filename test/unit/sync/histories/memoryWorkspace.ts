import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { textAfter, type TextUpdate } from '../../../../src/core/document/updatedText.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import type { WorkingCopies } from '../../../../src/core/sync/ports.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';

/** Working copies without a disk. */
export class MemoryCopies implements WorkingCopies {
  readonly #files = new Map<string, PolicyDocument>();

  read({ name }: PolicyKind): Promise<PolicyDocument | undefined> {
    return Promise.resolve(this.#files.get(name));
  }

  write(
    kind: PolicyKind,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void> {
    if (this.#files.get(kind.name)?.text !== expected) {
      return Promise.reject(new ExpectedError('file-changed', 'changed'));
    }
    const text = textAfter(expected ?? '', update);
    this.#files.set(kind.name, readPolicyText(text, spelling, kind));
    return Promise.resolve();
  }

  text({ name }: PolicyKind): Promise<string | undefined> {
    return Promise.resolve(this.#files.get(name)?.text);
  }

  textOf(kind: PolicyKind): string {
    return this.#files.get(kind.name)?.text ?? '';
  }
}
