import { defined } from '../util/defined.ts';
import type { FailureText } from './httpError.ts';

/** `{host}` and `{code}` in the message are replaced by the host and the code of the error. */
type Text = Omit<FailureText, 'mayHaveArrived'>;

interface Row extends Text {
  readonly errors: RegExp;
  /** The failure is about the first connection, which leads to the proxy if there is one. */
  readonly isFirstConnection?: true;
}

const caAdvice =
  'If the certificate is signed by a private authority, name its PEM file as caFile in ordinance.yaml.';
const schemeAdvice =
  'Check the port, and whether the address starts with the right one of https:// and http://.';
const proxyAdvice = 'Check the address of the proxy, and whether it allows this console.';
const connectionAdvice = 'Try again; if it keeps happening, look for a proxy or firewall in between.';

/** The first row that matches the code of an error describes it. A proxy that opens no tunnel has its status as code. */
const rows: readonly Row[] = [
  {
    errors: /^ENOTFOUND$/,
    code: 'unreachable',
    message: 'The network (DNS) does not know the name {host}.',
    advice: 'Check the spelling of the address, and the VPN if the name is internal.',
    isFirstConnection: true,
  },
  {
    errors: /^EAI_AGAIN$/,
    code: 'unreachable',
    message: 'Could not look up the name {host} because DNS does not answer.',
    advice: 'Check the network connection and the VPN.',
    isFirstConnection: true,
  },
  {
    errors: /^ECONNREFUSED$/,
    code: 'unreachable',
    message: '{host} refuses the connection: nothing listens there.',
    advice: 'Check the port, and whether the console is running.',
    isFirstConnection: true,
  },
  {
    errors: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    code: 'timeout',
    message: 'Could not connect to {host} in time.',
    advice: 'Check the address and port, the VPN, and whether a firewall drops the connection.',
    isFirstConnection: true,
  },
  {
    errors: /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/,
    code: 'unreachable',
    message: 'The connection to {host} was cut.',
    advice: connectionAdvice,
    isTransient: true,
  },
  {
    errors: /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
    code: 'unreachable',
    message: 'There is no network route to {host}.',
    advice: 'Check the network connection and the VPN.',
  },
  {
    errors: /^CERT_HAS_EXPIRED$/,
    code: 'tls',
    message: 'The certificate of {host} has expired.',
    advice: 'Ask for a new certificate, and check the date of this computer.',
  },
  {
    errors: /^CERT_NOT_YET_VALID$/,
    code: 'tls',
    message: 'The certificate of {host} is not valid yet.',
    advice: 'Check the date of this computer.',
  },
  {
    errors: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    code: 'tls',
    message: 'The certificate shown at {host} is made out to another name.',
    advice: 'Use the name the certificate is made out to, or check where the address leads.',
  },
  {
    errors: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    code: 'tls',
    message: '{host} shows a self-signed certificate, which no authority has signed.',
    advice: caAdvice,
  },
  {
    errors:
      /^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/,
    code: 'tls',
    message: 'The certificate of {host} is signed by an authority this computer does not know.',
    advice: caAdvice,
  },
  {
    errors: /^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)$/,
    code: 'tls',
    message: '{host} does not speak TLS as expected.',
    advice: schemeAdvice,
  },
  {
    errors: /^UND_ERR_PRX_TLS$/,
    code: 'proxy',
    message: 'The proxy shows a certificate that is made out to another name.',
    advice: 'Check the address of the proxy.',
  },
  {
    errors: /^UND_ERR_PRX_CONN$/,
    code: 'proxy',
    message: 'The proxy cut the connection instead of leading to {host}.',
    advice: proxyAdvice,
  },
  {
    errors: /^407$/,
    code: 'proxy',
    message: 'The proxy requires credentials (status 407).',
    advice: 'Write them into the address of the proxy in your settings or environment.',
  },
  {
    errors: /^\d{3}$/,
    code: 'proxy',
    message: 'The proxy does not lead to {host} (status {code}).',
    advice: proxyAdvice,
  },
  {
    errors: /^UND_ERR_HEADERS_OVERFLOW$/,
    code: 'too-large',
    message: 'The head of the answer of {host} is too large.',
    advice: 'Look for a proxy in between that adds headers.',
  },
  {
    errors: /^HPE_/,
    code: 'unreachable',
    message: 'The answer of {host} is not HTTP.',
    advice: schemeAdvice,
  },
  {
    errors: /CERT|SSL|TLS/,
    code: 'tls',
    message: 'Could not make a trusted connection to {host} ({code}).',
    advice: caAdvice,
  },
];

const otherFailure: Text = {
  code: 'unreachable',
  message: '{host} cannot be reached ({code}).',
  advice: connectionAdvice,
  isTransient: true,
};

/** Describes the failure of a connection. `host` and `proxyHost` include the port. */
export function networkFailure(failure: Error, host: string, proxyHost?: string): Text {
  const error = rootCause(failure);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const [, cause = code] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  const row = rows.find(({ errors }) => errors.test(cause));
  const { code: kind, message, advice, isTransient } = row ?? otherFailure;
  const place = proxyHost !== undefined && row?.isFirstConnection ? `the proxy ${proxyHost}` : host;
  return defined({
    code: kind,
    message: message.replace('{host}', () => place).replace('{code}', () => cause || error.message),
    advice,
    isTransient,
    detail: [code, error.message].filter(Boolean).join(' '),
  });
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

/** A name with several addresses fails with an `AggregateError`, whose first error is enough. */
function rootCause(error: Error): Error {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? rootCause(inner) : error;
}

function seconds(ms: number): string {
  const count = Math.round(ms / 100) / 10;
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
}
