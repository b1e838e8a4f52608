import type { FailureText } from './httpError.ts';

/** A whole sentence; `{host}` is replaced by the host. */
type Text = Omit<FailureText, 'mayHaveArrived'>;

const caAdvice =
  'If the certificate is signed by a private authority, name its PEM file as caFile in ordinance.yaml.';

const selfSigned: Text = {
  code: 'tls',
  message: '{host} shows a self-signed certificate, which no authority has signed.',
  advice: caAdvice,
};
const unknownIssuer: Text = {
  code: 'tls',
  message: 'The certificate of {host} is signed by an authority this computer does not know.',
  advice: caAdvice,
};
const connectionLost: Text = {
  code: 'unreachable',
  message: 'The connection to {host} was cut.',
  advice: 'Try again; if it keeps happening, look for a proxy or firewall in between.',
  isTransient: true,
};
const noRoute: Text = {
  code: 'unreachable',
  message: 'There is no network route to {host}.',
  advice: 'Check the network connection and the VPN.',
};
const slowConnect: Text = {
  code: 'timeout',
  message: 'Could not connect to {host} in time.',
  advice: 'Check the address and port, the VPN, and whether a firewall drops the connection.',
};
const notTls: Text = {
  code: 'tls',
  message: '{host} does not speak TLS as expected.',
  advice: 'Check the port, and whether the address starts with the right one of https:// and http://.',
};
const notHttp: Text = {
  code: 'unreachable',
  message: 'The answer of {host} is not HTTP.',
  advice: 'Check the port, and whether the address starts with the right one of https:// and http://.',
};

const byCode: Readonly<Record<string, Text>> = {
  ENOTFOUND: {
    code: 'unreachable',
    message: 'The network (DNS) does not know the name {host}.',
    advice: 'Check the spelling of the address, and the VPN if the name is internal.',
  },
  EAI_AGAIN: {
    code: 'unreachable',
    message: 'Could not look up the name {host} because DNS does not answer.',
    advice: 'Check the network connection and the VPN.',
  },
  ECONNREFUSED: {
    code: 'unreachable',
    message: '{host} refuses the connection: nothing listens there.',
    advice: 'Check the port, and whether the console is running.',
  },
  ECONNRESET: connectionLost,
  EPIPE: connectionLost,
  UND_ERR_SOCKET: connectionLost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: connectionLost,
  HPE_INVALID_EOF_STATE: connectionLost,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  ETIMEDOUT: slowConnect,
  UND_ERR_CONNECT_TIMEOUT: slowConnect,
  CERT_HAS_EXPIRED: {
    code: 'tls',
    message: 'The certificate of {host} has expired.',
    advice: 'Ask for a new certificate, and check the date of this computer.',
  },
  CERT_NOT_YET_VALID: {
    code: 'tls',
    message: 'The certificate of {host} is not valid yet.',
    advice: 'Check the date of this computer.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    code: 'tls',
    message: 'The certificate shown at {host} is made out to another name.',
    advice: 'Use the name the certificate is made out to, or check where the address leads.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  UND_ERR_PRX_TLS: {
    code: 'proxy',
    message: 'The proxy shows a certificate that is made out to another name.',
    advice: 'Check the address of the proxy.',
  },
  UND_ERR_PRX_CONN: {
    code: 'proxy',
    message: 'The proxy cut the connection instead of leading to {host}.',
    advice: 'Check the address of the proxy, and whether it allows this console.',
  },
  UND_ERR_HEADERS_OVERFLOW: {
    code: 'too-large',
    message: 'The head of the answer of {host} is too large.',
    advice: 'Look for a proxy in between that adds headers.',
  },
};

/** Error codes of the first connection, which leads to the proxy if there is one. */
const firstConnectionCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Describes the failure of a connection. `host` and `proxyHost` include the port. */
export function networkFailure(failure: Error, host: string, proxyHost?: string): Text {
  const error = rootCause(failure);
  const text = textOf(error);
  const place =
    proxyHost !== undefined && firstConnectionCodes.has(codeOf(error)) ? `the proxy ${proxyHost}` : host;
  return {
    ...text,
    message: text.message.replaceAll('{host}', () => place),
    detail: [codeOf(error), error.message].filter(Boolean).join(' '),
  };
}

export function describeTimeout(host: string, timeoutMs: number, isAnswering: boolean): Text {
  return {
    code: 'timeout',
    message: `${host} did not ${isAnswering ? 'finish its answer' : 'answer'} within ${seconds(timeoutMs)}.`,
    advice: 'Try again, or give this console a larger timeoutSeconds in ordinance.yaml.',
  };
}

export function describeTooLarge(host: string, maxBytes: number): FailureText {
  return {
    code: 'too-large',
    message: `The answer of ${host} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB and was not read.`,
    advice: 'Check that the address leads to a console.',
    mayHaveArrived: true,
  };
}

export function describeMissingAuthority(name: string): FailureText {
  return {
    code: 'tls',
    message: `The CA file of the console ${name} contains no certificate.`,
    advice:
      'The file named as caFile in ordinance.yaml is PEM text: blocks that begin with BEGIN CERTIFICATE.',
    mayHaveArrived: false,
  };
}

export function describeDamage(host: string, reason: string): FailureText {
  return {
    code: 'not-json',
    message: `The answer of ${host} is damaged: ${reason}.`,
    advice: 'Try again; if it keeps happening, look for a proxy in between.',
    mayHaveArrived: true,
  };
}

function textOf(error: Error): Text {
  const code = codeOf(error);
  const tunnel = /^Proxy response \((\d{3})\)/.exec(error.message)?.[1];
  if (tunnel !== undefined) {
    return proxyRefusal(tunnel);
  }
  const text = byCode[code];
  if (text) {
    return text;
  }
  if (code.startsWith('HPE_')) {
    return notHttp;
  }
  if (/CERT|SSL|TLS/.test(code)) {
    return {
      code: 'tls',
      message: `Could not make a trusted connection to {host} (${code}).`,
      advice: caAdvice,
    };
  }
  return { ...connectionLost, message: `{host} cannot be reached (${code || error.message}).` };
}

/** The failure when a proxy refuses to open a tunnel. */
function proxyRefusal(status: string): Text {
  return status === '407'
    ? {
        code: 'proxy',
        message: 'The proxy requires credentials (status 407).',
        advice: 'Write them into the address of the proxy in your settings or environment.',
      }
    : {
        code: 'proxy',
        message: `The proxy does not lead to {host} (status ${status}).`,
        advice: 'Check the address of the proxy, and whether it allows this console.',
      };
}

/** A name with several addresses fails with an `AggregateError`, whose first error is enough. */
function rootCause(error: Error): Error {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? rootCause(inner) : error;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function seconds(ms: number): string {
  const count = Math.round(ms / 100) / 10;
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
}
