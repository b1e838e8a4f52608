import { fields, type Box, type FieldValues } from '../scope.ts';

/** Fields of a connection: those of the source, of the destination, and three of its own. */
export const connectionFields = {
  source: 0,
  destination: fields.length,
  address: 2 * fields.length,
  domain: 2 * fields.length + 1,
  port: 2 * fields.length + 2,
} as const;

const count = connectionFields.port + 1;

export interface ConnectionParts {
  readonly source?: Box;
  readonly destination?: Box;
  readonly address?: FieldValues;
  readonly domain?: FieldValues;
  readonly port?: FieldValues;
}

export function connectionBox({ source, destination, address, domain, port }: ConnectionParts): Box {
  const box = Array.from<FieldValues>({ length: count });
  for (const field of fields.keys()) {
    box[connectionFields.source + field] = source?.[field];
    box[connectionFields.destination + field] = destination?.[field];
  }
  box[connectionFields.address] = address;
  box[connectionFields.domain] = domain;
  box[connectionFields.port] = port;
  return box;
}
