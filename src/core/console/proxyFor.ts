import { isLoopback } from '../consoleFile/consoleRules.ts';

export interface ProxySources {
  /** The editor's own proxy setting; goes before the environment. */
  readonly setting?: string;
  /** The editor's list of hosts without a proxy. */
  readonly noProxy?: readonly string[];
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy that leads to `origin`, as an address; undefined: none. This computer itself is never reached by proxy. */
export function proxyFor(origin: string, sources: ProxySources): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  // Requests without encryption go only to this computer, and never through another one.
  if (isLoopback(hostname) || protocol === 'http:') {
    return undefined;
  }
  const variable = (name: string): string =>
    (sources.env[name] || sources.env[name.toUpperCase()] || '').trim();
  const found =
    sources.setting?.trim() ||
    variable(protocol === 'https:' ? 'https_proxy' : 'http_proxy') ||
    variable('all_proxy');
  const exceptions = [...(sources.noProxy ?? []), ...variable('no_proxy').split(/[\s,]+/)];
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  if (exceptions.some((exception) => covers(exception.trim().toLowerCase(), hostname, withPort))) {
    return undefined;
  }
  return addressOf(found);
}

/** `*`, `host`, `.domain`, `*.domain`, each with or without a port. */
function covers(exception: string, hostname: string, withPort: string): boolean {
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
