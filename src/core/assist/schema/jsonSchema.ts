import { schemaTexts } from '../../../generated/schemas.ts';
import type { PolicyShape } from '../../policy/families.ts';

/** The part of JSON Schema (draft-07) that the files in `schemas/` use, and their own annotations. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  /** One text for each value of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** Only dates have one. */
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** The console writes it; a person does not. */
  readonly readOnly?: boolean;
  /** Policies of this family do not use it, though consoles send it: it is known, and not offered. */
  readonly unused?: boolean;
  /** Why the member is not written any more. */
  readonly deprecationMessage?: string;
  /** The values of a shared enum that this one member takes. */
  readonly acceptedValues?: readonly string[];
  /** What a number or text, or each in a list, stands for beyond its type: port, address, pattern or cve. */
  readonly meaning?: string;
  /** The member of the same object that is true where it has this meaning. */
  readonly meaningIf?: string;
  /** The member of the same object that this one is the upper end of. */
  readonly notBelow?: string;
  /** Usual values of a member that takes any. */
  readonly suggestions?: readonly { readonly value: string | number; readonly title: string }[];
}

/** Lists that are not ordered policies. */
export type ListShape = 'base-images' | 'network-lists';
export type SchemaName = PolicyShape | ListShape | 'console' | 'policy-test' | 'common';

const texts: Readonly<Record<SchemaName, string>> = schemaTexts;
const schemas = new Map<SchemaName, JsonSchema>();

/** The schema in the file of this name, parsed when it is first asked for, because starting asks for none. */
export function jsonSchema(name: SchemaName): JsonSchema {
  const known = schemas.get(name);
  if (known) {
    return known;
  }
  const schema = JSON.parse(texts[name]) as JsonSchema;
  schemas.set(name, schema);
  return schema;
}
