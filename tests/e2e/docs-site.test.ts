import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../apps/server/test/support/until.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { freePort } from './support.ts'

// The documentation as a site: built, served, and read in a browser that knows no other host.

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'docs/.vitepress/dist')
let site: string
let server: ChildProcess
let browser: Browser

beforeAll(async () => {
  const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env,
  })
  // A dead link fails the build.
  expect(status, `${stdout}${stderr}`).toBe(0)
  const port = await freePort()
  site = `http://localhost:${port}`
  server = spawn(join(root, 'node_modules/.bin/vitepress'), ['preview', 'docs', '--port', String(port)], {
    cwd: root,
    env,
    stdio: 'ignore',
  })
  browser = await openStrictBrowser()
  await until(
    async () => (await fetch(site).catch(() => null))?.ok,
    () => 'the site of the documentation is not served',
  )
}, 240_000)
afterAll(async () => {
  await browser?.close()
  server?.kill()
})

const open = async (path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
  const page = await browser.newPage(options)
  await page.goto(`${site}${path}`)
  return page
}

test('every page is there, with the operations of the API', () => {
  for (const page of ['index', 'why', 'concepts', 'security/index', 'api/members', 'api/schemas', 'api/errors'])
    expect(existsSync(join(dist, `${page}.html`)), page).toBe(true)
  // What a chat shows of a link.
  expect(readFileSync(join(dist, 'quick-start.html'), 'utf8')).toMatch(
    /og:description" content="Sign-in in a new or an existing application/,
  )
  expect(readFileSync(join(dist, 'api/members.html'), 'utf8')).toContain('/api/v1/organizations/{organization}/members')
})

test('shadcn finds the parts of an interface', async () => {
  for (const path of ['nextjs/user-button', 'react-router/protect', 'remix/styles', 'nuxt/organization-switcher']) {
    const item = await (await fetch(`${site}/r/${path}.json`)).json()
    expect(item).toMatchObject({ name: path.split('/')[1] })
    expect(item.files[0].content).not.toBe('')
  }
})

const linksOf = (text: string): string[] =>
  [...text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(
    ([, href = '']) => href,
  )

test('every page is plain Markdown too, at the address that its head names', async () => {
  const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && path !== '404.html',
  )
  expect(pages.length).toBeGreaterThan(100)
  for (const page of pages) {
    const path = page.replace(/html$/, 'md')
    expect(readFileSync(join(dist, page), 'utf8'), page).toContain(
      `<link rel="alternate" type="text/markdown" href="/${path}">`,
    )
    const text = readFileSync(join(dist, path), 'utf8')
    expect(text, path).toMatch(/^# .+\n/)
    // What only VitePress knows.
    expect(text, path).not.toMatch(/^:::|^<!--|^ *```\w+ .*=|<a id=/m)
    for (const link of linksOf(text).filter((href) => !/^[a-z]+:/.test(href))) {
      expect(link, path).toMatch(/\.md$/)
      expect(existsSync(join(dist, dirname(path), link)), `${link} of ${path}`).toBe(true)
    }
  }
  const { headers } = await fetch(`${site}/quick-start.md`)
  expect(headers.get('content-type')).toMatch(/^text\/markdown/)
})

test('llms.txt lists every page with what it is about, in the form of llmstxt.org', async () => {
  const text = await (await fetch(`${site}/llms.txt`)).text()
  const [title, quote, , ...sections] = text.split(/\n\n(?=## |> |Every)|\n\n(?=- )/)
  expect(title).toBe('# Vestibule')
  expect(quote).toMatch(/^> \S/)
  expect(
    sections.filter((section) => !/^## \S[^\n]*$|^(- \[[^\]]+\]\(\/[^)]+\.md\)(: \S.*)?\n?)+$/.test(section)),
  ).toEqual([])
  expect(sections.at(-2)).toBe('## Optional')
  const listed = linksOf(text)
  for (const link of listed) expect(existsSync(join(dist, link)), link).toBe(true)
  const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => /\.md$/.test(path))
  expect(pages.filter((path) => path !== 'index.md' && !listed.includes(`/${path}`))).toEqual([])
  const full = await (await fetch(`${site}/llms-full.txt`)).text()
  expect(full).toContain(readFileSync(join(dist, 'nextjs.md'), 'utf8'))
  expect(full).not.toContain(readFileSync(join(dist, 'security/attacks-sdk.md'), 'utf8'))
})

test('the first page leads to the three ways in, and shows the product as light or dark as itself', async () => {
  const page = await open('/', { colorScheme: 'dark' })
  for (const link of ['/quick-start', '/deployment', '/why']) await page.locator(`.VPFeature[href="${link}"]`).waitFor()
  const shown = async () =>
    (await page
      .locator('.hero-pictures img:visible')
      .evaluateAll((images) =>
        images.map((image) => (image as { naturalWidth?: number }).naturalWidth && image.className),
      )) as string[]
  expect(await shown()).toEqual(['console dark-only', 'sign-in dark-only'])
  await page.locator('.VPNavBarAppearance button, .VPSwitchAppearance').first().click()
  expect(await shown()).toEqual(['console light-only', 'sign-in light-only'])
  await page.getByText('Nuxt', { exact: true }).first().click()
  await page.getByText('definePageMeta').first().waitFor()
  await page.close()
})

test('the search finds what people look for, without another host', async () => {
  const page = await open('/')
  await page.locator('.VPNavBarSearch button').click()
  await page.locator('#localsearch-input').fill('passkey recovery')
  await page.locator('.VPLocalSearchBox .result').first().click()
  await page
    .getByRole('heading', { name: /recovery/i })
    .first()
    .waitFor()
  await page.close()
})

test('an address that is no page says so', async () => {
  const page = await browser.newPage()
  // The address is wrong on purpose.
  await page.goto(`${site}/404`)
  await page.getByText('Page not found').waitFor()
  await page.close()
})

test('no page is wider than a phone', { timeout: 180_000 }, async () => {
  const page = await open('/', { viewport: { width: 360, height: 800 } })
  const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!decisions|security|guides).*\.html$/.test(path),
  )
  expect(paths.length).toBeGreaterThan(30)
  const tooWide: string[] = []
  for (const path of paths) {
    await page.goto(`${site}/${path.replace(/(index)?\.html$/, '')}`)
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (Number(wider) > 0) tooWide.push(path)
  }
  expect(tooWide).toEqual([])
  await page.close()
})

/** Half of them in the dark, the others in light; all of them in both with TEST_ALL. */
const pages = ['/', '/concepts', '/api/members', '/operators']

test.each(['light', 'dark'] as const)(
  'axe finds nothing on the pages that people begin with (%s)',
  async (colorScheme) => {
    for (const path of process.env.TEST_ALL
      ? pages
      : pages.filter((_, at) => (at % 2 === 0) === (colorScheme === 'light'))) {
      const page = await open(path, { colorScheme })
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate(
        "axe.run('main, .VPHome', { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] })",
      )) as axe.AxeResults
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([])
      await page.close()
    }
  },
)
