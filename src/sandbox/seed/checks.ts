import customChecks from './data/custom-checks.json' with { type: 'json' };
import { Random } from '../random.ts';

/** A row of the check catalogue, as `/static/vulnerabilities` lists it (the members clients use). */
export interface Check {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly type: string;
  readonly templates: readonly string[];
  readonly cri: boolean;
}

/** Checks with a title of their own: `id severity type title`. */
const known = `
41 high image Image runs as the root user
406 medium image Image has no health check
408 medium image Package updates stand alone in the build file
422 critical image Image contains malware
423 high image Image is not from a trusted source
424 high image Environment variables of the image hold secrets
425 high image Image holds private keys
426 critical image Image holds binaries that mine currency
448 high image Binaries of packages were altered
5041 medium image Image is older than its base by ninety days
5048 medium image Image opens a remote shell service
427 high istio Mesh allows traffic without mutual TLS
450 medium istio Mesh access control is off
451 medium istio Mesh gateway accepts old TLS
452 medium istio Mesh permissions are granted to everyone
596 high container Container may craft raw packets
597 high container Environment variables of the container hold secrets
598 medium container Application in the container has weak settings
599 high container Container runs as root
434 high serverless Environment variables of the function hold secrets
435 high serverless Function package holds private keys
436 critical serverless Function may use every action of a service
437 high serverless Function may use more of a service than it needs
438 high serverless Function may reach more resources than it needs
439 medium serverless Function did something unusual
440 medium serverless Unused service may disclose information
441 medium serverless Unused service may leak data
442 medium serverless Unused service may tamper with data
443 medium serverless Unused service may move laterally
444 low serverless Unused service may deny service
445 medium serverless Unused service may exfiltrate data
446 medium serverless Unused service may keep a foothold
447 high serverless Unused service may gain privileges
449 medium linux Security updates of the system are pending
`;

/** Ranges of generated checks: type, first id, last id. */
const ranges: readonly (readonly [type: string, first: number, last: number])[] = [
  ['container', 51, 59],
  ['container', 510, 531],
  ['container', 5501, 5938],
  ['host_config', 11, 17],
  ['host_config', 110, 118],
  ['daemon_config', 21, 29],
  ['daemon_config', 210, 218],
  ['daemon_config_files', 31, 39],
  ['daemon_config_files', 310, 322],
  ['security_operations', 61, 65],
  ['linux', 6001, 6190],
  ['k8s_master', 8111, 8159],
  ['k8s_worker', 8211, 8234],
  ['k8s_federation', 8311, 8318],
  ['openshift_master', 8411, 8432],
  ['openshift_worker', 8511, 8519],
  ['gke_worker', 8611, 8622],
  ['eks_worker', 8711, 8721],
  ['aks_worker', 8811, 8819],
  ['docker_stig', 9101, 9114],
  ['windows', 200_101, 200_140],
];

const subjects: Readonly<Record<string, string>> = {
  container:
    'capabilities,privileges,sensitive host folders,the process namespace,the network namespace,memory,cpu shares,the root file system,host ports,restart attempts,the seccomp profile,device access,mount propagation,the user namespace,the image digest',
  linux:
    'cron folders,the boot loader,core dumps,address space layout,SSH root login,SSH idle time,password age,audit logs,IP forwarding,ICMP redirects,kernel modules,file systems of removable media,time service,login banners,sudo logging',
  windows:
    'the guest account,password length,remote desktop,the firewall profile,script logging,legacy file sharing,audit of logons,screen lock',
  k8s: 'anonymous requests,the admission plugins,the audit log,the etcd folder,certificate rotation,the profiling address,service account keys,the kubelet port,authorization mode,event limits,streaming timeouts',
  docker:
    'the daemon socket,log level,insecure registries,the storage driver,live restore,the user proxy,the default limits,the daemon file,registry certificates,the service file',
};
const verbs = [
  'Restrict',
  'Set',
  'Do not share',
  'Verify ownership of',
  'Limit',
  'Review',
  'Turn on protection of',
];
const templates = ['PCI', 'HIPAA', 'NIST SP 800-190', 'GDPR', 'DISA STIG'];
const severities = ['low', 'medium', 'medium', 'high', 'high', 'critical'];

const wordsOf = (type: string): readonly string[] =>
  (
    subjects[type] ??
    (/k8s|openshift|[agek]ks/.test(type) || type === 'gke_worker' ? subjects.k8s : subjects.docker) ??
    ''
  ).split(',');

function makeCheck(random: Random, id: number, type: string, title: string, severity: string): Check {
  return {
    id,
    title,
    description: `${title}. ${random.pick(['Reported once per resource.', 'Looked at with every scan.'])}`,
    severity,
    type,
    templates: random.some(templates, random.between(0, 2)),
    cri: random.chance(0.3),
  };
}

/** The catalogue is part of the product, not of a tenant: it does not depend on the sandbox's seed. */
export function makeCheckCatalogue(): readonly Check[] {
  const random = new Random(4);
  const named = known
    .trim()
    .split('\n')
    .map((row) => {
      const [id = '', severity = '', type = '', ...title] = row.split(' ');
      return makeCheck(random, Number(id), type, title.join(' '), severity);
    });
  const generated = ranges.flatMap(([type, first, last]) => {
    const words = wordsOf(type);
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const title = `${verbs[Math.floor(index / words.length) % verbs.length]} ${words[index % words.length]}`;
      const part = Math.floor(index / (words.length * verbs.length));
      return makeCheck(
        random,
        first + index,
        type,
        part ? `${title} (part ${part + 1})` : title,
        random.pick(severities),
      );
    });
  });
  const custom = customChecks.map(({ _id, title, severity }) =>
    makeCheck(random, _id, 'custom', title, severity),
  );
  return [...named, ...generated, ...custom];
}

/** Checks that can only report. */
const reportOnly = new Set([58, 596, 598]);

export function isBlockable(check: Check): boolean {
  return !['serverless', 'windows', 'istio'].includes(check.type) && !reportOnly.has(check.id);
}
