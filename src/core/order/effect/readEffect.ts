import type { JsonObject } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { effectOfText } from './effectText.ts';
import { comparedOf, uncompared } from './uncompared.ts';

/** An action to compare with others: of a rule, or where no rule applies. Each part is read once from its text. */
export class ReadEffect {
  readonly text: string;
  readonly #kind: PolicyKind;
  readonly #read: () => JsonObject;
  #value: JsonObject | undefined;
  #rest: string | undefined;

  /** `read`: what the text says, where there is a cheaper way to it. */
  constructor(kind: PolicyKind, text: string, read = () => effectOfText(text)) {
    this.#kind = kind;
    this.text = text;
    this.#read = read;
  }

  get value(): JsonObject {
    return (this.#value ??= this.#read());
  }

  /** The text of what no comparison looks at. */
  get rest(): string {
    if (this.#rest === undefined) {
      const rest = uncompared(this.value, comparedOf(this.#kind));
      this.#rest = rest.size === 0 ? '{}' : canonicalText(rest, undefined);
    }
    return this.#rest;
  }
}
