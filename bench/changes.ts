import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../src/core/json/json.ts';

type Rules = readonly JsonValue[];

export function withRules(document: JsonObject, change: (rules: Rules) => JsonValue[]): JsonObject {
  return new Map([...document, ['rules', change(arrayAt(document, 'rules'))]]);
}

/** Every `every`-th rule, beginning with `from`, gets a note. */
export function noted(every: number, from: number, note: string): (rules: Rules) => JsonValue[] {
  return (rules) =>
    rules.map((rule, at) =>
      at % every === from && isJsonObject(rule) ? new Map([...rule, [note, note]]) : rule,
    );
}

const move = (rules: Rules): JsonValue[] => [...rules.slice(-1), ...rules.slice(0, -1)];

/** What is done to 10 000 rules. */
export const changes = {
  move,
  mixed: (rules: Rules): JsonValue[] =>
    move(noted(100, 7, 'x-note')(rules)).filter((_, at) => at % 500 !== 3),
  reverse: (rules: Rules): JsonValue[] => rules.toReversed(),
};
export type Change = keyof typeof changes;
