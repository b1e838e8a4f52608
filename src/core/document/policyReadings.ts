import type { PolicyKind } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { readPolicySteps } from './reading/readPolicy.ts';
import { rereadPolicy } from './reading/rereadPolicy.ts';
import { textChange } from './text.ts';

/** The cache keeps this number of last read files. */
const MAX_READINGS = 64;

/** The cache keeps the last reading of each file. A changed file is read again only in the rules that differ. */
export class PolicyReadings {
  readonly #kept = new Map<string, Promise<PolicyDocument>>();

  /** The reading runs in slices. `key` names the file; the returned document never changes. */
  read(key: string, text: string, spelling: Spelling, kind: PolicyKind | undefined): Promise<PolicyDocument> {
    const reading = this.#read(this.#kept.get(key), text, spelling, kind);
    this.#kept.delete(key);
    this.#kept.set(key, reading);
    if (this.#kept.size > MAX_READINGS) {
      const [oldest = key] = this.#kept.keys();
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
      return inSlices(readPolicySteps(text, spelling, kind));
    }
    return known.text === text ? known : rereadPolicy(known, [textChange(known.text, text)]);
  }
}
