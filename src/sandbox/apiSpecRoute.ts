import { parse } from 'yaml';
import { messageOf } from '../core/util/errors.ts';
import { isPlain, type Plain } from '../core/util/plainRecord.ts';
import { plainAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Call, Route } from './route.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

const objectAt = (value: unknown, key: string): Plain => {
  const member = isPlain(value) ? value[key] : undefined;
  return isPlain(member) ? member : {};
};
const listAt = (value: unknown, key: string): unknown[] => {
  const member = isPlain(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
};
const textAt = (value: unknown, key: string, otherwise = ''): string => {
  const member = isPlain(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : otherwise;
};

/** Follows a reference such as `#/a/b` once; any other value stays unchanged. */
function resolved(document: Plain, value: unknown): unknown {
  const reference = textAt(value, '$ref');
  return reference.startsWith('#/')
    ? reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (isPlain(value) ? value[key] : undefined), document)
    : value;
}

function parameterOf(document: Plain, reference: unknown): Plain {
  const parameter = resolved(document, reference);
  const schema = { ...objectAt(parameter, 'schema'), ...(isPlain(parameter) ? parameter : {}) };
  const array = schema.type === 'array';
  return {
    name: textAt(parameter, 'name'),
    location: textAt(parameter, 'in', 'query'),
    type: textAt(array ? objectAt(schema, 'items') : schema, 'type', 'string'),
    array,
    required: schema.required === true,
    explode: schema.explode === true,
    allowEmptyValue: schema.allowEmptyValue === true,
    style: textAt(schema, 'style', textAt(parameter, 'in') === 'query' ? 'form' : 'simple'),
    ...(typeof schema.minimum === 'number' && { min: schema.minimum }),
    ...(typeof schema.maximum === 'number' && { max: schema.maximum }),
  };
}

function endpointsOf(document: Plain): Plain[] {
  const common = { exposedPort: 0, grpc: false, http2: false };
  const endpoint = (host: string, basePath: string, tls: boolean, port: string): Plain => ({
    ...common,
    host: host || '*',
    basePath: basePath || '/',
    tls,
    internalPort: Number(port) || (tls ? 443 : 80),
  });
  if (textAt(document, 'swagger')) {
    const [host = '', port = ''] = textAt(document, 'host').split(':');
    const schemes = listAt(document, 'schemes');
    return (schemes.length > 0 ? schemes : ['http']).map((scheme) =>
      endpoint(host, textAt(document, 'basePath'), scheme === 'https', port),
    );
  }
  return listAt(document, 'servers').flatMap((server) => {
    const address = textAt(server, 'url');
    if (!URL.canParse(address, 'http://relative.invalid')) {
      return [];
    }
    const url = new URL(address, 'http://relative.invalid');
    const host = url.hostname === 'relative.invalid' ? '' : url.hostname;
    return [endpoint(host, decodeURI(url.pathname), url.protocol === 'https:', url.port)];
  });
}

/** Returns the protection that the console derives from an OpenAPI or Swagger document. */
function resolve(document: Plain): Plain {
  return {
    description: textAt(objectAt(document, 'info'), 'title'),
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

function handle(call: Call): Answer {
  let document: unknown;
  try {
    document = parse(call.body.toString(), { maxAliasCount: 50 });
  } catch (error) {
    return problemAnswer(400, `cannot read the document: ${messageOf(error)}`);
  }
  const version = isPlain(document) && (textAt(document, 'openapi') || textAt(document, 'swagger'));
  return isPlain(document) && version
    ? plainAnswer(resolve(document))
    : problemAnswer(400, 'neither an OpenAPI nor a Swagger document');
}

/** Reads an API specification (JSON or YAML) and answers with its protection; the route stores nothing. */
export const apiSpecRoute: Route = {
  method: 'POST',
  path: '/policies/firewall/app/apispec',
  access: 'any',
  handle,
};
