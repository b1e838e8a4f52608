import { isIP } from 'node:net';
import type { KnownConnection, KnownResource } from '../../core/order/rulesApplyingTo.ts';
import { typedResource } from '../../core/order/typedResource.ts';
import type { RuleArray } from '../../core/policy/families.ts';
import { isDomain } from '../../core/policyTest/readSubject.ts';
import type { Options, ValuesOf } from '../command.ts';
import { UsageError } from '../output.ts';

const resource = 'such as "image=registry.example/api namespace=dev"';

/** The options that describe a connection, which network rules match. */
export const connectionOptions = {
  from: { argument: 'RESOURCE', description: `the source of a connection, a container: ${resource}` },
  'from-host': { argument: 'RESOURCE', description: 'the source, a host: such as "host=web-1"' },
  to: { argument: 'RESOURCE', description: 'the destination, a container' },
  'to-host': { argument: 'RESOURCE', description: 'the destination, a host' },
  'to-address': { argument: 'ADDRESS', description: 'the destination, an address such as 10.0.0.7' },
  'to-domain': { argument: 'NAME', description: 'the destination, a domain' },
  port: { argument: 'NUMBER', description: 'the port of the destination' },
} as const satisfies Options;

export interface ConnectionQuestion {
  /** The list of the policy with the rules for it. */
  readonly array: RuleArray['key'];
  readonly connection: KnownConnection;
}

/** The connection that the options describe; undefined without any of them. Throws UsageError. */
export function readConnection(values: ValuesOf<typeof connectionOptions>): ConnectionQuestion | undefined {
  const names = Object.keys(connectionOptions) as readonly (keyof typeof connectionOptions)[];
  if (names.every((name) => values[name] === undefined)) {
    return undefined;
  }
  const source = onlyValue(values, ['from', 'from-host']);
  const target = onlyValue(values, ['to', 'to-host', 'to-address', 'to-domain']);
  const isHost = source.name === 'from-host';
  if (isHost ? ['to', 'to-domain'].includes(target.name) : target.name === 'to-host') {
    throw new UsageError(
      `rules of the network join containers to containers, addresses and domains, hosts to hosts and addresses: not --${source.name} and --${target.name}`,
    );
  }
  return {
    array: isHost ? 'hostRules' : 'containerRules',
    connection: {
      source: resourceOf(source),
      to: destinationIn(target) ?? { type: isHost ? 'host' : 'container', resource: resourceOf(target) },
      ...(values.port !== undefined && { port: portOf(values.port) }),
    },
  };
}

interface NamedValue {
  readonly name: keyof typeof connectionOptions;
  readonly value: string;
}

function onlyValue(
  values: ValuesOf<typeof connectionOptions>,
  names: readonly (keyof typeof connectionOptions)[],
): NamedValue {
  const [first, second] = names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (!first || second) {
    throw new UsageError(`a connection needs one of ${names.map((name) => `--${name}`).join(', ')}`);
  }
  return first;
}

/**
 * Refuses an invalid address or domain. It would match nothing, and the result would be a false "no rule
 * applies".
 */
function destinationIn({ name, value }: NamedValue): KnownConnection['to'] | undefined {
  if (name === 'to-address') {
    if (isIP(value) === 0) {
      throw new UsageError('--to-address is an address, such as 10.0.0.1 or 2001:db8::1');
    }
    return { type: 'subnet', address: value };
  }
  if (name === 'to-domain') {
    if (!isDomain(value)) {
      throw new UsageError('--to-domain is a plain name, such as db.example');
    }
    return { type: 'dns', domain: value };
  }
  return undefined;
}

/** An empty text is an unknown resource. */
function resourceOf({ name, value }: NamedValue): KnownResource {
  if (value.trim() === '') {
    return {};
  }
  const { resource: typed, problem } = typedResource(value);
  if (!typed) {
    throw new UsageError(`--${name} is no resource: ${problem.word} (${problem.code.replaceAll('-', ' ')})`);
  }
  return typed;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new UsageError('--port is a number from 0 to 65535');
  }
  return port;
}
