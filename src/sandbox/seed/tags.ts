/** Tags that exceptions may name. */
export const tags = [
  ['accepted-risk', '#F2A93B', 'Risk accepted by its owner'],
  ['false-positive', '#8A8D91', 'Not a real finding'],
  ['in-remediation', '#3FA2F7', 'Being fixed'],
  ['dev-only', '#2D9E6B', 'Never deployed'],
].map(([name = '', color = '', description = ''], index) => ({
  name,
  color,
  description,
  vulns:
    index === 0
      ? [
          {
            id: 'CVE-2022-21907',
            packageName: '*',
            resourceType: 'image',
            resources: ['registry.example/legacy-erp/*'],
            checkBaseLayer: false,
            comment: 'Until the migration is done',
          },
        ]
      : [],
}));
