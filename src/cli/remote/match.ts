import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { KnownResource, KnownConnection } from '../../core/order/rulesApplyingTo.ts';
import {
  decisionFor,
  decisionsIn,
  isRelevant,
  sides,
  type PolicyDecision,
} from '../../core/order/policyDecision.ts';
import { singular } from '../../core/order/example.ts';
import { namesOf } from '../../core/order/ruleFindings.ts';
import { OrderReader } from '../../core/order/orderReader.ts';
import { resourceFields, typedResource } from '../../core/order/typedResource.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { resourceLists, type KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind, RuleArray } from '../../core/policy/families.ts';
import { defineCommand, type Options, type ValuesOf } from '../command.ts';
import { exitCode, type Output, textTable, UsageError } from '../output.ts';
import { reportSkipped, selectPolicies } from './skippedPolicies.ts';
import { kindsNamed, placeOptions } from './arguments.ts';
import { reportFailures, type Failure } from './refusal.ts';
import { consolePlace, type ConsolePlace } from './consolePlace.ts';
import { openSide, type Side } from './sides.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { isIP } from 'node:net';
import { isDomain } from '../../core/order/network/connection.ts';

const resource = 'such as "image=registry.example/api namespace=dev"';

/** The options that describe a connection, which network rules match. */
const connectionOptions = {
  from: { argument: 'RESOURCE', description: `the source of a connection, a container: ${resource}` },
  'from-host': { argument: 'RESOURCE', description: 'the source, a host: such as "host=web-1"' },
  to: { argument: 'RESOURCE', description: 'the destination, a container' },
  'to-host': { argument: 'RESOURCE', description: 'the destination, a host' },
  'to-address': { argument: 'ADDRESS', description: 'the destination, an address such as 10.0.0.7' },
  'to-domain': { argument: 'NAME', description: 'the destination, a domain' },
  port: { argument: 'NUMBER', description: 'the port of the destination' },
} as const satisfies Options;

/**
 * Prints the rule of each policy that applies to a resource or a connection. Fields that the call omits are
 * unknown.
 */
export const match = defineCommand({
  name: 'match',
  summary: 'names the rule that applies to a resource or a connection, without a console where possible',
  options: {
    ...placeOptions,
    side: {
      argument: 'SIDE',
      values: sides,
      description: 'the policy files, their base, or the live policies (default: file)',
    },
    policy: {
      argument: 'POLICY|FAMILY',
      several: true,
      description: 'only these policies (default: policies with a file that use a given field)',
    },
    image: { argument: 'X', description: 'the image of the resource' },
    host: { argument: 'X', description: 'the host of the resource' },
    label: { argument: 'X', several: true, description: 'a label of the resource' },
    namespace: { argument: 'X', description: 'the namespace of the resource' },
    cluster: { argument: 'X', description: 'the cluster of the resource' },
    container: { argument: 'X', description: 'the container of the resource' },
    function: { argument: 'X', description: 'the function' },
    'app-id': { argument: 'X', description: 'the app id of the resource' },
    'account-id': { argument: 'X', description: 'the account of the resource' },
    ...connectionOptions,
  },
  examples: [
    ['ordinance match --image registry.example/payments/api:1 --namespace dev', 'the rules for one image'],
    [
      'ordinance match --from image=registry.example/web --to-address 10.0.0.7 --port 443',
      'the rules for one connection',
    ],
  ],
  async run(call) {
    const { values, output, environment } = call;
    const resource: KnownResource = Object.fromEntries(
      resourceLists.flatMap((list) => {
        const value = values[resourceFields[list]];
        return value === undefined || value.length === 0 ? [] : [[list, [value].flat()]];
      }),
    );
    const connection = readConnection(values);
    const question = connection ?? { resource };
    const named = kindsNamed(values.policy);
    checkQuestion(named, question);
    const place = await consolePlace(values, environment);
    return whileOpen(openSide(values.side ?? 'file', place, call), async (opened) => {
      const kinds = named.length > 0 ? named : await relevantKinds(place, question, output);
      const collections = await opened.collections();
      const { decisions, failures } = await decideAll(kinds, question, opened, collections);
      reportFailures(failures, output);
      if (decisions.length > 0) {
        const table = textTable(['POLICY', 'RULE', 'ACTION', 'NOTES'], decisions.map(rowOf));
        table.forEach((line) => output.out(line));
      }
      if (kinds.length === 0) {
        output.out('no policy with a file uses any of the given fields');
      }
      return {
        code: failures.length > 0 ? exitCode.problems : exitCode.ok,
        document: {
          ...(connection
            ? { connection: connectionAsData(connection) }
            : { resource: resourceAsData(resource) }),
          policies: decisions.map(asJson),
          ...(failures.length > 0 && { failed: failures }),
        },
      };
    });
  },
});

type Question = ConnectionQuestion | { readonly resource: KnownResource };

/** Throws UsageError when the named policies match no such resource or connection. */
function checkQuestion(named: readonly PolicyKind[], question: Question): void {
  if ('connection' in question) {
    const other = named.find(({ isNetwork }) => !isNetwork);
    if (other) {
      throw new UsageError(`rules of ${other.name} match resources, not connections`);
    }
  } else if (named.some(({ isNetwork }) => isNetwork)) {
    throw new UsageError('network rules match connections: give --from and --to');
  } else if (Object.keys(question.resource).length === 0) {
    throw new UsageError(
      'missing resource: give --image or another field, or a connection by --from and --to',
    );
  }
}

async function relevantKinds(
  place: ConsolePlace,
  question: Question,
  output: Output,
): Promise<readonly PolicyKind[]> {
  const { kinds, skipped } = await selectPolicies([], place);
  const relevant = (all: readonly PolicyKind[]): readonly PolicyKind[] =>
    'connection' in question
      ? all.filter(({ isNetwork }) => isNetwork)
      : all.filter((kind) => isRelevant(kind, question.resource));
  reportSkipped({ ...skipped, gone: relevant(skipped.gone) }, output);
  return relevant(kinds);
}

type PolicyRow = readonly [PolicyKind, PolicyDecision];

async function decideAll(
  kinds: readonly PolicyKind[],
  question: Question,
  opened: Side,
  collections: KnownCollections,
): Promise<{ readonly decisions: readonly PolicyRow[]; readonly failures: readonly Failure[] }> {
  const decisions: PolicyRow[] = [];
  const failures: Failure[] = [];
  for (const kind of kinds) {
    try {
      for (const decision of decisionsOf(kind, await opened.document(kind), collections, question)) {
        decisions.push([kind, decision]);
      }
    } catch (error) {
      passOnCanceled(error);
      failures.push({ policy: kind.name, message: messageOf(error) });
    }
  }
  return { decisions, failures };
}

function decisionsOf(
  kind: PolicyKind,
  document: JsonObject,
  collections: KnownCollections,
  question: Question,
): readonly PolicyDecision[] {
  return 'connection' in question
    ? new OrderReader(kind, collections)
        .read(document)
        .filter(({ array }) => array === question.array)
        .map((list) => decisionFor(list, question.connection))
    : decisionsIn(kind, document, collections, question.resource);
}

function resourceAsData(resource: KnownResource): object {
  return Object.fromEntries(
    resourceLists.flatMap((list) => {
      const value = resource[list];
      return value === undefined ? [] : [[singular[list], list === 'labels' ? value : (value[0] ?? '')]];
    }),
  );
}

/** Uses the fields of examples of network rules. */
function connectionAsData({ connection: { source, to, port } }: ConnectionQuestion): object {
  return {
    source: resourceAsData(source),
    destination:
      to.type === 'subnet'
        ? { address: to.address }
        : to.type === 'dns'
          ? { domain: to.domain }
          : resourceAsData(to.resource),
    ...(port !== undefined && { port }),
  };
}

function asJson([{ name }, { rule, mayApply: uncertain }]: PolicyRow): object {
  return {
    policy: name,
    rule: rule?.name ?? null,
    index: rule?.index ?? null,
    unknown: uncertain.map((candidate) => candidate.name),
  };
}

function rowOf([{ name }, { rule, effect, mayApply: uncertain, next }]: PolicyRow): readonly string[] {
  const isCertain = uncertain.length === 0;
  const notes = [
    !isCertain &&
      `${namesOf(uncertain)} ${rule ? 'above may match, and would then apply instead' : 'may match'}`,
    rule && next.length > 0 && `next is ${namesOf(next)}`,
  ].filter((note) => typeof note === 'string');
  return [
    name,
    rule ? `#${rule.index + 1} "${rule.name}"` : isCertain ? 'no rule' : 'unknown',
    rule || isCertain ? effect : 'unknown',
    notes.join('; '),
  ];
}

interface ConnectionQuestion {
  /** The list of the policy with the rules for it. */
  readonly array: RuleArray['key'];
  readonly connection: KnownConnection;
}

/** The connection that the options describe; undefined without any of them. Throws UsageError. */
function readConnection(values: ValuesOf<typeof connectionOptions>): ConnectionQuestion | undefined {
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
