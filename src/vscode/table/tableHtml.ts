export interface TableHtmlParts {
  /** The nonce is random for each page; scripts and styles without it do not run. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** The origin webview resources come from. */
  readonly source: string;
  readonly title: string;
  readonly language: string;
}

/** The frame of the page: nothing inline, nothing from elsewhere, no requests. The script fills it. */
export function tableHtml({ nonce, script, style, source, title, language }: TableHtmlParts): string {
  const policy = `default-src 'none'; style-src ${source} 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src ${source}`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${escaped(nonce)}" href="${escaped(style)}">
<title>${escaped(title)}</title>
</head>
<body>
<main></main>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
