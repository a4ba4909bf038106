// The documentation as a site: the Markdown of this folder, and the management API from its OpenAPI document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type HeadConfig } from 'vitepress'
import { firstSentences, linkToRepository, picturesOfBothThemes, tabs } from './markdown.ts'
import { writePlainMarkdown } from './plain-markdown.ts'
import { sidebar } from './sidebar.ts'

const markdownLink = (path: string): HeadConfig => [
  'link',
  { rel: 'alternate', type: 'text/markdown', href: `/${path}` },
]

const description = 'A self-hosted, passwordless, multi-tenant OpenID Connect provider.'

export default defineConfig({
  title: 'Vestibule',
  description,
  lang: 'en-US',
  cleanUrls: true,
  lastUpdated: false,
  // Every other dead link fails the build.
  ignoreDeadLinks: 'localhostLinks',
  // A skill is copied as it is, with its front matter.
  srcExclude: ['skills/**'],
  rewrites: { 'security/README.md': 'security/index.md', 'guides/README.md': 'guides/index.md' },
  head: [
    ['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }],
    ['meta', { property: 'og:site_name', content: 'Vestibule' }],
    ['meta', { property: 'og:type', content: 'website' }],
  ],
  transformPageData(page) {
    page.description =
      firstSentences(readFileSync(join(import.meta.dirname, '..', page.filePath), 'utf8')) || description
  },
  transformHead: ({ page, title, pageData, description: text }) => [
    [
      'meta',
      { property: 'og:title', content: pageData.relativePath === 'index.md' ? `Vestibule: ${description}` : title },
    ],
    ['meta', { property: 'og:description', content: text }],
    ...(page === '404.md' ? [] : [markdownLink(pageData.relativePath)]),
  ],
  buildEnd: writePlainMarkdown,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      linkToRepository(md)
      picturesOfBothThemes(md)
      tabs(md)
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: true,
    notFound: {
      title: 'Page not found',
      quote: 'The address may be mistyped, or the page may have moved. The search at the top finds every page.',
      linkLabel: 'Go to the home page',
      linkText: 'Go to the home page',
    },
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'SDKs', link: '/sdk' },
      { text: 'Deployment', link: '/deployment' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Security', link: '/security/', activeMatch: '^/security/' },
    ],
    sidebar,
  },
})
