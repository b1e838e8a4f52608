/** The API version of a release as `GET /version` names it: `34.04` for `34.04.141`; undefined for anything else. */
export function apiVersionOf(release: string): string | undefined {
  return /^v?(\d{1,3}\.\d{1,3})(\.|$)/.exec(release.trim())?.[1];
}
