import { Html, html } from './html.ts';

export interface PageParts {
  readonly title: string;
  readonly language: string;
  /** Random for each page: no style and no script without it. */
  readonly nonce: string;
  readonly body: Html;
  /** The name of the page as JSON, for the script to keep. */
  readonly again: string;
  /** Address of the one script. */
  readonly script: string;
  /** A sentence over the page: why what it shows may be old. */
  readonly mark: string | undefined;
}

/** A whole page: one script of ours, no request, nothing from elsewhere; colors are those of the theme. */
export function pageFrame({ title, language, nonce, body, again, script, mark }: PageParts): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return html`<!DOCTYPE html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body data-again="${encodeURIComponent(again)}">
        ${mark !== undefined && html`<p class="mark-of-age" role="status">${mark}</p>`}
        <main>${body}</main>
        <script nonce="${nonce}" src="${script}"></script>
      </body>
    </html>`.text;
}

const style = `
body { color: var(--vscode-foreground); font: var(--vscode-font-size) var(--vscode-font-family); padding: 0 1.5em 2em; line-height: 1.45; }
main { max-width: 70em; }
h1 { font-size: 1.6em; font-weight: 600; margin: 1em 0 .2em; }
h2 { font-size: 1.2em; font-weight: 600; margin: 1.6em 0 .5em; }
h3 { font-size: 1em; font-weight: 600; margin: 0; display: inline; }
p { margin: .3em 0; }
h1, h3, th, td, li, code, pre, a, .badge, .label { unicode-bidi: isolate; }
.mark-of-age { border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor)); background: var(--vscode-inputValidation-warningBackground, transparent); padding: .4em .8em; border-radius: 3px; margin: .8em 0; }
.quiet { color: var(--vscode-descriptionForeground); }
.links a { margin-right: 1.2em; }
a { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible, summary:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3em .8em .3em 0; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); overflow-wrap: break-word; }
thead th { white-space: nowrap; }
td.number, th.number { text-align: right; white-space: nowrap; }
details { border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); border-radius: 4px; padding: .5em .8em; margin: .5em 0; }
summary { cursor: pointer; }
.values { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; margin: .6em 0; }
.values div { background: var(--vscode-textCodeBlock-background); border: 1px solid var(--vscode-contrastBorder, transparent); padding: .5em .7em; border-radius: 3px; overflow-wrap: anywhere; }
.values code { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; }
.badge { border: 1px solid currentColor; border-radius: 3px; padding: 0 .5em; font-size: .9em; }
.badge.critical { background: var(--vscode-charts-red, #d33); color: var(--vscode-editor-background); }
.badge.high { color: var(--vscode-charts-red, #d33); }
.badge.medium { color: var(--vscode-charts-orange, #d83); }
.badge.low { color: var(--vscode-charts-yellow, #cc3); }
pre { white-space: pre-wrap; font-family: inherit; margin: .4em 0; }
.counts th[scope='row'] { max-width: 14em; }
.counts td.bar { width: 50%; }
.counts svg { display: block; width: 100%; height: 1.2em; }
.counts svg.swatch { display: inline-block; width: .8em; height: .8em; margin-right: .4em; }
.counts rect { vector-effect: non-scaling-stroke; stroke: var(--vscode-editor-background); stroke-width: 1; }
.failed { fill: var(--vscode-charts-red, #d33); }
.passed { fill: var(--vscode-charts-green, #3a3); }
.unmonitored { fill: transparent; }
.counts rect.unmonitored, .unmonitored rect { stroke: var(--vscode-foreground); }
.unknown { fill: var(--vscode-descriptionForeground, #888); }
body.vscode-high-contrast .counts rect, body.vscode-high-contrast-light .counts rect { stroke: var(--vscode-contrastBorder); }
@media (max-width: 40em) { .counts td.bar { display: none; } }
`;
