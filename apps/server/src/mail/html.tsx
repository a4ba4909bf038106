import type { Child } from 'hono/jsx'
import type { MailWords } from '../words/index.ts'
import type { MailBrand } from './messages.ts'
import type { MailPart } from './parts.ts'

interface HtmlMailProps {
  words: MailWords
  brand: MailBrand
  parts: readonly MailPart[]
}

/** The HTML part. Mail programs drop style sheets, so every element carries its own style. */
export const asHtml = (props: HtmlMailProps): string => `<!doctype html>\n${<HtmlMail {...props} />}\n`

const HtmlMail = ({ words, brand, parts }: HtmlMailProps) => (
  <html lang={words.lang} dir={words.dir}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
    </head>
    <body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
      <div style="max-width:480px;margin:0 auto">
        <p style="margin:0 0 24px;font-weight:700">
          {brand.logo && (
            <>
              <img
                src={brand.logo.url}
                alt={brand.logo.alt}
                height="32"
                style="height:32px;width:auto;max-width:200px;vertical-align:middle"
              />{' '}
            </>
          )}
          {brand.headName ?? brand.name}
        </p>
        {parts.map((part) => (
          <Part part={part} brand={brand} />
        ))}
      </div>
    </body>
  </html>
)

const Part = ({ part, brand }: { part: MailPart; brand: MailBrand }) => {
  switch (part.kind) {
    case 'paragraph':
      return (
        <p style="margin:0 0 14px">
          <WithIsolates text={part.text} />
        </p>
      )
    case 'code':
      return (
        <p style="margin:24px 0;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">
          {part.text}
        </p>
      )
    case 'detail':
      return (
        <p style="margin:0 0 14px;font-weight:600">
          <bdi>{part.text}</bdi>
        </p>
      )
    case 'link':
      return (
        <Button url={part.url} brand={brand}>
          {part.label}
        </Button>
      )
  }
}

const Button = ({ url, brand, children }: { url: string; brand: MailBrand; children?: Child }) => (
  <p style="margin:24px 0">
    <a
      href={url}
      style={`display:inline-block;padding:12px 22px;border-radius:8px;background:${brand.color};color:${brand.textColor};text-decoration:none;font-weight:600`}
    >
      {children}
    </a>
  </p>
)

/** The isolates of a text (`isolated` in text.ts) as elements. */
const WithIsolates = ({ text }: { text: string }) => (
  <>
    {text
      .split(/([\u2066\u2068][^\u2069]*\u2069)/)
      .map((part) =>
        /^[\u2066\u2068]/.test(part) ? (
          <bdi dir={part.startsWith('\u2066') ? 'ltr' : undefined}>{part.slice(1, -1)}</bdi>
        ) : (
          part
        ),
      )}
  </>
)
