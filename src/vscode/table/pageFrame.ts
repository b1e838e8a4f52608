import { html, type Html } from './html.ts';

interface PageParts {
  /** The nonce is random for each page; scripts and styles without it do not run. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** The origin webview resources come from. */
  readonly source: string;
  readonly language: string;
  readonly body: Html;
}

/** The frame of a page: nothing inline, nothing from elsewhere, no requests. */
export function pageFrame({ nonce, script, style, source, language, body }: PageParts): string {
  const policy = `default-src 'none'; style-src ${source} 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src ${source}`;
  return html`<!DOCTYPE html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" nonce="${nonce}" href="${style}" />
        <title></title>
      </head>
      <body>
        ${body}
        <script nonce="${nonce}" src="${script}"></script>
      </body>
    </html>`.text;
}
