// The applications that the pages of the frameworks (docs/nextjs.md ...) are tried in beside new projects: the smallest of each framework at the oldest version
// that is promised, and such as the frameworks' own options make: below a path of the host and behind a proxy, as a
// standalone build, on a custom server, on the edge runtime, with answers that are streamed.

export interface Framework {
  /** What a new application of the framework consists of, before anything of ours. Wins over the document's files. */
  skeleton: Record<string, string>
  dependencies: Record<string, string>
  builds: string[][]
  start: (port: number) => string[]
  /** The package of ours, and the document's name of the framework. */
  sdk: 'nextjs' | 'nuxt' | 'remix'
  document: string
  /** The path on its host below which it lives, behind a proxy. Default none. */
  below?: string
}

const nextTypes =
  '{ "compilerOptions": { "jsx": "preserve", "module": "esnext", "moduleResolution": "bundler", "strict": false, "noEmit": true, "skipLibCheck": true }, "include": ["**/*.ts", "**/*.tsx"] }\n'

const nextjs: Framework = {
  skeleton: {
    'app/layout.tsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
    'app/page.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
    'tsconfig.json': nextTypes,
    'next.config.mjs': 'export default { typescript: { ignoreBuildErrors: true } }\n',
  },
  dependencies: {
    next: '16.4.6',
    react: '19.3.1',
    'react-dom': '19.3.1',
    typescript: '5.9.3',
    '@types/react': '19.3.0',
    '@types/node': '24.19.2',
  },
  builds: [['node_modules/.bin/next', 'build']],
  start: (port) => ['node_modules/.bin/next', 'start', '-p', String(port)],
  sdk: 'nextjs',
  document: 'nextjs',
}

/** Cache Components, and a page of the pages router, on a server of the application's own. */
const nextjsMore: Framework = {
  ...nextjs,
  skeleton: {
    ...nextjs.skeleton,
    'next.config.mjs':
      'export default { cacheComponents: true, partialPrefetching: true, typescript: { ignoreBuildErrors: true } }\n',
    'app/private/page.tsx': `import { Suspense } from 'react'
import { requireUser } from '../../lib/auth'
const Name = async () => <p>{(await requireUser({ returnTo: '/private' })).name}</p>
export default () => <Suspense fallback="..."><Name /></Suspense>
`,
    'pages/legacy.tsx': `import { getSession } from '../lib/auth'
export const getServerSideProps = async ({ req, res }) => ({ props: { name: (await getSession(req, res))?.user.name ?? null } })
export default ({ name }) => <p>{name ?? 'nobody'}</p>
`,
    'server.mjs': `import { createServer } from 'node:http'
import next from 'next'
const app = next({ dev: false })
await app.prepare()
createServer(app.getRequestHandler()).listen(process.env.PORT, '127.0.0.1')
`,
  },
  start: () => ['node', 'server.mjs'],
}

/** A standalone build with a `basePath`, and a handler on the edge runtime. */
const nextjsBelow: Framework = {
  ...nextjs,
  skeleton: {
    ...nextjs.skeleton,
    'next.config.mjs':
      "export default { output: 'standalone', basePath: '/app', outputFileTracingRoot: import.meta.dirname, typescript: { ignoreBuildErrors: true } }\n",
    'app/page.tsx': `'use client'
import { SignInLink, SignOutButton, useUser } from '@vestibule/nextjs/client'
export default () => {
  const { user } = useUser()
  return <><SignInLink /><p>{user?.name}</p>{user && <SignOutButton />}</>
}
`,
    'app/private/page.tsx': `import { requireUser } from '../../lib/auth'
export default async () => <p>{(await requireUser({ returnTo: '/private' })).name}</p>
`,
    'app/api/route.ts': `import { withAuth } from '../../lib/auth'
export const runtime = 'edge'
export const GET = withAuth((_request, { session }) => Response.json({ name: session.user.name }))
`,
    'proxy.ts': `import { auth } from './lib/auth'
export const proxy = auth.proxy({ '/private/:path*': true })
`,
    'pages/legacy.tsx': `import { getSession } from '../lib/auth'
export const getServerSideProps = async ({ req, res }) => ({ props: { name: (await getSession(req, res))?.user.name ?? null } })
export default ({ name }) => <p>{name ?? 'nobody'}</p>
`,
  },
  builds: [...nextjs.builds, ['cp', '-r', '.next/static', '.next/standalone/.next/static']],
  start: () => ['node', '.next/standalone/server.js'],
  below: '/app',
}

const nuxt: Framework = {
  skeleton: { 'app/app.vue': '<template><a href="/auth/login">Sign in</a></template>\n' },
  dependencies: { nuxt: '4.5.2', vue: '3.5.45', vite: '8.3.8' },
  builds: [['node_modules/.bin/nuxt', 'build']],
  start: () => ['node', '.output/server/index.mjs'],
  sdk: 'nuxt',
  document: 'nuxt',
}

const nuxtBelow: Framework = {
  ...nuxt,
  skeleton: {
    'nuxt.config.ts': `export default defineNuxtConfig({
  modules: ['@vestibule/nuxt'],
  app: { baseURL: '/app/' },
  routeRules: { '/legacy': { auth: true }, '/cached': { swr: 60 } },
})
`,
    'app/app.vue': '<template><NuxtPage /></template>\n',
    'app/pages/index.vue': `<script setup>const user = await useUser()</script>
<template>
  <div>
    <a href="/app/auth/login">Sign in</a><p>{{ user?.name }}</p>
    <form v-if="user" method="post" action="/app/auth/logout"><button>Sign out</button></form>
  </div>
</template>
`,
    'app/pages/private.vue': `<script setup>definePageMeta({ auth: true }); const user = await useUser()</script>
<template><p>{{ user?.name }}</p></template>
`,
    'app/pages/legacy.vue': `<script setup>const user = await useUser()</script>
<template><p>{{ user?.name }}</p></template>
`,
    'app/pages/cached.vue': '<template><p>The same for everyone</p></template>\n',
    'server/routes/api.ts': 'export default defineAuthHandler({}, (_event, { user }) => ({ name: user.name }))\n',
  },
  below: '/app',
}

const remix: Framework = {
  skeleton: {
    // With a head: where the browser adds it, React 18 cannot hydrate the document, and drops what is streamed.
    'app/root.tsx':
      'import { Outlet, Scripts } from \'@remix-run/react\'\nexport default () => <html lang="en"><head /><body><Outlet /><Scripts /></body></html>\n',
    'app/routes/_index.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
    'vite.config.mjs':
      "import { vitePlugin as remix } from '@remix-run/dev'\nexport default { plugins: [remix({ future: { v3_singleFetch: true } })] }\n",
  },
  dependencies: {
    '@remix-run/node': '2.17.5',
    '@remix-run/react': '2.17.5',
    '@remix-run/serve': '2.17.5',
    '@remix-run/dev': '2.17.5',
    react: '18.3.0',
    'react-dom': '18.3.0',
    isbot: '5.2.3',
    vite: '6.4.6',
  },
  builds: [['node_modules/.bin/remix', 'vite:build']],
  start: () => ['node_modules/.bin/remix-serve', './build/server/index.js'],
  sdk: 'remix',
  document: 'remix',
}

/** What all routers below a path have: a guarded page, an API route, and one whose token is due after its headers are sent. */
const routesBelow = (from: string): Record<string, string> => ({
  'home.tsx': `import { useLoaderData } from '${from}'
import { getSession } from '../auth.server'
export const loader = async ({ request }) => ({ name: (await getSession({ request }))?.user.name ?? null })
export default () => <><a href="/app/auth/login">Sign in</a><p>{useLoaderData<any>().name}</p>
  <form method="post" action="/app/auth/logout"><button>Sign out</button></form></>
`,
  'private.tsx': `import { useLoaderData } from '${from}'
import { requireUser } from '../auth.server'
export const loader = async ({ request }) => ({ name: (await requireUser({ request })).name })
export default () => <p>{useLoaderData<any>().name}</p>
`,
  'api.ts': `import { withAuth } from '../auth.server'
export const loader = withAuth(({ session }) => Response.json({ name: session.user.name }))
`,
  'slow.tsx': `import { Suspense } from 'react'
import { Await, useLoaderData } from '${from}'
import { getAccessToken, requireUser } from '../auth.server'
export const loader = async ({ request }) => {
  await requireUser({ request })
  const token = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return (await getAccessToken({ request })).length > 0
  }
  return { late: Promise.all(Array.from({ length: 5 }, token)).then((all) => String(all.length) + ' tokens') }
}
export default () => <Suspense fallback="..."><Await resolve={useLoaderData<any>().late}>{(text) => <p>{text}</p>}</Await></Suspense>
`,
})

const remixRoutes = routesBelow('@remix-run/react')
const remixBelow: Framework = {
  ...remix,
  skeleton: {
    'app/root.tsx': remix.skeleton['app/root.tsx'] ?? '',
    'app/routes/_index.tsx': remixRoutes['home.tsx'] ?? '',
    'app/routes/private.tsx': remixRoutes['private.tsx'] ?? '',
    'app/routes/api.ts': remixRoutes['api.ts'] ?? '',
    'app/routes/slow.tsx': remixRoutes['slow.tsx'] ?? '',
    'vite.config.mjs':
      "import { vitePlugin as remix } from '@remix-run/dev'\nexport default { base: '/app/', plugins: [remix({ basename: '/app/', future: { v3_singleFetch: true } })] }\n",
    'app/entry.server.tsx': `import { PassThrough, Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { commitSession } from './auth.server'

export default async function handleRequest(request, status, headers, context) {
  await commitSession(request, headers)
  headers.set('Content-Type', 'text/html')
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

export async function handleDataRequest(response, { request }) {
  await commitSession(request, response.headers)
  return response
}
`,
    // The document's two files, and one name more.
    'app/auth.server.ts': `import { createAuth } from '@vestibule/remix'
export const { loader, action, getSession, requireUser, withAuth, getAccessToken, commitSession } = createAuth()
`,
  },
  below: '/app',
}

const reactRouter = (router: string, tools: string, vite: string): Framework => ({
  skeleton: {
    'app/root.tsx':
      'import { Outlet, Scripts } from \'react-router\'\nexport default () => <html lang="en"><head /><body><Outlet /><Scripts /></body></html>\n',
    'app/routes.ts':
      "import { index, route } from '@react-router/dev/routes'\nexport default [index('routes/home.tsx'), route('auth/*', 'routes/auth.tsx')]\n",
    'app/routes/home.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
    'vite.config.mjs':
      "import { reactRouter } from '@react-router/dev/vite'\nexport default { plugins: [reactRouter()] }\n",
  },
  dependencies: {
    'react-router': router,
    '@react-router/dev': tools,
    '@react-router/node': tools,
    '@react-router/serve': tools,
    react: '19.3.1',
    'react-dom': '19.3.1',
    isbot: '5.2.3',
    vite,
  },
  builds: [['node_modules/.bin/react-router', 'build']],
  start: () => ['node_modules/.bin/react-router-serve', './build/server/index.js'],
  sdk: 'remix',
  document: 'react-router',
})

const newest = reactRouter('8.5.1', '8.4.0', '8.0.0')
const routerRoutes = routesBelow('react-router')
const reactRouterBelow: Framework = {
  ...newest,
  skeleton: {
    ...newest.skeleton,
    'app/root.tsx': `export { middleware } from './auth.server'\n${newest.skeleton['app/root.tsx']}`,
    'app/routes.ts': `import { index, route } from '@react-router/dev/routes'
export default [index('routes/home.tsx'), route('auth/*', 'routes/auth.tsx'), route('private', 'routes/private.tsx'), route('api', 'routes/api.ts'), route('slow', 'routes/slow.tsx')]
`,
    'app/routes/home.tsx': routerRoutes['home.tsx'] ?? '',
    'app/routes/private.tsx': routerRoutes['private.tsx'] ?? '',
    'app/routes/api.ts': routerRoutes['api.ts'] ?? '',
    'app/routes/slow.tsx': routerRoutes['slow.tsx'] ?? '',
    'app/auth.server.ts': `import { createAuth } from '@vestibule/remix/react-router'
export const { loader, action, middleware, getSession, requireUser, withAuth, getAccessToken } = createAuth()
`,
    'react-router.config.mjs': "export default { basename: '/app/' }\n",
    'vite.config.mjs':
      "import { reactRouter } from '@react-router/dev/vite'\nexport default { base: '/app/', plugins: [reactRouter()] }\n",
  },
  below: '/app',
}

/** In 7, middleware is behind a flag. */
const reactRouter7Below: Framework = {
  ...reactRouterBelow,
  dependencies: reactRouter('7.18.4', '7.18.4', '6.4.6').dependencies,
  skeleton: {
    ...reactRouterBelow.skeleton,
    'react-router.config.mjs': "export default { basename: '/app/', future: { v8_middleware: true } }\n",
  },
}

const at = (framework: Framework, dependencies: Record<string, string>): Framework => ({
  ...framework,
  dependencies: { ...framework.dependencies, ...dependencies },
})
const remixAt = (version: string) =>
  Object.fromEntries(['node', 'react', 'serve', 'dev'].map((name) => [`@remix-run/${name}`, version]))

export const frameworks: Record<string, Framework> = {
  // Of the lowest peer versions.
  'nextjs-lowest': at(nextjs, { next: '16.0.10', react: '19.0.0', 'react-dom': '19.0.0', '@types/react': '19.0.0' }),
  'nextjs-more': nextjsMore,
  'nextjs-below': nextjsBelow,
  'nuxt-lowest': at(nuxt, { nuxt: '4.5.1' }),
  'nuxt-below': nuxtBelow,
  // Older ones let another site call actions (CVE-2026-22030).
  'remix-lowest': at(remix, remixAt('2.17.3')),
  'remix-below': remixBelow,
  'react-router-below': reactRouterBelow,
  'react-router-8-lowest': reactRouter('8.0.0', '8.0.0', '8.0.0'),
  'react-router-7': reactRouter('7.18.4', '7.18.4', '6.4.6'),
  'react-router-7-below': reactRouter7Below,
  // Older ones have no check of an action's origin (CVE-2026-22030).
  'react-router-7-lowest': reactRouter('7.12.0', '7.12.0', '6.4.6'),
}
