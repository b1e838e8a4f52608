import type { PolicyShape } from '../../policy/families.ts';
import appEmbedded from '../../../../schemas/runtime-app-embedded.schema.json' with { type: 'json' };
import baseImages from '../../../../schemas/base-images.schema.json' with { type: 'json' };
import cnns from '../../../../schemas/cnns.schema.json' with { type: 'json' };
import common from '../../../../schemas/common.schema.json' with { type: 'json' };
import compliance from '../../../../schemas/compliance.schema.json' with { type: 'json' };
import consoleFile from '../../../../schemas/console.schema.json' with { type: 'json' };
import container from '../../../../schemas/runtime-container.schema.json' with { type: 'json' };
import host from '../../../../schemas/runtime-host.schema.json' with { type: 'json' };
import networkLists from '../../../../schemas/network-lists.schema.json' with { type: 'json' };
import serverless from '../../../../schemas/runtime-serverless.schema.json' with { type: 'json' };
import vulnerability from '../../../../schemas/vulnerability.schema.json' with { type: 'json' };
import waas from '../../../../schemas/waas.schema.json' with { type: 'json' };

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
export type SchemaName = PolicyShape | ListShape | 'console' | 'common';

/** The schemas by the name of their file without `.schema.json`. */
export const jsonSchemas: Readonly<Record<SchemaName, JsonSchema>> = {
  vulnerability,
  compliance,
  'runtime-container': container,
  'runtime-host': host,
  'runtime-serverless': serverless,
  'runtime-app-embedded': appEmbedded,
  waas,
  cnns,
  'base-images': baseImages,
  'network-lists': networkLists,
  console: consoleFile,
  common,
};
