import {
  arrayAt,
  fromPlain,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../core/json/json.ts';
import {
  jsonAnswer,
  pageOf,
  type Answer,
  type Call,
  type Route,
  plainAnswer,
  RefusedRequestError,
} from './http.ts';
import type { SandboxState } from './sandboxState.ts';
import { parse } from 'yaml';
import { messageOf } from '../core/util/errors.ts';
import { isPlain, listAt, objectAt, textAt, type Plain } from '../core/util/plainRecord.ts';

const path = '/policies/firewall/app/agentless';

interface Deployment {
  readonly rule: JsonObject;
  readonly status: 'inProcess' | 'ready' | 'deletionInProgress' | 'deleted';
  readonly lastUpdate: string;
}

/** Routes for the state of agentless deployments and the resources of a VPC configuration. */
export function agentlessRoutes(state: SandboxState): readonly Route[] {
  /** Deployments by the id of their VPC configuration; undefined before the first read. */
  let deployments: ReadonlyMap<string, Deployment> | undefined;

  const rulesByConfig = (): ReadonlyMap<string, JsonObject> =>
    new Map(
      arrayAt(state.policies.get('waas/agentless'), 'rules')
        .filter(isJsonObject)
        .flatMap((rule) => {
          const config = configOf(rule);
          return config === undefined ? [] : [[config, rule] as const];
        }),
    );

  /** Deployments lag behind the policy: each read advances them by one step, except for the first read. */
  const readState = (): Answer => {
    const rules = rulesByConfig();
    const before = deployments ?? new Map<string, Deployment>();
    const next = new Map<string, Deployment>();
    for (const config of new Set([...before.keys(), ...rules.keys()])) {
      const old = before.get(config);
      const rule = rules.get(config) ?? old?.rule;
      const status = rules.has(config)
        ? !deployments || old?.status === 'inProcess' || old?.status === 'ready'
          ? 'ready'
          : 'inProcess'
        : old?.status === 'deletionInProgress'
          ? 'deleted'
          : 'deletionInProgress';
      if (rule && (rules.has(config) || old?.status !== 'deleted')) {
        const lastUpdate = status === old?.status ? old.lastUpdate : state.time();
        next.set(config, { rule, status, lastUpdate });
      }
    }
    deployments = next;
    return jsonAnswer(answerOf([...next]));
  };

  const resources = ({ query }: Call): Answer => {
    const config = query.get('configID') ?? '';
    const rows = ['mirror target', 'mirror filter', 'load balancer', 'observer'].map((type, index) =>
      fromPlain({ id: `${config}-${index + 1}`, name: `${type} of ${config}`, type }),
    );
    return pageOf(rulesByConfig().has(config) ? rows : [], query, true);
  };

  return [
    { method: 'GET', path: `${path}/state`, access: 'any', handle: readState },
    { method: 'GET', path: `${path}/resources`, access: 'any', handle: resources },
  ];
}

/** The id of the VPC configuration whose traffic a rule mirrors. */
function configOf(rule: JsonObject): string | undefined {
  const mirroring = rule.get('trafficMirroring');
  const vpc = isJsonObject(mirroring) ? mirroring.get('vpcConfig') : undefined;
  return isJsonObject(vpc) ? stringAt(vpc, 'configID') : undefined;
}

function answerOf(deployments: readonly (readonly [string, Deployment])[]): JsonValue {
  const states = deployments.map(([configID, { status, lastUpdate }]) =>
    fromPlain({ configID, status, lastUpdate, error: '' }),
  );
  const deleted = deployments.filter(([, { status }]) => status.startsWith('delet'));
  return new Map<string, JsonValue>(
    states.length === 0
      ? []
      : [
          ['states', states],
          ['deletedRules', deleted.map(([, { rule }]) => rule)],
        ],
  );
}

/** Reads an API specification (JSON or YAML) and answers with its protection; the route stores nothing. */
export const apiSpecRoute: Route = {
  method: 'POST',
  path: '/policies/firewall/app/apispec',
  access: 'any',
  handle({ body }) {
    let document: unknown;
    try {
      document = parse(body.toString(), { maxAliasCount: 50 });
    } catch (error) {
      throw new RefusedRequestError(400, `cannot read the document: ${messageOf(error)}`);
    }
    if (!isPlain(document) || !(textAt(document, 'openapi') ?? textAt(document, 'swagger'))) {
      throw new RefusedRequestError(400, 'neither an OpenAPI nor a Swagger document');
    }
    return plainAnswer(protectionOf(document));
  },
};

/** Returns the protection that the console derives from an OpenAPI or Swagger document. */
function protectionOf(document: Plain): Plain {
  return {
    description: textAt(objectAt(document, 'info'), 'title') ?? '',
    effect: 'alert',
    fallbackEffect: 'disable',
    queryParamFallbackEffect: 'disable',
    endpoints: endpointsOf(document),
    paths: Object.entries(objectAt(document, 'paths')).map(([path, item]) => ({
      path,
      methods: Object.entries(isPlain(item) ? item : {})
        .filter(([method]) => methods.has(method))
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          parameters: [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((parameter) =>
            parameterOf(document, parameter),
          ),
        })),
    })),
  };
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Follows a reference such as `#/a/b` once; any other value stays unchanged. */
function resolved(document: Plain, value: unknown): unknown {
  const reference = textAt(value, '$ref');
  return reference?.startsWith('#/')
    ? reference
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, key) => (isPlain(inner) ? inner[key] : undefined), document)
    : value;
}

function parameterOf(document: Plain, reference: unknown): Plain {
  const parameter = resolved(document, reference);
  const schema: Plain = { ...objectAt(parameter, 'schema'), ...(isPlain(parameter) ? parameter : {}) };
  const array = schema['type'] === 'array';
  const location = textAt(parameter, 'in') ?? 'query';
  return {
    name: textAt(parameter, 'name') ?? '',
    location,
    type: textAt(array ? objectAt(schema, 'items') : schema, 'type') ?? 'string',
    array,
    required: schema['required'] === true,
    explode: schema['explode'] === true,
    allowEmptyValue: schema['allowEmptyValue'] === true,
    style: textAt(schema, 'style') ?? (location === 'query' ? 'form' : 'simple'),
    ...(typeof schema['minimum'] === 'number' && { min: schema['minimum'] }),
    ...(typeof schema['maximum'] === 'number' && { max: schema['maximum'] }),
  };
}

/** The addresses of the servers: a list in OpenAPI, and several fields of the document in Swagger. */
function endpointsOf(document: Plain): readonly Plain[] {
  const relative = 'relative.invalid';
  const schemes = textAt(document, 'swagger') === undefined ? [] : listAt(document, 'schemes');
  const addresses =
    textAt(document, 'swagger') === undefined
      ? listAt(document, 'servers').map((server) => textAt(server, 'url') ?? '')
      : (schemes.length > 0 ? schemes.map(String) : ['http']).map(
          (scheme) =>
            `${scheme}://${textAt(document, 'host') ?? relative}${textAt(document, 'basePath') ?? ''}`,
        );
  return addresses
    .flatMap((address) => URL.parse(address, `http://${relative}`) ?? [])
    .map(({ hostname, pathname, protocol, port }) => ({
      exposedPort: 0,
      grpc: false,
      http2: false,
      host: hostname === relative ? '*' : hostname,
      basePath: decodeURI(pathname),
      tls: protocol === 'https:',
      internalPort: Number(port) || (protocol === 'https:' ? 443 : 80),
    }));
}
