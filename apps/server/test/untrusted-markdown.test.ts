import { expect, test } from 'vitest'
import { untrustedHtmlOf, untrustedMarkdownRenderer } from '../src/pages/untrusted-markdown.ts'

// Markdown of an organization: it is shown to its members between our own words, and can do nothing there.

test.each([
  ['[x](javascript:alert(1))'],
  ['[x](JaVaScRiPt:alert(1))'],
  ['[x](java\tscript:alert(1))'],
  ['[x](javascript&#58;alert(1))'],
  ['[x](data:text/html,hi)'],
  ['[x](/account/delete)'],
  ['[x](//evil.test)'],
  ['[x](../consent)'],
  ['[x](#top)'],
  ['[x](https://bank.test@evil.test/)'],
  ['[x][1]\n\n[1]: javascript:alert(1)'],
  ['<a href="//evil.test">x</a>'],
  ['see //evil.test'],
  ['see www.evil.test'],
  ['see evil.test'],
  ['see mallory@evil.test'],
  ['<javascript:alert(1)>'],
])('%s is no link', (markdown) => {
  expect(untrustedHtmlOf(markdown)).not.toContain('<a ')
})

test.each([
  ['<script>x()</script>'],
  ['a <b onclick=x()>b</b>'],
  ['<!-- x --><style>*{}</style>'],
  ['![x](https://track.test/i.png)'],
  ['![<img src=x>](https://track.test/i.png)'],
  ['`<script>`'],
  ['```"><script>\n<script>\n```'],
  ['- [x] <input name=email>'],
  ['| <img src=x> |\n|---|\n| <form> |'],
  ['[a](https://a.test/"onmouseover="x)'],
  ['[a](https://a.test/ "onmouseover=x")'],
])('%s brings no markup of its own', (markdown) => {
  expect(untrustedHtmlOf(markdown)).not.toMatch(
    /<(script|style|img|b|input|form|iframe|!--)\b|<[a-z][^>]*\son\w+=|<a [^>]*"\s*on/i,
  )
})

test('a link says where it leads, unless its text is that', () => {
  const rel = 'target="_blank" rel="nofollow noopener noreferrer ugc"'
  expect(untrustedHtmlOf('[My bank](https://evil.test/a?b=1&c=2)')).toBe(
    `<p><a href="https://evil.test/a?b=1&amp;c=2" ${rel}>My bank</a> (<bdi>evil.test</bdi>)</p>\n`,
  )
  expect(untrustedHtmlOf('[bank.test](https://evil.test)')).toContain('(<bdi>evil.test</bdi>)')
  expect(untrustedHtmlOf('https://acme.test/')).not.toContain('<bdi>')
  expect(untrustedHtmlOf('[Write](mailto:legal@acme.test)')).toContain('(<bdi>legal@acme.test</bdi>)')
  expect(untrustedHtmlOf('[раураl.test](https://раураl.test)')).toContain('xn--')
})

test('what is nested too deeply for the parser is shown as it was written', () => {
  expect(untrustedHtmlOf(`${'>'.repeat(50_000)}<b>`)).toMatch(/^<p>&gt;&gt;.*&lt;b&gt;<\/p>$/)
  const staircase = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- step ${depth}`).join('\n')
  expect(untrustedHtmlOf(staircase)).toContain('step 199')
})

test('an address within a tag that is shown as text is a link to what it says', () => {
  expect(untrustedHtmlOf('<a href="https://evil.test/">My bank</a>')).toBe(
    `<p>&lt;a href=&quot;<a href="https://evil.test/" target="_blank" rel="nofollow noopener noreferrer ugc">https://evil.test/</a>&quot;&gt;My bank&lt;/a&gt;</p>\n`,
  )
})

test('nothing is hidden in a definition, and nothing is repeated for each reference to it', () => {
  expect(untrustedHtmlOf('[//]: # (You pay a fee)')).toContain('You pay a fee')
  const definition = `[x]: https://evil.test/${'a'.repeat(20_000)}`
  expect(untrustedHtmlOf(`${definition}\n\n${'[x]\n\n'.repeat(5000)}`).length).toBeLessThan(200_000)
})

test('a renderer holds the last texts only', () => {
  const render = untrustedMarkdownRenderer(100)
  for (const text of ['# A', ...Array.from({ length: 30 }, (_, index) => `Text ${index}`), '# A', '# A'])
    expect(render(text)).toBe(untrustedHtmlOf(text))
})

test('headings stand below the title of the page, and none leaves out a level', () => {
  const html = untrustedHtmlOf('# A\n\n#### B\n\n> ###### C\n\n## D\n\n###### E')
  expect([...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))).toEqual([2, 3, 4, 3, 4])
})
