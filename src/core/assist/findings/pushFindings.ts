import type { Diagnostic } from '../../document/diagnostic.ts';
import { LineIndex } from '../../document/lineIndex.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { pause } from '../../util/pause.ts';
import { PolicyChecker } from './checkPolicy.ts';

/**
 * What a push has to know of a file, whatever the settings say and whatever is known of the console. A document, which must not
 * change any more, is checked once and in slices; of one that differs in few rules only those are looked at.
 */
export class PushFindings {
  readonly #checker = new PolicyChecker();
  readonly #found = new WeakMap<PolicyDocument, Promise<readonly Diagnostic[]>>();

  /** What it is refused for, one sentence each. */
  async errors(document: PolicyDocument): Promise<readonly string[]> {
    const errors = (await this.#of(document)).filter(({ severity }) => severity === 'error');
    return errors.map(({ message }) => message);
  }

  /** What its plan mentions, one line each: warnings whose code is not `silenced`. */
  async warnings(
    document: PolicyDocument,
    isSilenced: (code: string) => boolean = () => false,
  ): Promise<readonly string[]> {
    const found = (await this.#of(document)).filter(
      ({ severity, code }) => severity === 'warning' && !isSilenced(code),
    );
    const last = found.at(-1);
    if (!last) {
      return [];
    }
    const lines = new LineIndex(document.slice(0, last.range.start + 1));
    return found.map(({ message, range }) => `line ${lines.position(range.start).line + 1}: ${message}`);
  }

  #of(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    const found = this.#found.get(document) ?? this.#check(document);
    this.#found.set(document, found);
    return found;
  }

  async #check(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    await this.#checker.prepare(document, pause);
    return this.#checker.check(document);
  }
}
