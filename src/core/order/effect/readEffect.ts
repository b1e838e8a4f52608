import type { JsonObject, JsonValue } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { comparedOf } from './compared.ts';
import { effectOfText } from './effectText.ts';
import { uncompared } from './uncompared.ts';

/** What a rule does, or what happens where none decides, as it is compared with others: made of its text, each part once. */
export class ReadEffect {
  readonly text: string;
  readonly #kind: PolicyKind;
  #value: JsonObject | undefined;
  #rest: { readonly text: string; readonly isMisread: boolean } | undefined;

  constructor(kind: PolicyKind, text: string) {
    this.#kind = kind;
    this.text = text;
  }

  get value(): JsonObject {
    return (this.#value ??= effectOfText(this.text));
  }

  /** What no comparison looks at, and whether there are values of other kinds than are compared. */
  get rest(): { readonly text: string; readonly isMisread: boolean } {
    if (!this.#rest) {
      const misread: JsonValue[] = [];
      const rest = uncompared(this.value, comparedOf(this.#kind), misread);
      this.#rest = {
        text: rest.size === 0 ? '{}' : canonicalText(rest, undefined),
        isMisread: misread.length > 0,
      };
    }
    return this.#rest;
  }
}
