import type { RuleFacts } from '../ruleView.ts';
import { nodeAtPath, type SyntaxNode } from '../syntaxNode.ts';
import { decodeString } from './decode.ts';
import { memberAt } from './fromTape.ts';
import { tapeKind, type Tape } from './tape.ts';

/** The facts of the rule at entry `index`, without making nodes, and the entry of its name; -1 where it has none. */
export function factsOfTape(
  tape: Tape,
  index: number,
  text: string,
): { readonly facts: RuleFacts; readonly nameAt: number } {
  let nameAt = -1;
  let name: string | undefined;
  let effect: string | undefined;
  let previousName: string | undefined;
  let disabled = false;
  let checks = 0;
  let collections: readonly string[] = none;
  if (tape.kind(index) === tapeKind.object) {
    for (let key = index + 1, end = tape.link(index); key < end; key = tape.after(key + 1)) {
      const value = key + 1;
      switch (keyAt(tape, key, text) ?? '') {
        case 'name':
          nameAt = value;
          name = stringAt(tape, value, text);
          break;
        case 'effect':
          effect = stringAt(tape, value, text);
          break;
        case 'previousName':
          previousName = stringAt(tape, value, text) || undefined;
          break;
        case 'disabled':
          disabled = tape.kind(value) === tapeKind.true;
          break;
        case 'collections':
          collections = namesAt(tape, value, text);
          break;
        case 'condition':
          checks = itemsAt(tape, memberAt(tape, value, 'vulnerabilities', text));
          break;
        default:
      }
    }
  }
  return { facts: { name, disabled, effect, collections, checks, previousName }, nameAt };
}

const none: readonly string[] = [];
/** Lengths of the keys above as they are written, with or without quotes. */
const lengths = new Set(
  ['name', 'effect', 'disabled', 'condition', 'collections', 'previousName'].map((key) => key.length),
);

function keyAt(tape: Tape, key: number, text: string): string | undefined {
  const kind = tape.kind(key);
  const length = tape.end(key) - tape.start(key) - (kind === tapeKind.plain ? 0 : 2);
  return kind === tapeKind.escaped || lengths.has(length) ? decodeString(tape, key, text) : undefined;
}

function stringAt(tape: Tape, index: number, text: string): string | undefined {
  const kind = tape.kind(index);
  return kind >= tapeKind.quoted && kind <= tapeKind.literal ? decodeString(tape, index, text) : undefined;
}

function itemsAt(tape: Tape, index: number): number {
  let count = 0;
  if (index >= 0 && tape.kind(index) === tapeKind.array) {
    for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at)) {
      count++;
    }
  }
  return count;
}

function namesAt(tape: Tape, index: number, text: string): readonly string[] {
  const names: string[] = [];
  if (tape.kind(index) === tapeKind.array) {
    for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at)) {
      const member = memberAt(tape, at, 'name', text);
      const name = member < 0 ? undefined : stringAt(tape, member, text);
      if (name !== undefined) {
        names.push(name);
      }
    }
  }
  return names.length === 0 ? none : names;
}

/** As `factsOfTape`, of a rule that was read into nodes. */
export function factsOfNode(node: SyntaxNode | undefined): RuleFacts {
  const text = (key: string): string | undefined => stringOf(nodeAtPath(node, [key]));
  const disabled = nodeAtPath(node, ['disabled']);
  const collections = nodeAtPath(node, ['collections']);
  const checks = nodeAtPath(node, ['condition', 'vulnerabilities']);
  const names =
    collections?.kind === 'array'
      ? collections.items
          .map((item) => stringOf(nodeAtPath(item, ['name'])))
          .filter((name) => name !== undefined)
      : none;
  return {
    name: text('name'),
    disabled: disabled?.kind === 'boolean' && disabled.value,
    effect: text('effect'),
    collections: names,
    checks: checks?.kind === 'array' ? checks.items.length : 0,
    previousName: text('previousName') || undefined,
  };
}

function stringOf(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}
