/** Rules for values of `ordinance.yaml`. The file comes with a repository, so its author is not trusted. */

/** Headers that the connection sets, that contain credentials, or that change the meaning of a request. */
const reservedHeaders =
  /^(?:accept(?:-.*)?|authorization|connection|content-.*|cookie2?|date|expect|forwarded|host|http2-settings|if-.*|keep-alive|max-forwards|origin|proxy-.*|range|referer|sec-.*|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-(?:http-)?method.*|x-original-.*|x-rewrite-.*)$/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** The reason why `ordinance.yaml` must not set a header. */
export function headerProblem(name: string): string | undefined {
  if (!headerName.test(name)) {
    return 'This is not the name of a header.';
  }
  return reservedHeaders.test(name) ? 'This header cannot be set here.' : undefined;
}

/** Control characters, invisible characters, and characters that change the writing direction. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The reason why a text must not be shown unchanged. */
export function textProblem(text: string): string | undefined {
  if (text.length > 500) {
    return 'This is longer than 500 characters.';
  }
  return misleading.test(text) ? 'This contains invisible characters.' : undefined;
}

/**
 * The reason why a path must not follow the address of a console. A server may resolve it to another place.
 */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/') || /[?#\s]/.test(path)) {
    return 'A path must start with /, without ? or #.';
  }
  if (!/^(?:\/[A-Za-z0-9._~!$&'()*+,=:@{}-]+)+\/?$/.test(path) || path.length > 500) {
    return 'A path must consist of names of plain characters between single slashes.';
  }
  return canLeavePath(path)
    ? 'A path must not contain the parts . or .. because it stays below the address.'
    : undefined;
}

/**
 * True when a server may resolve a path to another place. The path may have a query and percent-encoded
 * names.
 */
export function canLeavePath(path: string): boolean {
  const [place = ''] = path.split('?');
  return (
    !place.startsWith('/') ||
    // eslint-disable-next-line no-control-regex
    /^\/\/|[\\#\u0000-\u0020\u007f]/.test(place) ||
    place.split('/').some((part) => /^(?:\.|%2e){1,2}(?:;.*)?$/i.test(part))
  );
}

/** Device names of Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** The reason why a folder, written with forward slashes, must not contain policies. */
export function folderProblem(folder: string): string | undefined {
  const problem = placeProblem(folder);
  if (problem !== undefined) {
    return `The folder is ${problem}.`;
  }
  // Tools keep files in such folders, and run some of them. `~1` ends the short name of such a folder on
  // Windows.
  return folder.split('/').some((part) => part.startsWith('.') || /~\d/.test(part))
    ? 'No part of the folder may start with a dot, because such folders belong to tools.'
    : undefined;
}

/** The reason why a file, written with forward slashes, must not be used. */
export function fileProblem(file: string): string | undefined {
  const problem = placeProblem(file);
  return problem === undefined ? undefined : `The file is ${problem}.`;
}

function placeProblem(place: string): string | undefined {
  const parts = place.split('/');
  if (/^[A-Za-z]:|^\//.test(place) || parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'a relative path inside this folder';
  }
  return place.length > 200 ||
    textProblem(place) !== undefined ||
    parts.some((part) => /[<>:"|?*]|[. ]$|^ /.test(part) || devices.test(part))
    ? 'named with plain characters, as every system has them'
    : undefined;
}

/** True for this computer. The address of a name such as `x.localhost` depends on the name server. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
