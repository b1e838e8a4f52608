import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { textAfter, type TextUpdate } from '../../../../src/core/document/updatedText.ts';
import { policyKind, type PolicyKind } from '../../../../src/core/policy/families.ts';
import type { PolicyRef, Spelling } from '../../../../src/core/policy/policyFile.ts';
import type { WorkingCopies } from '../../../../src/core/sync/ports.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';

/** Working copies without a disk. */
export class MemoryCopies implements WorkingCopies {
  readonly #files = new Map<string, PolicyDocument>();

  read(ref: PolicyRef): Promise<PolicyDocument | undefined> {
    return Promise.resolve(this.#files.get(ref.policy));
  }

  write(ref: PolicyRef, spelling: Spelling, update: TextUpdate, expected: string | undefined): Promise<void> {
    if (this.#files.get(ref.policy)?.text !== expected) {
      return Promise.reject(new ExpectedError('file-changed', 'changed'));
    }
    const text = textAfter(expected ?? '', update);
    this.#files.set(ref.policy, readPolicyText(text, spelling, policyKind(ref.policy)));
    return Promise.resolve();
  }

  text({ policy }: Pick<PolicyRef, 'policy'>): Promise<string | undefined> {
    return Promise.resolve(this.#files.get(policy)?.text);
  }

  textOf(kind: PolicyKind): string {
    return this.#files.get(kind.name)?.text ?? '';
  }
}
