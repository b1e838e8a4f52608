import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { PolicyDocument } from './policyDocument.ts';
import { textChange } from './textChange.ts';

/** Files that were read last are kept. */
const MAX_READINGS = 64;

/** Files as they were read last. What is not changed is not read again; of what is, only the rules that differ. */
export class PolicyReadings {
  readonly #kept = new Map<string, Promise<PolicyDocument>>();

  /** `key` names the file. In slices; what it answers is never changed. */
  read(key: string, text: string, spelling: Spelling, kind: PolicyKind | undefined): Promise<PolicyDocument> {
    const reading = this.#read(this.#kept.get(key), text, spelling, kind);
    this.#kept.delete(key);
    this.#kept.set(key, reading);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_READINGS) {
        break;
      }
      this.#kept.delete(oldest);
    }
    return reading;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  async #read(
    before: Promise<PolicyDocument> | undefined,
    text: string,
    spelling: Spelling,
    kind: PolicyKind | undefined,
  ): Promise<PolicyDocument> {
    const known = await before;
    if (known?.spelling !== spelling || known.kind !== kind) {
      return PolicyDocument.readInSlices(text, spelling, kind);
    }
    return known.text === text ? known : known.after([textChange(known.text, text)]);
  }
}
