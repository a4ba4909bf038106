import type { MailWords } from '../words/index.ts'
import type { MailBrand } from './messages.ts'
import type { MailPart } from './parts.ts'

/** The colors of the pages (config/color.ts): text, smaller text, the card, and what is around it and around a code. */
export const light = { ink: '#1b1f24', quiet: '#57606a', paper: '#ffffff', ground: '#f3f4f2' }
export const dark = { ink: '#eef0f2', quiet: '#a8b1ba', paper: '#1d2125', ground: '#121517' }

/** Shows where a button ends whose color is that of the card. */
const buttonEdge = '#7d868e'

/** Without a name in quotes at its beginning: Outlook for Windows would take Times New Roman. */
const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

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

interface HtmlMailProps {
  words: MailWords
  brand: MailBrand
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  parts: readonly MailPart[]
}

/**
 * The HTML part. Outlook for Windows lays out tables alone, and knows no padding but that of a cell. Mail programs drop
 * style sheets, so every element carries its own style; the sheet is for those that know dark mode.
 */
export const asHtml = (props: HtmlMailProps): string => `<!doctype html>\n${<HtmlMail {...props} />}\n`

const HtmlMail = ({ words, brand, subject, preview, parts }: HtmlMailProps) => (
  <html lang={words.lang} dir={words.dir}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{subject}</title>
      <style>{darkStyle}</style>
    </head>
    <body class="ground" style={`margin:0;padding:0;background:${light.ground}`}>
      <Preview text={preview} />
      {/* Mail programs put the mail into an element of their own: the language and the direction stand here as well. */}
      <table
        class="ground"
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border={0}
        lang={words.lang}
        dir={words.dir}
        bgcolor={light.ground}
      >
        <tr>
          <td align="center" style="padding:24px 12px">
            <Card words={words} brand={brand} parts={parts} />
          </td>
        </tr>
      </table>
    </body>
  </html>
)

/** Blank characters that programs neither drop nor merge: figure space, grapheme joiner, zero-width non-joiner. */
const filler = '\u2007\u034f\u200c '.repeat(60)

/**
 * The line that a list of mails shows, and the mail itself does not. What follows it keeps the mail's own beginning out of
 * that line: programs take as much text as there is room for.
 */
const Preview = ({ text }: { text: string }) => (
  <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;opacity:0">
    {text}
    <span>{filler}</span>
  </div>
)

const Card = ({ words, brand, parts }: Pick<HtmlMailProps, 'words' | 'brand' | 'parts'>) => (
  <table
    class="paper"
    role="presentation"
    width="480"
    cellpadding="0"
    cellspacing="0"
    border={0}
    dir={words.dir}
    bgcolor={light.paper}
    style={`width:100%;max-width:480px;background:${light.paper};border-radius:12px`}
  >
    <tr>
      <td class="ink" style={`padding:24px 24px 8px;${font};font-size:17px;font-weight:700;color:${light.ink}`}>
        {brand.logo && (
          <>
            <img
              src={brand.logo.url}
              alt={brand.logo.alt}
              height="32"
              style="height:32px;width:auto;max-width:200px;vertical-align:middle;border:0"
            />{' '}
          </>
        )}
        {brand.headName ?? brand.name}
      </td>
    </tr>
    {parts.map((part) => (
      <Part part={part} words={words} brand={brand} />
    ))}
    <tr>
      <td style="padding:0 0 16px;font-size:0;line-height:0">&nbsp;</td>
    </tr>
  </table>
)

const Part = ({ part, words, brand }: { part: MailPart; words: MailWords; brand: MailBrand }) => {
  switch (part.kind) {
    case 'paragraph':
      return (
        <Row className="ink" style={`padding:8px 24px;color:${light.ink}`}>
          <WithIsolates text={part.text} />
        </Row>
      )
    case 'note':
      return (
        <Row className="quiet" style={`padding:8px 24px;font-size:14px;color:${light.quiet}`}>
          <WithIsolates text={part.text} />
        </Row>
      )
    case 'code':
      return (
        <Row className="ink" style="padding:8px 24px">
          <Code text={part.text} />
        </Row>
      )
    case 'detail':
      return (
        <Row className="ink" style={`padding:8px 24px;font-weight:600;word-break:break-word;color:${light.ink}`}>
          <bdi>{part.text}</bdi>
        </Row>
      )
    case 'link':
      return (
        <>
          <Row style="padding:12px 24px">
            <Button url={part.url} label={part.label} brand={brand} />
          </Row>
          <Row className="quiet" style={`padding:4px 24px 8px;font-size:13px;color:${light.quiet}`}>
            {words.linkBelow}
            <br />
            <bdi dir="ltr" style="word-break:break-all">
              {part.url}
            </bdi>
          </Row>
        </>
      )
  }
}

const Row = ({ className, style, children }: { className?: string; style: string; children?: unknown }) => (
  <tr>
    <td class={className} style={`${font};font-size:16px;line-height:1.5;${style}`}>
      {children}
    </td>
  </tr>
)

const Code = ({ text }: { text: string }) => (
  <table
    class="code"
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border={0}
    bgcolor={light.ground}
    style={`background:${light.ground};border-radius:8px`}
  >
    <tr>
      <td
        class="ink"
        align="center"
        dir="ltr"
        style={`padding:18px 12px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:${light.ink}`}
      >
        {text}
      </td>
    </tr>
  </table>
)

/** A cell with a color, which every program draws. Outlook takes the padding from the cell, the others from the link. */
const Button = ({ url, label, brand }: { url: string; label: string; brand: MailBrand }) => (
  <table role="presentation" cellpadding="0" cellspacing="0" border={0}>
    <tr>
      <td
        bgcolor={brand.color}
        style={`border-radius:8px;background:${brand.color};border:1px solid ${buttonEdge};mso-padding-alt:12px 22px`}
      >
        <a
          href={url}
          style={`display:inline-block;padding:12px 22px;border-radius:8px;${font};font-size:16px;font-weight:600;line-height:1.5;background:${brand.color};color:${brand.textColor};text-decoration:none`}
        >
          {label}
        </a>
      </td>
    </tr>
  </table>
)

/** The isolates of a text (`isolated` in text.ts) as elements. */
const WithIsolates = ({ text }: { text: string }) => (
  <>
    {text
      .split(/([\u2066\u2068][^\u2066\u2068\u2069]*\u2069)/)
      .map((part) =>
        /^[\u2066\u2068]/.test(part) ? (
          <bdi dir={part.startsWith('\u2066') ? 'ltr' : undefined}>{part.slice(1, -1)}</bdi>
        ) : (
          part
        ),
      )}
  </>
)
