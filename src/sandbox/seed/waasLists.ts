/** Network lists that WAAS rules refer to by id. */
export const networkLists = [
  {
    _id: 'offices',
    name: 'offices',
    description: 'Office networks',
    subnets: ['192.0.2.0/24', '198.51.100.0/25'],
  },
  { _id: 'partners', name: 'partners', description: 'Partner networks', subnets: ['203.0.113.0/24'] },
  { _id: 'vpn', name: 'vpn', description: 'VPN clients', subnets: ['10.99.0.0/16'] },
  { _id: 'monitoring', name: 'monitoring', description: 'Probes', subnets: ['192.0.2.200', '192.0.2.201'] },
];

/** Scopes of base images. */
export const baseImages = [
  { _id: 'registry.example/base/debian:*', description: 'System images' },
  { _id: 'registry.example/base/node:24', description: 'Runtime of the shops' },
];
