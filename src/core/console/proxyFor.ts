import { isLoopback } from '../consoleFile/consoleRules.ts';

export interface ProxySources {
  /** The proxy setting of the editor, which takes precedence over the environment. */
  readonly setting?: string;
  /** The editor's list of hosts that need no proxy. */
  readonly noProxy?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The address of the proxy for `origin`; undefined when requests go directly, as to this computer. */
export function proxyFor(origin: string, sources: ProxySources): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  // Unencrypted requests go only to this computer, and never through a proxy.
  if (isLoopback(hostname) || protocol === 'http:') {
    return undefined;
  }
  const variable = (name: string): string =>
    (sources.env[name] || sources.env[name.toUpperCase()] || '').trim();
  const proxy = sources.setting?.trim() || variable('https_proxy') || variable('all_proxy');
  const exceptions = [...(sources.noProxy ?? []), ...variable('no_proxy').split(/[\s,]+/)];
  const withPort = `${hostname}:${port || '443'}`;
  if (exceptions.some((exception) => exceptionMatches(exception.trim().toLowerCase(), hostname, withPort))) {
    return undefined;
  }
  return addressOf(proxy);
}

/** Understands `*`, `host`, `.domain` and `*.domain`, each with or without a port. */
function exceptionMatches(exception: string, hostname: string, withPort: string): boolean {
  if (exception === '' || exception === '*') {
    return exception === '*';
  }
  const name = exception.replace(/^\*(?=\.)/, '');
  const subject = /:\d+$/.test(name) ? withPort : hostname;
  return subject === name.replace(/^\./, '') || subject.endsWith(name.startsWith('.') ? name : `.${name}`);
}

function addressOf(text: string): string | undefined {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return text !== '' && URL.canParse(address) ? address : undefined;
}
