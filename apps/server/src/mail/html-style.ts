/** The colors of the pages (config/color.ts): text, smaller text, the card, and what is around it and around a code. */
export const light = { ink: '#1b1f24', quiet: '#57606a', paper: '#ffffff', ground: '#f3f4f2' }
export const dark = { ink: '#eef0f2', quiet: '#a8b1ba', paper: '#1d2125', ground: '#121517' }

/** Shows where a button ends whose color is that of the card. */
export const buttonEdge = '#7d868e'

/** Without a name in quotes at its beginning: Outlook for Windows would take Times New Roman. */
export const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** For mail programs that know dark mode. Others leave the colors as they are, or invert them. */
export const darkStyle = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  `.ground,.code{background:${dark.ground}!important}`,
  `.paper{background:${dark.paper}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.quiet{color:${dark.quiet}!important}`,
  '}',
].join('')
