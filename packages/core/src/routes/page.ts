import type { Context } from '../flows/context.ts'
import type { LocalPath } from '../model/local-path.ts'
import { textResponse } from '../model/responses.ts'
import { wordsFor } from './error-words.ts'
import type { PageWords } from './page-words.ts'

// The pages of the SDK itself: a few words, and a way on.

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he'])

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

interface Content {
  title: string
  /** HTML: values of the request have to be `escaped`. */
  body: string
}

/** A page in the language of the person. */
export async function pageResponse(
  request: Request,
  contentIn: (words: PageWords) => Content,
  status: number,
  setCookies: readonly string[] = [],
): Promise<Response> {
  const { language, words } = await wordsFor(request.headers.get('accept-language'))
  const { title, body } = contentIn(words)
  const html = `<!doctype html><html lang="${language}"${rightToLeft.has(language) ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>${body}</main></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return textResponse(html, status, headers, setCookies)
}

/** A path as the value of an attribute. The address of the application can be unknown, and be the error itself. */
export function hrefIn({ addresses }: Context, path: LocalPath, request: Request): string {
  try {
    return escaped(addresses.href(path, request))
  } catch {
    return escaped(path)
  }
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const style =
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:1rem}h2{font-size:1rem}section{border-top:1px solid;margin-top:2rem;overflow-wrap:anywhere}section a{padding-left:0}body{margin:0;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark;color:CanvasText;background:Canvas}main{max-width:28rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}a,button{display:inline-block;padding:.6rem 1rem;color:inherit;font:inherit}.primary{border:0;border-radius:.5rem;background:CanvasText;color:Canvas;text-decoration:none;cursor:pointer}'
