/** Rules for values of `ordinance.yaml`. The file comes with a repository, so its author is not trusted. */

/** Set by the connection itself, holding credentials, or changing what a request means on its way. */
const ownHeaders =
  /^(?:accept(?:-.*)?|authorization|connection|content-.*|cookie2?|date|expect|forwarded|host|http2-settings|if-.*|keep-alive|max-forwards|origin|proxy-.*|range|referer|sec-.*|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-(?:http-)?method.*|x-original-.*|x-rewrite-.*)$/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Why a header cannot be named in `ordinance.yaml`. */
export function headerProblem(name: string): string | undefined {
  if (!headerName.test(name)) {
    return 'This is not the name of a header.';
  }
  return ownHeaders.test(name) ? 'This header cannot be set here.' : undefined;
}

/** Control characters, and those that are not seen or turn the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Why a text cannot be shown as it is. */
export function textProblem(text: string): string | undefined {
  if (text.length > 500) {
    return 'This is longer than 500 characters.';
  }
  return unseen.test(text) ? 'This contains invisible characters.' : undefined;
}

/** Why a path cannot follow the address of a console: a server may read it as one that lies elsewhere. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/') || /[?#\s]/.test(path)) {
    return 'A path must start with /, without ? or #.';
  }
  if (!/^(?:\/[A-Za-z0-9._~!$&'()*+,=:@{}-]+)+\/?$/.test(path) || path.length > 500) {
    return 'A path must consist of names of plain characters between single slashes.';
  }
  return leavesItsPlace(path)
    ? 'A path must not contain the parts . or .. because it stays below the address.'
    : undefined;
}

/** Whether a server may take a path, with or without query, for another one. Names in it may be percent-encoded. */
export function leavesItsPlace(path: string): boolean {
  const [place = ''] = path.split('?');
  return (
    !place.startsWith('/') ||
    // eslint-disable-next-line no-control-regex
    /^\/\/|[\\#\u0000-\u0020\u007f]/.test(place) ||
    place.split('/').some((part) => /^(?:\.|%2e){1,2}(?:;.*)?$/i.test(part))
  );
}

/** Names that Windows keeps for devices, whatever their ending. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** Why policies cannot be kept in a folder, written with forward slashes. */
export function folderProblem(folder: string): string | undefined {
  const wrong = placeProblem(folder);
  if (wrong !== undefined) {
    return `The folder is ${wrong}.`;
  }
  // Tools keep their own things there, and run some of them; `~1` ends the short names of such folders on Windows.
  return folder.split('/').some((part) => part.startsWith('.') || /~\d/.test(part))
    ? 'No part of the folder may start with a dot, because such folders belong to tools.'
    : undefined;
}

/** Why a file cannot be named, written with forward slashes. */
export function fileProblem(file: string): string | undefined {
  const wrong = placeProblem(file);
  return wrong === undefined ? undefined : `The file is ${wrong}.`;
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

/** This computer itself. A name such as `x.localhost` is what a name server says. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
