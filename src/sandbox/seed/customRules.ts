import type { Random } from '../random.ts';

/** Custom rules of runtime and WAAS: `id type name`. */
const rows = `
1 processes Package manager was started
2 processes Shell below the web server
3 filesystem Write below the web root
4 network-outgoing Connection to a paste service
5 network-outgoing Connection outside business countries
6 kubernetes-audit Secret read by a person
7 waas-request Old client version
8 waas-request Internal path asked from outside
9 waas-response Stack trace in an answer
`;

const techniques: Readonly<Record<string, readonly string[]>> = {
  processes: ['nativeBinaryExecution'],
  filesystem: ['webShell'],
  'network-outgoing': ['exfiltrationGeneral'],
};

export const customRules = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [id = '', type = '', ...name] = row.split(' ');
    return {
      _id: Number(id),
      name: name.join(' '),
      type,
      description: `${name.join(' ')}.`,
      message: `${name.join(' ')} (%proc.name)`,
      script: type === 'processes' ? 'proc.interactive = true' : 'proc.name startswith "app"',
      minVersion: '20.04.163',
      attackTechniques: techniques[type] ?? [],
      vulnIDs: [],
      owner: 'admin',
      modified: 1_714_640_400 + Number(id),
    };
  });

/** References of a rule to custom rules of some of these types. */
export function customRuleRefs(random: Random, types: readonly string[]): object[] {
  const fitting = customRules.filter(({ type }) => types.includes(type));
  return random.some(fitting, random.between(0, 2)).map(({ _id }) => ({
    _id,
    action: random.pick(['audit', 'incident']),
    effect: random.pick(['alert', 'prevent']),
  }));
}
